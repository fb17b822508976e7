// Whatever is done to a form, in any order: all of it can be undone and done again, nothing is there twice, and the selection is of
// what is there.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiForm } from '../../../api-types/forms.ts';
import { checkForm } from '../../../core/definition/check-form.ts';
import type { Element, ElementOf, FormDefinition } from '../../../core/definition/form-definition.ts';
import { createBuilderUi } from '../builder-context.ts';
import { setLabel, setLines, setText } from '../canvas/edit-element.ts';
import { createNodeIds } from '../canvas/node-ids.ts';
import { elementKinds } from '../tree/element-kinds.ts';
import { eachElement, elementAt, listsOf, rootOf, rootPath } from '../tree/element-tree.ts';
import { type BuilderActions, createActions, type RemovalChoice } from './builder-actions.ts';
import { readCopied } from './copied-elements.ts';
import { createFormDraft, type FormDraft } from './form-draft.ts';
import { keepSelection, selectedPaths, selectPaths } from './selection.ts';

const text = (name: string, more: Partial<ElementOf<'fInput'>> = {}): Element => ({
  type: 'fInput',
  name,
  label: name,
  ...more,
});
const first: FormDefinition = {
  name: 'Trip',
  formSchema: {
    rootElem: {
      ...{ type: 'cSection', name: 'root' },
      children: [
        text('a', { relevant: 'model.b' }),
        { type: 'cSection', name: 's', label: 'S', children: [text('b'), text('c')] },
        { type: 'cRow', name: 'r', children: [[text('d')], []] },
        { type: 'cTabs', name: 't', tabs: [{ label: 'One' }, { label: 'Two' }], children: [[text('e')], [text('f')]] },
        {
          type: 'cRepeat',
          name: 'rows',
          label: 'Rows',
          children: [{ type: 'fRadio', name: 'g', options: ['x', 'y'] }],
        },
      ],
    },
  },
};

interface Opened {
  readonly draft: FormDraft;
  readonly actions: BuilderActions;
  readonly selection: Parameters<typeof selectPaths>[0];
}

function open(definition: FormDefinition, answer: RemovalChoice = 'remove'): Opened {
  const draft = createFormDraft({ form: { id: '1', ...definition } as unknown as ApiForm, etag: undefined });
  const selection = { draft, ui: createBuilderUi() };
  keepSelection(selection);
  let clipboard: string | undefined;
  const actions = createActions({
    ...{ draft, ui: selection.ui, t: () => (key) => key, noteUndo: () => {}, note: () => {} },
    // Asked at once: the next operation does not come in between.
    askRemoval: () => ({ then: (answered: (choice: RemovalChoice) => void) => answered(answer) }) as never,
    clipboard: {
      write(copied) {
        clipboard = copied;
      },
      read: async () => clipboard,
    },
  });
  return { draft, actions, selection };
}

const kinds = elementKinds.map(({ kind }) => kind);
const hostile = ['', '<b>x</b>', 'שלום', '\u202Eevil', '{{ model.a }}', 'a'.repeat(2_000), '\uD800', '__proto__'];
const foreign = [
  '{"formstead":"elements","elements":[{"type":"fInput","name":"a","relevant":"model.a"}]}',
  '{"formstead":"elements","elements":[{"type":"cRow","name":"r","children":[[{"type":"fInput","name":"d"}]]}]}',
  '{"formstead":"elements","elements":[{"type":"cSection","name":"__proto__","children":[{"type":"zz","name":"a"}]}]}',
  '{"formstead":"elements","elements":[null,1,"x",{}]}',
];

type Operation = (opened: Opened, numbers: readonly number[]) => void;

const operations: Record<string, Operation> = {
  select({ draft, selection }, [from = 0, count = 0]) {
    const paths = [...eachElement(rootOf(draft.get().definition))].map(([path]) => path);
    selectPaths(selection, paths.slice(from % paths.length, (from % paths.length) + 1 + (count % 3)));
  },
  add: ({ actions }, [kind = 0]) => void actions.add(kinds[kind % kinds.length]!),
  move: ({ actions }, [way = 0]) => actions.move((['up', 'down', 'in', 'out'] as const)[way % 4]!),
  // Anywhere, also into itself.
  moveTo({ draft, actions, selection }, [list = 0, at = 0]) {
    const lists = [...eachElement(rootOf(draft.get().definition))].flatMap(([path, one]) => listsOf(one, path));
    actions.moveTo(
      selectedPaths(selection).filter((path) => path !== rootPath),
      {
        list: lists[list % lists.length] ?? `${rootPath}.children`,
        at: at % 6,
      },
    );
  },
  duplicate: ({ actions }) => actions.duplicate(),
  remove: ({ actions }) => actions.remove(),
  cut: ({ actions }) => actions.cut(),
  group: ({ actions }) => actions.group(),
  require: ({ actions }, [is = 0]) => actions.setRequired(is % 2 === 0),
  paste: ({ actions }, [which = 0]) => void actions.pasteText(foreign[which % foreign.length]!),
  pasteOwn: ({ actions }) => void actions.pasteText(actions.copiedText() ?? ''),
  type({ draft }, [words = 0, where = 0]) {
    const path = draft.get().selected;
    if (path === undefined || elementAt(draft.get().definition, path) === undefined) return;
    const typed = hostile[words % hostile.length]!;
    if (where % 3 === 0) setLabel(draft, path, typed);
    else if (where % 3 === 1) setText(draft, path, 'help', typed);
    else setLines(draft, path, 'options', [{ type: 'option', value: typed, label: typed, isInside: false }], 0);
  },
};

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(operations)), fc.array(fc.nat(60), { maxLength: 2 })), {
  maxLength: 40,
});

