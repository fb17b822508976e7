import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldTypes } from '../../fields/element-types.ts';
import { decodeSignature } from '../../fields/sign/decode-signature.ts';
import type { Element, JsonValue, UnnamedElement } from '../definition/form-definition.ts';
import { invalid, type ValueType } from '../values/value-type.ts';
import { indexOptions, readOptionList } from './option-list.ts';
import { itemTypeOf, valueTypeOf } from './value-type-of.ts';

const tools = { cleanHtml: (html: string) => html };

function typeOf(element: UnnamedElement): ValueType {
  const full = { name: 'x', ...element } as Element;
  const options = Array.isArray(full.options) ? readOptionList(full.options) : undefined;
  const questions = readOptionList(full.matrixQuestions ?? []).map(({ value }) => String(value));
  return valueTypeOf(full, { index: options && indexOptions(options, itemTypeOf(full)), questions })!;
}

const strokes = [
  {
    cWidth: 300,
    cHeight: 100,
    points: [
      { x: 1, y: 2.5, time: 10 },
      { x: 3, y: 4, time: 20 },
    ],
  },
];
const drawn = 'strokes:[[300,100,[1,2.5,10,3,4,20]]]';
const num: UnnamedElement = { type: 'fInput', typeValidator: 'num' };
const dt: UnnamedElement = { type: 'fDate', typeValidator: { type: 'date', mode: 'dt' } };
const time: UnnamedElement = { type: 'fDate', typeValidator: { type: 'date', mode: 't' } };
const matrix: UnnamedElement = { type: 'fMatrix', matrixQuestions: ['q1', ['q2', 'Two']], options: ['a', 'b'] };

type Row = [row: string, element: UnnamedElement, sent: JsonValue, stored: JsonValue | typeof invalid];

