import { expect, test } from 'vitest';
import type { ApiForm } from '../../../api-types/forms.ts';
import { checkForm } from '../../../core/definition/check-form.ts';
import type { Element } from '../../../core/definition/form-definition.ts';
import { createFormDraft } from '../draft/form-draft.ts';
import { rootOf } from '../tree/element-tree.ts';
import { maxPastedQuestions, setQuestions } from './edit-element.ts';

const first = 'formSchema.rootElem.children.0';

function open(...children: object[]) {
  const formSchema = { rootElem: { type: 'cSection', name: 'root', children } };
  const form = { id: '000000000000000000000001', displayName: 'x', access: {}, counts: {}, formSchema };
  return createFormDraft({ form: form as unknown as ApiForm, etag: '"1"' });
}

test('[builder] lines that are pasted into a label: a question each, of its kind, with names of their own, undone as one', () => {
  const draft = open(
    { type: 'fRadio', name: 'a', label: 'A', options: ['x'] },
    { type: 'fInput', name: 'last', label: 'Last' },
  );
  const before = draft.get().definition;
  const at = setQuestions(draft, first, ['Size?', 'Size?', '<b>{{ 1 }}</b>', 'כמה?']);
  const children = rootOf(draft.get().definition)!.children as Element[];
  expect(children.map(({ type, label }) => [type, label])).toEqual([
    ['fRadio', 'Size?'],
    ['fRadio', 'Size?'],
    ['fRadio', '<b>{{ 1 }}</b>'],
    ['fRadio', 'כמה?'],
    ['fInput', 'Last'],
  ]);
  // What was saved under a name keeps it, and its options.
  expect(children[0]).toMatchObject({ name: 'a', options: ['x'] });
  expect(new Set(children.map(({ name }) => name)).size).toBe(children.length);
  expect(checkForm(draft.get().definition)).toEqual([]);
  expect([at, draft.get().selected]).toEqual(Array(2).fill('formSchema.rootElem.children.3'));
  draft.undo();
  expect(draft.get().definition).toEqual(before);
});

test('[builder] as many lines as may be pasted make a form that can be saved', () => {
  const draft = open({ type: 'fInput', name: 'text', label: '' });
  setQuestions(
    draft,
    first,
    Array.from({ length: maxPastedQuestions }, () => 'שאלה'.repeat(50)),
  );
  expect(rootOf(draft.get().definition)!.children).toHaveLength(maxPastedQuestions);
  expect(checkForm(draft.get().definition)).toEqual([]);
});
