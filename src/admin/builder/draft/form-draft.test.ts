import { expect, test } from 'vitest';
import type { ApiForm } from '../../../api-types/forms.ts';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { createFormDraft } from './form-draft.ts';
import { changesBetween, definitionOf } from './saved-form.ts';

const apiForm = (definition: FormDefinition): ApiForm =>
  ({
    id: '000000000000000000000001',
    displayName: 'x',
    access: { isDisabled: false },
    formSchema: {},
    templates: [],
    postSave: { ui: [], emails: [], renders: [] },
    counts: {},
    ...definition,
  }) as unknown as ApiForm;
const saved = (definition: FormDefinition) => ({ form: apiForm(definition), etag: '"1"' });
const named = (name: string) => (definition: FormDefinition) => ({ ...definition, name });

test('[builder] draft: what the API adds to show it is not part of the definition', () => {
  expect(definitionOf(apiForm({ name: 'A', postSubmit: { ui: [], emails: [{ to: ['a@example.com'] }] } }))).toEqual({
    name: 'A',
    postSubmit: { emails: [{ to: ['a@example.com'] }] },
  });
});

test('[builder] draft: changes with one step name are undone together', () => {
  const draft = createFormDraft(saved({ name: '' }));
  for (const name of ['A', 'Al', 'Ali']) draft.change(named(name), 'name');
  draft.change((definition) => ({ ...definition, locale: 'he' }), 'locale');
  draft.change(named('Alice'), 'name');
  const seen = [];
  while (draft.get().canUndo) {
    draft.undo();
    const { definition, isChanged, canRedo } = draft.get();
    seen.push([definition.name, definition.locale, isChanged, canRedo]);
  }
  expect(seen).toEqual([
    ['Ali', 'he', true, true],
    ['Ali', undefined, true, true],
    ['', undefined, false, true],
  ]);
  draft.redo();
  draft.redo();
  expect(draft.get()).toMatchObject({ definition: { name: 'Ali', locale: 'he' }, canRedo: true });
  draft.change(named('Bob'));
  expect(draft.get()).toMatchObject({ definition: { name: 'Bob', locale: 'he' }, canRedo: false });
});

test('[builder] draft: the selection goes back with the change; a change that changes nothing is not a step', () => {
  const draft = createFormDraft(saved({ name: 'A' }));
  draft.select('formSchema.rootElem');
  draft.change(named('B'), undefined, { path: 'formSchema.rootElem.children.0' });
  expect(draft.get().selected).toBe('formSchema.rootElem.children.0');
  draft.change(named('B'));
  draft.undo();
  expect(draft.get()).toMatchObject({ selected: 'formSchema.rootElem', canUndo: false, isChanged: false });
});

test('[builder] draft: problems are the ones the server would name', () => {
  const draft = createFormDraft(saved({}));
  draft.change(() => ({ formSchema: { rootElem: { type: 'cSection', name: 'root', relevant: '1 +' } } }));
  const found = [
    {
      path: 'formSchema.rootElem.relevant',
      message:
        '"formSchema.rootElem.relevant" must be a valid expression: Expected an expression but found the end at position 3.',
    },
  ];
  expect(draft.check()).toEqual(found);
  expect(draft.get().problems).toEqual(found);
  draft.undo();
  expect(draft.check()).toEqual([]);
});

test('[builder] draft: a change looks at what it changed; the whole form is checked when changes pause', async () => {
  const fields = Array.from(
    { length: 1_000 },
    (_, at): Element => ({ type: 'fInput', name: `f${at}`, relevant: 'model.f0' }),
  );
  const root: Element = { type: 'cSection', name: 'root', children: fields };
  const definition: FormDefinition = { formSchema: { rootElem: root } };
  // As it comes back from the device: equal, and no part of it the same object.
  const draft = createFormDraft(saved(definition), JSON.parse(JSON.stringify({ ...definition, name: 'A' })));
  expect(draft.get().definition.formSchema?.rootElem).toBe(draft.get().saved.formSchema?.rootElem);
  let count = 0;
  const counted = new Proxy(fields[500]!, {
    ownKeys(target) {
      count += 1;
      return Reflect.ownKeys(target);
    },
  });
  const around = fields.with(500, counted);
  draft.change(() => ({ formSchema: { rootElem: { ...root, children: around } } }));
  count = 0;
  for (const label of ['B', 'Br', 'Bro']) {
    const children = around.with(7, { ...fields[7]!, label, relevant: 'model.' } as (typeof fields)[0]);
    draft.change(() => ({ formSchema: { rootElem: { ...root, children } } }), 'label');
  }
  const whileTyping = count;
  expect(draft.get().problems).toEqual([]);
  await expect
    .poll(() => draft.get().problems.map(({ path }) => path))
    .toEqual(['formSchema.rootElem.children.7.relevant']);
  expect(whileTyping).toBeLessThan(10);
  expect(count).toBeGreaterThan(whileTyping);
});

test('[builder] draft: a save sends what differs, null for what is gone', () => {
  const before: FormDefinition = { name: 'A', publicName: 'Public', theme: { color: '#000000' } };
  const after: FormDefinition = { name: 'B', theme: { color: '#000000' }, postSave: { ui: [] } };
  expect(changesBetween(before, after)).toEqual({ name: 'B', publicName: null });
  const draft = createFormDraft(saved(before), after);
  expect(draft.get()).toMatchObject({ isChanged: true, canUndo: false, saved: before });
  draft.markSaved({ form: apiForm({ name: 'B', theme: { color: '#000000' } }), etag: '"2"' });
  expect(draft.get()).toMatchObject({ isChanged: false, etag: '"2"', definition: after });
});
