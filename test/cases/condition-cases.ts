// Cases of required rules, of conditions, and of what a wrong type silences.

import type { Element } from '../../src/core/definition/form-definition.ts';
import { empty, formOf, text, type ValidationCase, wrongType } from '../../src/core/validation/validation-case.ts';

export const conditionCases: readonly ValidationCase[] = [
  {
    title: '[validation.required] missing and false mean never, true means always',
    form: formOf(text('a'), text('b', { reqValidator: false }), text('c', { reqValidator: true })),
    input: {},
    data: {},
    messages: [["model['c']", empty, null]],
  },
  {
    title: '[validation.required] an object: req true, an expression, or missing, which means always',
    form: formOf(
      text('a', { reqValidator: { req: true } }),
      text('b', { reqValidator: { req: "model.why == 'yes'" } }),
      text('c', { reqValidator: { req: "model.why == 'no'" } }),
      text('d', { reqValidator: {} }),
      text('e', { reqValidator: { req: false } }),
      text('why'),
    ),
    input: { why: 'yes' },
    data: { why: 'yes' },
    messages: [
      ["model['a']", empty, null],
      ["model['b']", empty, null],
      ["model['d']", empty, null],
    ],
  },
  {
    title: '[validation.required] message replaces the default; levels other than error only show',
    form: formOf(
      text('a', { reqValidator: { message: 'Your name, please' } }),
      text('b', { reqValidator: { level: 'warning' } }),
      text('c', { reqValidator: { level: 'info', message: 'Nice to have' } }),
      text('d', { reqValidator: { level: 'success', message: 'Fine' } }),
    ),
    input: { a: '  ' },
    data: {},
    messages: [["model['a']", 'Your name, please', '  ']],
    notices: [
      ["model['b']", empty, 'warning', null],
      ["model['c']", 'Nice to have', 'info', null],
      ["model['d']", 'Fine', 'success', null],
    ],
  },
  {
    title: '[validation.required.empty] fails for each kind of empty value',
    form: formOf(
      ...[text('a'), { type: 'fCheckbox', name: 'b' }, { type: 'fDoc', name: 'c' }, { type: 'fFile', name: 'd' }].map(
        (element) => ({ ...element, reqValidator: true }) as Element,
      ),
    ),
    input: { a: ' ', b: [], c: '<p><br></p>', d: [] },
    data: {},
    messages: [
      ["model['a']", empty, ' '],
      ["model['b']", empty, []],
      ["model['c']", empty, '<p><br></p>'],
      ["model['d']", empty, []],
    ],
  },
  {
    title: '[validation.required.matrix] a matrix fails when any question is unanswered',
    form: formOf(
      {
        type: 'fMatrix',
        name: 'm',
        matrixQuestions: ['q1', ['q2', 'Second']],
        options: ['1', '2'],
        reqValidator: true,
      },
      { type: 'fMatrix', name: 'n', matrixQuestions: ['q1'], options: ['1', '2'], reqValidator: true },
    ),
    input: { m: { q1: '1', other: '2' }, n: { q1: '2' } },
    data: { m: { q1: '1' }, n: { q1: '2' } },
    messages: [["model['m']", empty, { q1: '1', other: '2' }]],
  },
  {
    title: '[validation.required.empty] a boolean accepts false, a number zero',
    form: formOf(
      { type: 'fBool', name: 'a', reqValidator: true },
      text('b', { typeValidator: 'num', reqValidator: true }),
    ),
    input: { a: false, b: 0 },
    data: { a: false, b: 0 },
  },
  {
    title: '[validation.required.rows] in a repeat every row is asked, and the error names the row',
    form: formOf({ type: 'cRepeat', name: 'items', children: [text('product', { reqValidator: true }), text('note')] }),
    input: { items: [{ note: 'x' }, { product: 'tea' }, null] },
    data: { items: [{ note: 'x' }, { product: 'tea' }, null] },
    messages: [
      ["model['items'][0]['product']", empty, null],
      ["model['items'][2]['product']", empty, null],
    ],
  },
  {
    title: '[validation.required.rows] a repeat without rows breaks no rule of its fields, but one of its own',
    form: formOf(
      { type: 'cRepeat', name: 'a', children: [text('x', { reqValidator: true })] },
      { type: 'cRepeat', name: 'b', reqValidator: true, children: [text('x')] },
    ),
    input: {},
    data: {},
    messages: [["model['b']", empty, null]],
  },
  {
    title: '[validation.relevant] hidden values are dropped without error, their rules do not apply',
    form: formOf(
      text('a', { relevant: false, reqValidator: true }),
      text('b', { relevant: "model.c == 'x'", typeValidator: 'num' }),
      text('c'),
      { type: 'cSection', name: 's', relevant: 'false', children: [text('d', { reqValidator: true })] },
      { type: 'cRepeat', name: 'r', relevant: 'model.c', children: [text('e', { reqValidator: true })] },
    ),
    input: { a: '1', b: { wrong: true }, d: '2', r: [{}, 5] },
    data: {},
  },
  {
    title: '[validation.relevant] a hidden tab hides all inside',
    form: formOf(text('which'), {
      type: 'cTabs',
      name: 'tabs',
      tabs: [{ name: 'one', relevant: "model.which == '1'" }, { name: 'two' }],
      children: [[text('a', { reqValidator: true })], [text('b', { reqValidator: true })]],
    }),
    input: { which: '2', a: 'x', b: 'y', tabs: { __activeTab: 1 } },
    data: { which: '2', tabs: { __activeTab: 1 }, b: 'y' },
  },
  {
    title: '[validation.relevant.chains] hiding one field hides another, whatever their order',
    form: formOf(
      text('c', { relevant: 'model.b' }),
      text('b', { relevant: 'model.a' }),
      text('a', { relevant: "model.start == 'yes'" }),
      text('start'),
    ),
    input: { a: '1', b: '2', c: '3', start: 'no' },
    data: { start: 'no' },
  },
  {
    title: '[validation.relevant.chains] hiding one field shows another',
    form: formOf(
      text('b', { relevant: '!model.a', reqValidator: true }),
      text('a', { relevant: "model.start == 'yes'" }),
      text('start'),
    ),
    input: { a: '1', b: '2', start: 'no' },
    data: { b: '2', start: 'no' },
  },
  {
    title: '[validation.relevant.rows] in a row conditions see the row and its number',
    form: formOf({
      type: 'cRepeat',
      name: 'rows',
      children: [
        text('kind'),
        text('why', { relevant: "row.kind == 'other'" }),
        text('first', { relevant: '$index == 0' }),
      ],
    }),
    input: { rows: [{ kind: 'other', why: 'x', first: 'y' }, { kind: 'b', why: 'x', first: 'y' }, { first: 'y' }] },
    data: { rows: [{ kind: 'other', why: 'x', first: 'y' }, { kind: 'b' }, null] },
  },
  {
    title: '[validation.relevant.chains] circles settle: each field only while the other is empty',
    form: formOf(text('a', { relevant: '!model.b' }), text('b', { relevant: '!model.a' })),
    input: { a: '1', b: '2' },
    data: { b: '2' },
  },
  {
    title: '[validation.messages.wrong-type] a value of the wrong type is not a value to conditions',
    form: formOf(text('n', { typeValidator: 'num' }), text('a', { relevant: 'model.n == null', reqValidator: true })),
    input: { n: 'many' },
    data: {},
    messages: [
      ["model['n']", wrongType, 'many'],
      ["model['a']", empty, null],
    ],
  },
  {
    title:
      '[validation.messages.wrong-type] a wrong type is reported with what was sent, and asks no other rule of its field',
    form: formOf(text('n', { typeValidator: 'num', reqValidator: true, validators: [{ type: 'num/min', value: 5 }] })),
    input: { n: { deep: [1] } },
    data: {},
    messages: [["model['n']", wrongType, { deep: [1] }]],
  },
];
