import { expect, test } from 'vitest';
import { file } from '../../../test/cases/file-cases.ts';
import type { Element, FormDefinition, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { fieldReaders } from '../../core/plan/columns.ts';
import { compileForm } from '../../core/plan/compile-form.ts';
import { compileTools } from '../../core/plan/compile-tools.ts';
import { formOf, text } from '../../core/validation/validation-case.ts';
import type { Locale } from '../page-data.ts';
import { type CellContent, cellReader } from './cell-text.ts';

function cells(form: FormDefinition, data: JsonObject, locale: Locale = 'en'): Record<string, CellContent> {
  const plan = compileForm(form, compileTools);
  return Object.fromEntries(
    fieldReaders(plan).map((column) => [column.name.replace('root≡', ''), cellReader(column, plan, locale)(data)]),
  );
}

const kinds: [title: string, element: Partial<Element> & { type: string }, value: unknown, en: string, he?: string][] =
  [
    ['text', { type: 'fInput' }, '<b>x</b>', '<b>x</b>'],
    ['a number without thousands', { type: 'fInput', typeValidator: 'num' }, 1234567.25, '1234567.25'],
    ['a boolean', { type: 'fBool' }, true, 'Yes', 'כן'],
    ['false is an answer', { type: 'fBool' }, false, 'No', 'לא'],
    ['a day, in no time zone', { type: 'fDate' }, '2024-05-01T00:00:00.000Z', '1 May 2024', '1 במאי 2024'],
    ['a time', { type: 'fDate', typeValidator: { type: 'date', mode: 't' } }, '1970-01-01T18:30:00.000Z', '18:30'],
    ['rich text as text', { type: 'fDoc' }, '<p>One</p><p>two &amp; three</p>', 'One · two & three'],
    ['a label', { type: 'fRadio', options: [['y', 'Certainly']] }, 'y', 'Certainly'],
    ['an option that is gone', { type: 'fRadio', options: [['y', 'Certainly']] }, 'old', 'old'],
    ['labels', { type: 'fCheckbox', options: [['a', 'Apples'], 'b'] }, ['a', 'b'], 'Apples, b'],
    ['labels of an expression', { type: 'fSelect', options: "[[1, model.label + '!']]" }, 1, 'One!'],
    [
      'a typed option',
      { type: 'fSelect', typeValidator: 'date', options: ['2024-05-01'] },
      '2024-05-01T00:00:00.000Z',
      '1 May 2024',
      '1 במאי 2024',
    ],
    [
      'a typed option with a label',
      { type: 'fSelect', typeValidator: 'bool', options: [[true, 'Sure']] },
      true,
      'Sure',
    ],
    ['a signature', { type: 'fSign' }, 'data:image/png;base64,AA==', 'Signed', 'נחתם'],
    ['a rating', { type: 'fRate', rateMax: 7 }, 3, '3 of 7', '3 מתוך 7'],
    ['a value of another shape', { type: 'fDate' }, { was: 'a section' }, '{"was":"a section"}'],
    ['nothing', { type: 'fInput' }, '  ', ''],
    [
      'a matrix',
      { type: 'fMatrix', matrixQuestions: [['q1', 'Food'], 'Room'], options: [['5', 'Good'], '1'] },
      { q1: '5', Room: '1' },
      'Food: Good; Room: 1',
    ],
  ];

test.each(kinds)('[management] cells: %s', (_title, element, value, en, he = en) => {
  const form = formOf(text('label'), { name: 'x', ...element } as Element);
  const data = { label: 'One', x: value } as JsonObject;
  expect(cells(form, data)['x']).toEqual({ text: en });
  expect(cells(form, data, 'he')['x']?.text).toBe(he);
});

test('[management] cells: files are links, a colour is shown, but only one that is surely a colour', () => {
  const form = formOf({ type: 'fFile', name: 'files' }, { type: 'fColor', name: 'a' }, { type: 'fColor', name: 'b' });
  const stored = file({ name: '<img src=x>.pdf' }) as never;
  expect(cells(form, { files: [stored], a: '#00ff7F', b: 'url(https://x.test)' })).toEqual({
    files: { text: '<img src=x>.pdf', files: [stored] },
    a: { text: '#00ff7F', color: '#00ff7F' },
    b: { text: 'url(https://x.test)' },
  });
});

test('[management] cells: rows of a repeat stand beside each other; nested sections and rows that are none are read safely', () => {
  const form = formOf(
    { type: 'cSection', name: 's', secFlat: false, children: [text('x')] },
    {
      type: 'cRepeat',
      name: 'people',
      children: [text('name'), { type: 'cRepeat', name: 'pets', children: [text('pet')] }],
    },
  );
  const people: JsonValue[] = [{ name: 'Ann', pets: [{ pet: 'Rex' }, { pet: 'Tom' }] }, null, { name: 'Bob' }];
  expect(cells(form, { s: { x: 'in' }, people })).toEqual({
    's≡x': { text: 'in' },
    'people≡name': { text: 'Ann · Bob' },
    'people≡pets≡pet': { text: 'Rex · Tom' },
  });
  expect(cells(form, { s: 'no object', people: 'no rows' })).toEqual({
    's≡x': { text: '' },
    'people≡name': { text: '' },
    'people≡pets≡pet': { text: '' },
  });
  expect(fieldReaders(compileForm(form, compileTools)).map(({ topKey }) => topKey)).toEqual(['s', 'people', 'people']);
});