test('[builder] whatever is done can be undone to the first form and redone to the last', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom<RemovalChoice>('remove', 'clear', 'cancel'), (all, answer) => {
      const opened = open(first, answer);
      const { draft, selection } = opened;
      const ids = createNodeIds();
      let before = rootOf(draft.get().definition);
      for (const [name, numbers] of all) {
        operations[name]!(opened, numbers);
        const { definition, selected } = draft.get();
        // Each element is drawn by an id of its own, and two of one name would be refused by the service.
        ids.follow(before, rootOf(definition));
        before = rootOf(definition);
        const drawn = [...eachElement(before)].map(([, element]) => ids.idOf(element));
        expect(new Set(drawn).size).toBe(drawn.length);
        const named = [...eachElement(before)].map(([, element]) => element.name);
        expect(new Set(named).size).toBe(named.length);
        if (selected !== undefined && /\.\d+$/.test(selected)) {
          expect(elementAt(definition, selected) ?? Array.isArray(listIn(definition, selected))).toBeTruthy();
        }
        for (const path of selectedPaths(selection).slice(0, -1)) expect(elementAt(definition, path)).toBeDefined();
      }
      const last = draft.get().definition;
      while (draft.get().canUndo) draft.undo();
      expect(draft.get().definition).toEqual(first);
      expect(draft.get().isChanged).toBe(false);
      while (draft.get().canRedo) draft.redo();
      expect(draft.get().definition).toEqual(last);
      expect(({} as Record<string, unknown>)['children']).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

const listIn = (definition: FormDefinition, path: string) =>
  path.split('.').reduce<unknown>((now, key) => (now as Record<string, unknown> | undefined)?.[key], definition);

/** As the API has kept them, or a file brought them: what a form may hold that nobody would build. */
const broken: readonly unknown[] = [
  undefined,
  { type: 'cSection', name: 'root' },
  { type: 'cSection', name: 'root', children: null },
  { type: 'cSection', name: 'root', children: [null, 1, [], { name: 'x' }, { type: 'zz', name: 'y' }] },
  { type: 'cTabs', name: 'root', children: [[{ type: 'fInput', name: 'a' }]] },
  {
    type: 'cSection',
    name: 'root',
    children: [
      { type: 'cRow', name: 'r' },
      { type: 'cTabs', name: 't', children: [] },
    ],
  },
  { type: 'cSection', name: 'root', children: [{ type: 'fRadio', name: 'r', options: [null, {}, [], 7] }] },
  { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'a', relevant: {}, validators: 7 }] },
];

test('[builder] a broken form can be changed and its changes undone', () => {
  for (const rootElem of broken) {
    const definition = { name: 'x', ...(rootElem !== undefined && { formSchema: { rootElem } }) } as FormDefinition;
    for (const name of Object.keys(operations)) {
      const opened = open(definition);
      operations['select']!(opened, [1]);
      operations[name]!(opened, [0, 0]);
      operations['add']!(opened, [0]);
      const { draft } = opened;
      expect(draft.check()).toEqual(checkForm(draft.get().definition));
      while (draft.get().canUndo) draft.undo();
      expect(draft.get().definition).toEqual(open(definition).draft.get().definition);
    }
  }
});

test('[builder] a text of somebody else is not pasted as elements', () => {
  const others = [
    '',
    '{',
    '[]',
    '{"elements":[{"type":"fInput","name":"a"}]}',
    '{"formstead":"elements","elements":{"0":{"type":"fInput"}}}',
    `{"formstead":"elements","elements":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`,
    `{"formstead":"elements","elements":["${'x'.repeat(2_000_001)}"]}`,
  ];
  expect(others.map(readCopied)).toEqual(others.map(() => undefined));
});
