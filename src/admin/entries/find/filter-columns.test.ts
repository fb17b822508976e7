import { expect, test } from 'vitest';
import type { ValueKind } from '../../../fields/all/kind.ts';
import { createFormats } from '../../formats.ts';
import { translator } from '../../texts.ts';
import { type Asked, askedOf, conditionOf, conditionOfCell, type FilterColumn, questionsOf } from './filter-columns.ts';
import { filterText } from './filter-text.ts';
import { filtersOf, readWhere, type Where, whereOf } from './where.ts';

const column = (kind: ValueKind, more: Partial<FilterColumn> = {}): FilterColumn => ({
  path: 'q',
  title: 'Question',
  kind,
  options: [],
  mode: 'd',
  isFact: false,
  ...more,
});
const options = [
  { value: 'v', label: 'Vegan' },
  { value: 2, label: 'Two' },
];
const eachColumn: Record<string, FilterColumn> = {
  text: column('text'),
  number: column('number'),
  day: column('date'),
  time: column('date', { mode: 't' }),
  moment: column('date', { mode: 'dt' }),
  choice: column('choice', { options }),
  choices: column('multi-choice', { options }),
  open: column('choice'),
  bool: column('bool'),
  file: column('file'),
  other: column('matrix'),
};

const words = (locale: 'en' | 'he') => ({ t: translator('entries/find', locale), formats: createFormats(locale) });

test('[management] filters: every question of every kind of field becomes a condition, and the same question again', () => {
  for (const [kind, one] of Object.entries(eachColumn)) {
    for (const question of questionsOf(one)) {
      const isDay = one.kind === 'date' && one.mode !== 't';
      const text = isDay ? '2024-05-17' : one.kind === 'number' ? '9' : one.mode === 't' ? '09:30' : 'ab';
      const asked: Asked = { path: 'q', question, text, to: isDay ? '2024-06-01' : '12', chosen: ['v', 2] };
      const part = conditionOf(asked, one);
      expect([kind, question, part]).not.toEqual([kind, question, undefined]);
      // As the address keeps it.
      const again = askedOf(readWhere(JSON.parse(JSON.stringify(part)))!, one)!;
      expect([kind, question, again.question]).toEqual([kind, question, question]);
      expect(conditionOf(again, one)).toEqual(part);
      expect(filterText(part!, [one], words('en'))).toContain('Question');
      expect(filterText(part!, [one], words('he'))).toContain('Question');
    }
  }
});

test.each<[string, FilterColumn, Partial<Asked> & Pick<Asked, 'question'>, Where | undefined, string]>([
  [
    'a number typed',
    column('number'),
    { question: 'is', text: ' 9 ' },
    { path: 'q', op: 'eq', value: 9 },
    'Question is 9',
  ],
  ['words for a number', column('number'), { question: 'is', text: 'nine' }, undefined, ''],
  ['nothing typed', column('text'), { question: 'contains', text: ' ' }, undefined, ''],
  ['nothing ticked', column('choice', { options }), { question: 'oneOf' }, undefined, ''],
  [
    'one option',
    column('choice', { options }),
    { question: 'oneOf', chosen: [2] },
    { path: 'q', op: 'in', value: [2] },
    'Question is Two',
  ],
  [
    'none of two',
    column('multi-choice', { options }),
    { question: 'noneOf', chosen: ['v', 2] },
    {
      and: [
        { path: 'q', op: 'ne', value: 'v' },
        { path: 'q', op: 'ne', value: 2 },
      ],
    },
    'Question is none of Vegan or Two',
  ],
  [
    'a day',
    column('date'),
    { question: 'on', text: '2024-05-17' },
    {
      and: [
        { path: 'q', op: 'gte', value: '2024-05-17' },
        { path: 'q', op: 'lte', value: '2024-05-17' },
      ],
    },
    'Question is on 17 May 2024',
  ],
  [
    'a day of moments is the person’s',
    column('date', { mode: 'dt' }),
    { question: 'until', text: '2024-05-17' },
    { path: 'q', op: 'lte', value: new Date(2024, 4, 17, 23, 59, 59, 999).toISOString() },
    'Question is on or before 17 May 2024',
  ],
])('[management] filters: %s', (_, one, asked, part, text) => {
  const found = conditionOf({ path: 'q', text: '', to: '', chosen: [], ...asked }, one);
  expect(found).toEqual(part);
  if (part !== undefined) expect(filterText(part, [one], words('en'))).toBe(text);
});

test('[management] filters: by the value of a cell', () => {
  const cell = (kind: keyof typeof eachColumn, value: unknown) => conditionOfCell(eachColumn[kind]!, value);
  expect(cell('text', 'Ada')).toEqual({ path: 'q', op: 'eq', value: 'Ada' });
  expect(cell('text', null)).toEqual({ path: 'q', op: 'empty' });
  expect(cell('bool', false)).toEqual({ path: 'q', op: 'eq', value: false });
  expect(cell('choices', 'v')).toEqual({ path: 'q', op: 'in', value: ['v'] });
  expect(cell('open', 'x')).toEqual({ path: 'q', op: 'eq', value: 'x' });
  expect(askedOf(cell('day', '2024-05-17T00:00:00.000Z')!, eachColumn['day']!)?.text).toBe('2024-05-17');
});

test('[management] filters: all or any of them; a range is one filter; what others wrote stays as it is', () => {
  const range = conditionOf({ path: 'q', question: 'between', text: '1', to: '2', chosen: [] }, column('number'))!;
  const other = { path: 'p', op: 'empty' } as const;
  expect(filtersOf(range)).toEqual({ join: 'and', parts: [range] });
  expect(filtersOf({ and: [range, other] })).toEqual({ join: 'and', parts: [range, other] });
  expect(filtersOf({ or: [range, other] })).toEqual({ join: 'or', parts: [range, other] });
  for (const where of [undefined, range, { and: [range, other] }, { or: [other, range] }]) {
    expect(whereOf(filtersOf(where))).toEqual(where);
  }
  const nested: Where = { and: [{ or: [other, { path: 'q', op: 'lt', value: 3 }] }, other] };
  const [first] = filtersOf(nested).parts;
  expect(filterText(first!, [column('number')], words('en'))).toBe('Own condition on p, Question');
  expect(filterText(other, [], words('en'))).toBe('A field that is not in the form: p');
});
