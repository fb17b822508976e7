import { expect, test } from 'vitest';
import { type FormOrder, type FormSummary, findForms } from './form-summary.ts';

const form = (at: number, displayName: string, more: Partial<FormSummary> = {}): FormSummary => ({
  id: `${at}`.repeat(24),
  displayName,
  access: { isDisabled: false },
  current: { all: 0, submit: 0, save: 0, template: 0, render: 0 },
  createTime: `2024-01-0${at}T00:00:00.000Z`,
  changedAt: `2024-02-0${9 - at}T00:00:00.000Z`,
  ...more,
});
const forms = [
  form(1, 'Café 10', { publicName: 'Breakfast' }),
  form(2, 'café 9'),
  form(3, 'טיול שנתי', { publicName: 'School trip' }),
  form(4, 'Zoo'),
];
const find = (wanted: string, order: FormOrder = 'made') =>
  findForms(forms, { wanted, order, locale: 'en' }).map(({ id }) => id[0]);

test.each<[string, string[]]>([
  ['', ['4', '3', '2', '1']],
  ['  cafe ', ['2', '1']],
  ['CAFÉ break', ['1']],
  ['שנתי', ['3']],
  ['trip school', ['3']],
  ['4', []],
  ['444444', ['4']],
  ['nothing', []],
])('[management] forms: a search for "%s"', (wanted, ids) => {
  expect(find(wanted)).toEqual(ids);
});

test('[management] forms: names that hold what was typed come before those that only hold its words', () => {
  const some = [form(1, 'Form 7'), form(2, 'Reform 7'), form(3, '7 forms of form'), form(4, 'Form 72')];
  const found = findForms(some, { wanted: ' form  7', order: 'made', locale: 'en' });
  expect(found.map(({ displayName }) => displayName)).toEqual(['Form 7', 'Form 72', 'Reform 7', '7 forms of form']);
});

test('[management] forms: orders: made and activity latest first, names as people sort them', () => {
  expect(find('', 'made')).toEqual(['4', '3', '2', '1']);
  expect(find('', 'activity')).toEqual(['1', '2', '3', '4']);
  expect(find('cafe', 'name')).toEqual(['2', '1']);
});
