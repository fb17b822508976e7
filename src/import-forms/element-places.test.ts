// Which element a note is about.
import { expect, test } from 'vitest';
import { householdWorkbook } from '../../test/support/foreign-forms/household-workbook.ts';
import { addElement, openDraft } from './draft-form.ts';
import { elementPlaces } from './element-places.ts';
import { importForm } from './import-form.ts';
import { createNotes } from './note-list.ts';

test('[forms.import.notes] notes lead to their elements, also inside others', async () => {
  const { places, form, notes } = await importForm({ bytes: householdWorkbook() });
  const find = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], form) as { name: string };
  for (const [where, path] of places) expect(where).toMatch(new RegExp(`^survey \\d+ \\(${find(path).name}\\)$`));
  expect(find(places.get('survey 20 (child_born)')!)).toMatchObject({ type: 'fDate', label: 'Born on' });
  expect(notes.filter(({ where }) => places.has(where)).length).toBeGreaterThan(2);
});

test('[forms.import.notes] a question that became several leads to what holds them; words that fit others too lead to none', () => {
  const draft = openDraft(createNotes('en'));
  const add = (where: string, list = draft.root.children) => {
    const element = { type: 'cSection', name: 'a', children: [] };
    return (addElement(draft, list, where, element).children ?? []) as typeof draft.root.children;
  };
  const inside = add('grid');
  add('grid', inside);
  add('grid', add('other', inside));
  add('twice');
  add('twice');
  add('  __proto__\n ');
  expect(elementPlaces(draft)).toEqual(
    new Map([
      ['grid', 'formSchema.rootElem.children.0'],
      ['__proto__', 'formSchema.rootElem.children.3'],
      ['other', 'formSchema.rootElem.children.0.children.1'],
    ]),
  );
});