/** null: no value. */
const table: Row[] = [
  ['fInput (text)', { type: 'fInput' }, 'Alice', 'Alice'],
  ['fInput (text)', { type: 'fInput' }, ' kept as sent ', ' kept as sent '],
  ['fInput (text)', { type: 'fInput' }, 42, '42'],
  ['fInput (text)', { type: 'fInput' }, true, 'true'],
  ['fInput (text)', { type: 'fInput' }, ' \t\u3000', null],
  ['fInput (text)', { type: 'fInput' }, ['x'], invalid],
  ['fInput (text)', { type: 'fInput' }, { x: 1 }, invalid],
  ['fInput num', num, 5.5, 5.5],
  ['fInput num', num, '-5.5e1', -55],
  ['fInput num', num, ' 7 ', 7],
  ['fInput num', num, '', null],
  ...['x', '0x10', 'Infinity', 'NaN', '1e999', '1,5', '5 kg', true, [5]].map(
    (sent): Row => ['fInput num', num, sent, invalid],
  ),
  ['fInput num as object', { type: 'fInput', typeValidator: { type: 'num' } }, '5', 5],
  ['fInput date', { type: 'fInput', typeValidator: 'date' }, '2024-05-01', '2024-05-01T00:00:00.000Z'],
  ['fInput bool', { type: 'fInput', typeValidator: 'bool' }, 'yes', true],
  ['fInput color', { type: 'fInput', typeValidator: 'color' }, 'rebeccapurple', 'rebeccapurple'],
  ['fInput sign', { type: 'fInput', typeValidator: 'sign' }, { strokes }, drawn],
  ['fLngTxt', { type: 'fLngTxt' }, 'a\r\nb\n', 'a\r\nb\n'],
  ['fLngTxt', { type: 'fLngTxt' }, '', null],
  ['fLngTxt', { type: 'fLngTxt' }, {}, invalid],
  ['fDoc', { type: 'fDoc' }, '<p>Hi</p>', '<p>Hi</p>'],
  ['fDoc', { type: 'fDoc' }, '<p>&nbsp;<br></p>', null],
  ['fDoc', { type: 'fDoc' }, '<p><img src="x"></p>', '<p><img src="x"></p>'],
  ['fDoc', { type: 'fDoc' }, 5, invalid],
  ['fSelect', { type: 'fSelect' }, 'a', 'a'],
  ['fSelect', { type: 'fSelect' }, '', null],
  ['fSelect', { type: 'fSelect' }, ['a'], invalid],
  ['fSelect num', { type: 'fSelect', typeValidator: 'num' }, '5', 5],
  ['fSelect num', { type: 'fSelect', typeValidator: 'num' }, 'x', invalid],
  ['fSelect multi', { type: 'fSelect', selectMulti: true, typeValidator: 'array' }, ['a', 'b'], ['a', 'b']],
  ['fSelect multi', { type: 'fSelect', selectMulti: true }, [], null],
  ['fSelect multi', { type: 'fSelect', selectMulti: true }, [null, ''], null],
  ['fSelect multi', { type: 'fSelect', selectMulti: true }, 'a', invalid],
  ['fSelect multi num', { type: 'fSelect', selectMulti: true, typeValidator: 'num' }, ['1', null, 2], [1, 2]],
  ['fRadio', { type: 'fRadio' }, 'a', 'a'],
  ['fRadio', { type: 'fRadio' }, { value: 'a' }, invalid],
  ['fRadio bool', { type: 'fRadio', typeValidator: 'bool' }, 'no', false],
  ['fCheckbox', { type: 'fCheckbox' }, ['a'], ['a']],
  ['fCheckbox', { type: 'fCheckbox' }, 'a', invalid],
  ['fCheckbox', { type: 'fCheckbox' }, ['a', ['b']], invalid],
  ['fCheckbox', { type: 'fCheckbox', options: [1, 'b'] }, ['1', 'b'], [1, 'b']],
  ...([true, 'yes', 'true', 'on', '1', 1] as const).map((sent): Row => ['fBool', { type: 'fBool' }, sent, true]),
  ...([false, 'no', 'false', 'off', '0', 0] as const).map((sent): Row => ['fBool', { type: 'fBool' }, sent, false]),
  ...['maybe', 2, 'YES', [], {}].map((sent): Row => ['fBool', { type: 'fBool' }, sent, invalid]),
  ['fBool', { type: 'fBool' }, '', null],
  ['fDate', { type: 'fDate' }, '2024-05-01', '2024-05-01T00:00:00.000Z'],
  ['fDate', { type: 'fDate' }, '2024-05-01T23:59:59.999Z', '2024-05-01T00:00:00.000Z'],
  ['fDate', { type: 'fDate' }, '2024-02-29', '2024-02-29T00:00:00.000Z'],
  ...[
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-05-00',
    '2024-05-01T10:00:00+02:00',
    '2024-05-01T10:00:00+00:00',
    '2024-05-01T10:00:00-00:30',
    '2024-05-01T10:00:00',
    '2024-05-01T24:00:00Z',
    '2024-05-01T10:60:00Z',
    '2024-05-01T10Z',
    '2024-05-01Z',
    '01/02/2024',
    '2024-5-1',
    '20240501',
    ' 2024-05-01',
    'today',
    1714521600000,
    true,
  ].map((sent): Row => ['fDate', { type: 'fDate' }, sent, invalid]),
  ['fDate', { type: 'fDate' }, '', null],
  ['fDate dt', dt, '2024-05-01T10:20:30.123Z', '2024-05-01T10:20:30.123Z'],
  ['fDate dt', dt, '2024-05-01T10:20Z', '2024-05-01T10:20:00.000Z'],
  ['fDate dt', dt, '2024-05-01T10:20:30.1Z', '2024-05-01T10:20:30.100Z'],
  ['fDate dt', dt, '2024-05-01', '2024-05-01T00:00:00.000Z'],
  ['fDate dt', dt, '2024-05-01T10:20:30+02:00', invalid],
  ['fDate t', time, '1970-01-01T10:20:00.000Z', '1970-01-01T10:20:00.000Z'],
  ['fDate t', time, '2024-05-01T10:20:00Z', '2024-05-01T10:20:00.000Z'],
  ['fDate t', time, '10:20', invalid],
  ['fSign', { type: 'fSign' }, 'data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['fSign', { type: 'fSign' }, { strokes }, drawn],
  ['fSign', { type: 'fSign' }, { strokes: [] }, null],
  ['fSign', { type: 'fSign' }, { strokes: [{ cWidth: 1, cHeight: 1, points: [] }] }, null],
  ['fSign', { type: 'fSign' }, { strokes: [{ cWidth: '1', cHeight: 1, points: [] }] }, invalid],
  ['fSign', { type: 'fSign' }, { strokes: [{ cWidth: 1, cHeight: 1, points: [{ x: 1, y: 2 }] }] }, invalid],
  ['fSign', { type: 'fSign' }, { strokes: 'x' }, invalid],
  ['fSign', { type: 'fSign' }, 5, invalid],
  ['fRate', { type: 'fRate' }, 4, 4],
  ['fRate', { type: 'fRate' }, 99.5, 99.5],
  ['fRate', { type: 'fRate' }, '3', 3],
  ['fRate', { type: 'fRate' }, 'good', invalid],
  ['fColor', { type: 'fColor' }, '#ff0000', '#ff0000'],
  ['fColor', { type: 'fColor' }, 'rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
  ['fMatrix', matrix, { q2: 'b', q1: 'a', other: 'a' }, { q1: 'a', q2: 'b' }],
  ['fMatrix', matrix, { q1: null, q2: 'a' }, { q2: 'a' }],
  ['fMatrix', matrix, {}, null],
  ['fMatrix', matrix, { other: 'a' }, null],
  ['fMatrix', matrix, { q1: ['a'] }, invalid],
  ['fMatrix', matrix, ['a'], invalid],
  ['fMatrix', matrix, 'a', invalid],
];

describe('[values.text] [values.number] [values.choice] [values.choices] [values.boolean] [values.date] [values.date.modes] [values.rating] [values.color] [values.matrix] [values.other-types] what is stored for what was sent', () => {
  test.each(table)('%s %j: %j', (_, element, sent, stored) => {
    expect(typeOf(element).read(sent, tools)).toEqual(stored);
  });
});

test('[values.stable] reading what was read changes nothing, for any JSON', () => {
  const elements = [...table.map(([, element]) => element), ...fieldTypes.map((type) => ({ type }))];
  fc.assert(
    fc.property(fc.constantFrom(...elements), fc.jsonValue(), (element, sent) => {
      const type = typeOf(element);
      const first = sent === null ? null : type.read(sent as JsonValue, tools);
      if (first === invalid || first === null) return;
      expect(type.read(first, tools)).toEqual(first);
      expect(typeof type.toText(first)).toBe('string');
    }),
  );
});

test.each<[UnnamedElement, JsonValue, string]>([
  [{ type: 'fInput' }, 'a\nb', 'a\nb'],
  [num, 5.5, '5.5'],
  [{ type: 'fBool' }, false, 'false'],
  [{ type: 'fDate' }, '2024-05-01T00:00:00.000Z', '2024-05-01T00:00:00.000Z'],
  [{ type: 'fCheckbox' }, ['a', 'b'], 'a\nb'],
  [matrix, { q1: 'a', q2: 'b' }, 'q1: a\nq2: b'],
  [{ type: 'fDoc' }, '<p>a &lt; b</p><p>c</p>', 'a < b\nc'],
  [{ type: 'fSign' }, drawn, '✓'],
])('[values.as-text] %j as text: %j', (element, value, expected) => {
  expect(typeOf(element).toText(value)).toBe(expected);
});

test('[values.signature] fSign: strokes can be drawn again', () => {
  expect(decodeSignature(drawn)).toEqual(strokes);
  for (const other of [
    'data:image/png;base64,AA',
    'strokes:',
    'strokes:{}',
    'strokes:[[1,2,[3]]]',
    'strokes:[[1,2]]',
  ]) {
    expect(decodeSignature(other)).toBeUndefined();
  }
});
