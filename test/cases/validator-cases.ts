// Cases of the validators, of the language of messages and of texts that cannot be stored.

import type { JsonObject } from '../../src/core/definition/form-definition.ts';
import { formOf, text, type ValidationCase } from '../../src/core/validation/validation-case.ts';

export const validatorCases: readonly ValidationCase[] = [
  {
    title: '[validation.validators] a string such as str/email',
    form: formOf(
      text('a', { validators: ['str/email'] }),
      text('b', { validators: ['str/email'] }),
      text('c', { validators: ['str/email'] }),
    ),
    input: { a: 'alice@example.com', b: 'alice' },
    data: { a: 'alice@example.com', b: 'alice' },
    messages: [["model['b']", 'Must be a valid email address.', 'alice']],
  },
  {
    title: '[validation.validators] message and level of each; every broken one is reported, with what was sent',
    form: formOf(
      text('n', {
        typeValidator: 'num',
        validators: [
          { type: 'num/min', value: 10, message: 'Ten at least' },
          { type: 'num/max', value: '4' },
          { type: 'num/integer', level: 'warning' },
        ],
      }),
    ),
    input: { n: '5.5' },
    data: { n: 5.5 },
    messages: [
      ["model['n']", 'Ten at least', '5.5'],
      ["model['n']", 'Must be 4 or less.', '5.5'],
    ],
    notices: [["model['n']", 'Must be a whole number.', 'warning', '5.5']],
  },
  {
    title: '[validation.validators] limits may be expressions, and none where they give nothing',
    form: formOf(
      { type: 'fDate', name: 'from' },
      { type: 'fDate', name: 'to', validators: [{ type: 'date/min', value: 'model.from' }] },
      { type: 'fDate', name: 'any', validators: [{ type: 'date/min', value: 'model.nothing' }] },
      { type: 'fDate', name: 'fixed', validators: [{ type: 'date/max', value: '2024-01-01' }] },
    ),
    input: { from: '2024-05-02', to: '2024-05-01', any: '2024-05-01', fixed: '2024-01-02' },
    data: {
      from: '2024-05-02T00:00:00.000Z',
      to: '2024-05-01T00:00:00.000Z',
      any: '2024-05-01T00:00:00.000Z',
      fixed: '2024-01-02T00:00:00.000Z',
    },
    messages: [
      ["model['to']", 'Must be 2024-05-02 or later.', '2024-05-01'],
      ["model['fixed']", 'Must be 2024-01-01 or earlier.', '2024-01-02'],
    ],
  },
  {
    title: '[validation.validators.expr] expr must be true; it sees value, model and row',
    form: formOf(
      text('a'),
      text('b', { validators: [{ type: 'expr', value: 'value == model.a', message: 'Not the same' }] }),
      {
        type: 'cRepeat',
        name: 'r',
        children: [text('x'), text('y', { validators: [{ type: 'expr', value: 'value == row.x && $index == 0' }] })],
      },
    ),
    input: {
      a: '1',
      b: '2',
      r: [
        { x: '1', y: '1' },
        { x: '1', y: '1' },
      ],
    },
    data: {
      a: '1',
      b: '2',
      r: [
        { x: '1', y: '1' },
        { x: '1', y: '1' },
      ],
    },
    messages: [
      ["model['b']", 'Not the same', '2'],
      ["model['r'][1]['y']", 'Invalid value.', '1'],
    ],
  },
  {
    title: '[values.trimmed] blanks around an email or web address are not stored and break no rule',
    form: formOf(
      text('mail', { validators: ['str/email', { type: 'str/maxLength', value: 6 }] }),
      text('site', { validators: [{ type: 'str/url' }] }),
      { type: 'fLngTxt', name: 'long', validators: ['str/email'] },
      text('other', { validators: [{ type: 'str/minLength', value: 3 }] }),
      text('bad', { validators: ['str/email'] }),
    ),
    input: { mail: ' a@b.co\u00a0', site: '\thttps://a.b\n', long: 'a@b.co ', other: ' x ', bad: ' a@b .co ' },
    data: { mail: 'a@b.co', site: 'https://a.b', long: 'a@b.co', other: ' x ', bad: 'a@b .co' },
    messages: [["model['bad']", 'Must be a valid email address.', ' a@b .co ']],
  },
  {
    title: '[validation.validators.lengths] lengths of text in characters, of lists and repeats in items',
    form: formOf(
      text('a', { validators: [{ type: 'str/maxLength', value: 2 }] }),
      text('b', { validators: [{ type: 'str/minLength', value: 3 }] }),
      { type: 'fCheckbox', name: 'c', options: ['x', 'y'], validators: [{ type: 'arr/maxLength', value: 1 }] },
      { type: 'cRepeat', name: 'd', children: [text('x')], validators: [{ type: 'arr/minLength', value: 2 }] },
    ),
    input: { a: '😀😀', b: '😀😀', c: ['x', 'y'], d: [{ x: '1' }] },
    data: { a: '😀😀', b: '😀😀', c: ['x', 'y'], d: [{ x: '1' }] },
    messages: [
      ["model['b']", 'Must be at least 3 characters long.', '😀😀'],
      ["model['c']", 'There must be 1 or less.', ['x', 'y']],
      ["model['d']", 'There must be 2 or more.', [{ x: '1' }]],
    ],
  },
  {
    title: '[validation.validators] are not asked about empty values, nor by a save without rules',
    form: formOf(
      text('a', { validators: ['str/email', { type: 'str/minLength', value: 3 }] }),
      text('b', { validators: ['str/email'] }),
    ),
    input: { b: 'no address' },
    rules: 'types',
    data: { b: 'no address' },
  },
  {
    title: '[validation.messages.language] are in the language of the form',
    form: { ...formOf(text('a', { reqValidator: true }), text('b', { typeValidator: 'num' })), locale: 'he' },
    input: { b: 'x' },
    data: {},
    messages: [
      ["model['a']", 'אי אפשר להשאיר שדה זה ריק.', null],
      ["model['b']", 'סוג הנתון אינו תקין.', 'x'],
    ],
  },
  {
    title: '[conventions.text] NUL is dropped and lone surrogates become U+FFFD',
    form: formOf(text('a'), { type: 'fCheckbox', name: 'b' }, { type: 'fSign', name: 'c' }, text('d')),
    input: { a: 'x\0\ud800y😀', b: ['\udc00'], c: '\ud800', d: '\0' } as JsonObject,
    data: { a: 'x\ufffdy😀', b: ['\ufffd'], c: '\ufffd' },
  },
];
