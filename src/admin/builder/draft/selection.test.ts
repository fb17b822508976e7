import { expect, test } from 'vitest';
import type { ApiForm } from '../../../api-types/forms.ts';
import type { Element, ElementOf } from '../../../core/definition/form-definition.ts';
import { createBuilderUi } from '../builder-context.ts';
import { rootPath } from '../tree/element-tree.ts';
import { createFormDraft } from './form-draft.ts';
import {
  compareFormOrder,
  extendSelection,
  isSelected,
  keepSelection,
  selectAll,
  selectedElements,
  selectedPaths,
  toggleSelected,
} from './selection.ts';

const at = (path: string) => `${rootPath}.children.${path}`;
const text = (name: string): Element => ({ type: 'fInput', name });

function open() {
  const children = [text('a'), { type: 'cSection', name: 's', children: [text('b'), text('c')] }, text('d')];
  const formSchema = { rootElem: { type: 'cSection', name: 'root', children } };
  const form = { id: '1', formSchema } as unknown as ApiForm;
  const selection = { draft: createFormDraft({ form, etag: undefined }), ui: createBuilderUi() };
  keepSelection(selection);
  return selection;
}

test('[builder] selection: one more, one less, and a range from where it began', () => {
  const selection = open();
  selection.draft.select(at('2'));
  toggleSelected(selection, at('0'));
  expect([selectedPaths(selection), selection.draft.get().selected]).toEqual([[at('0'), at('2')], at('0')]);
  expect(isSelected(selection, at('2'))).toBe(true);
  toggleSelected(selection, at('0'));
  expect(selectedPaths(selection)).toEqual([at('2')]);
  extendSelection(selection, at('1.children.1'));
  expect(selectedPaths(selection)).toEqual([at('1.children.1'), at('2')]);
  // On from there the range begins at the same place; a section stands for what is in it.
  extendSelection(selection, at('0'));
  expect(selectedPaths(selection)).toEqual([at('0'), at('1'), at('2')]);
  expect(selection.draft.get().selected).toBe(at('0'));
  extendSelection(selection, at('2'));
  expect(selectedPaths(selection)).toEqual([at('2')]);
  selectAll(selection);
  expect(selectedElements(selection)).toEqual([at('0'), at('1'), at('2')]);
});

test('[builder] selection: a plain selection and a change of places leave one, a change of words all', () => {
  const selection = open();
  const { draft, ui } = selection;
  selectAll(selection);
  draft.change((now) => ({ ...now, name: 'Other' }));
  expect(selectedPaths(selection)).toHaveLength(3);
  draft.change((now) => {
    const root = now.formSchema!.rootElem as ElementOf<'cSection'>;
    return { formSchema: { rootElem: { ...root, children: (root.children as Element[]).toReversed() } } };
  });
  expect(ui.get().also).toEqual([]);
  selectAll(selection);
  draft.select(at('0'));
  expect(selectedPaths(selection)).toEqual([at('0')]);
});

test('[builder] selection: paths are ordered as the form is, a container before what it holds', () => {
  const paths = [at('10'), at('2.children.1.0'), at('2'), at('2.children.0.3'), at('9'), at('2.children.-')];
  expect(paths.sort(compareFormOrder)).toEqual([
    at('2'),
    at('2.children.0.3'),
    at('2.children.1.0'),
    at('2.children.-'),
    at('9'),
    at('10'),
  ]);
});
