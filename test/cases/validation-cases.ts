// The rules about places of values, options, required fields and files as a table of
// form, input, data and messages. It knows no test runner, so the same table runs in Node and in a browser.

import type { JsonObject } from '../../src/core/definition/form-definition.ts';
import {
  empty,
  formOf,
  notAnOption,
  text,
  type ValidationCase,
  wrongType,
} from '../../src/core/validation/validation-case.ts';
import { conditionCases } from './condition-cases.ts';
import { fileCases } from './file-cases.ts';
import { validatorCases } from './validator-cases.ts';

const dataPathCases: ValidationCase[] = [
  {
    title: '[values.paths.field] a field adds its name',
    form: formOf(text('city')),
    input: { city: 'Haifa' },
    data: { city: 'Haifa' },
  },
  {
    title: '[values.paths.section] a section adds nothing',
    form: formOf({ type: 'cSection', name: 'address', children: [text('city')] }),
    input: { city: 'Haifa', address: { city: 'Acre' } },
    data: { city: 'Haifa' },
  },
  {
    title: '[values.paths.section] a section with secFlat=false is an object',
    form: formOf({ type: 'cSection', name: 'address', secFlat: false, children: [text('city'), text('street')] }),
    input: { address: { street: 'Main', city: 'Haifa', zip: '1' }, city: 'Acre' },
    data: { address: { city: 'Haifa', street: 'Main' } },
  },
  {
    title: '[values.paths.section] a nested section without values is absent, in a nested section too',
    form: formOf({
      type: 'cSection',
      name: 'outer',
      secFlat: false,
      children: [{ type: 'cSection', name: 'inner', secFlat: false, children: [text('a')] }],
    }),
    input: { outer: { inner: { a: ' ' } } },
    data: {},
  },
  {
    title:
      '[values.paths.section] [validation.messages.wrong-type] a nested section that is not an object has the wrong type, and its fields say nothing',
    form: formOf({
      type: 'cSection',
      name: 'address',
      secFlat: false,
      children: [text('city', { reqValidator: true })],
    }),
    input: { address: ['Haifa'] },
    data: {},
    messages: [["model['address']", wrongType, ['Haifa']]],
  },
  {
    title: '[values.paths.repeat] a repeat holds one object per row, a row without values is null',
    form: formOf({ type: 'cRepeat', name: 'items', children: [text('product')] }),
    input: { items: [{ product: 'tea' }, {}, { other: 1 }, null, { product: '  ' }] },
    data: { items: [{ product: 'tea' }, null, null, null, null] },
  },
  {
    title: '[values.paths.repeat] a repeat without rows is absent',
    form: formOf({ type: 'cRepeat', name: 'items', children: [text('product')] }),
    input: { items: [] },
    data: {},
  },
  {
    title: '[validation.rows] at most 10 rows',
    form: formOf({ type: 'cRepeat', name: 'items', children: [text('n')] }),
    input: { items: Array.from({ length: 11 }, () => ({ n: 'x' })) },
    data: { items: Array.from({ length: 11 }, () => ({ n: 'x' })) },
    messages: [["model['items']", 'There must be 10 rows or less', Array.from({ length: 11 }, () => ({ n: 'x' }))]],
  },
  {
    title: '[validation.rows] exactly 10 rows pass',
    form: formOf({ type: 'cRepeat', name: 'items', children: [text('n')] }),
    input: { items: Array.from({ length: 10 }, () => ({ n: 'x' })) },
    data: { items: Array.from({ length: 10 }, () => ({ n: 'x' })) },
  },
  {
    title: '[validation.rows] repMaxRows sets the number of rows',
    form: formOf({ type: 'cRepeat', name: 'items', repMaxRows: 2, children: [text('n')] }),
    input: { items: [{ n: '1' }, { n: '2' }, { n: '3' }] },
    data: { items: [{ n: '1' }, { n: '2' }, { n: '3' }] },
    messages: [["model['items']", 'There must be 2 rows or less', [{ n: '1' }, { n: '2' }, { n: '3' }]]],
  },
  {
    title: '[validation.rows] [validation.when] a save without rules takes any number of rows',
    form: formOf({ type: 'cRepeat', name: 'items', repMaxRows: 1, children: [text('n')] }),
    input: { items: [{ n: '1' }, { n: '2' }] },
    rules: 'types',
    data: { items: [{ n: '1' }, { n: '2' }] },
  },
  {
    title:
      '[values.paths.repeat] [values.wrong-type] rows that are not an array, and a row that is not an object, have the wrong type',
    form: formOf(
      { type: 'cRepeat', name: 'a', children: [text('n')] },
      { type: 'cRepeat', name: 'b', children: [text('n', { reqValidator: true })] },
    ),
    input: { a: { n: '1' }, b: [{ n: '1' }, 'x', []] },
    rules: 'types',
    data: { b: [{ n: '1' }, null, null] },
    messages: [
      ["model['a']", wrongType, { n: '1' }],
      ["model['b'][1]", wrongType, 'x'],
      ["model['b'][2]", wrongType, []],
    ],
  },
  {
    title: '[values.paths.repeat] repeats nest',
    form: formOf({
      type: 'cRepeat',
      name: 'orders',
      children: [text('no'), { type: 'cRepeat', name: 'lines', children: [text('what', { reqValidator: true })] }],
    }),
    input: { orders: [{ no: '1', lines: [{ what: 'tea' }, {}] }, { no: '2' }] },
    data: { orders: [{ no: '1', lines: [{ what: 'tea' }, null] }, { no: '2' }] },
    messages: [["model['orders'][0]['lines'][1]['what']", empty, null]],
  },
  {
    title: '[values.paths.columns-and-tabs] rows and tabs add nothing',
    form: formOf(
      { type: 'cRow', name: 'row', children: [[text('a')], [text('b')]] },
      { type: 'cTabs', name: 'tabs', tabs: [{ name: 'one' }, { name: 'two' }], children: [[text('c')], [text('d')]] },
    ),
    input: { d: '4', c: '3', b: '2', a: '1', row: { a: '9' } },
    data: { a: '1', b: '2', c: '3', d: '4' },
  },
  {
    title: '[values.paths.screen-state] tabs and collapsible sections keep their screen state',
    form: formOf(
      { type: 'cTabs', name: 'tabs', children: [[text('a')]] },
      { type: 'cSection', name: 'flat', secCollapse: true, children: [text('b')] },
      { type: 'cSection', name: 'nested', secCollapse: true, secFlat: false, children: [text('c')] },
    ),
    input: {
      tabs: { __activeTab: 1, other: 2 },
      flat: { __isCollapsed: true },
      nested: { __isCollapsed: true, c: 'x' },
    },
    data: { tabs: { __activeTab: 1 }, flat: { __isCollapsed: true }, nested: { __isCollapsed: true, c: 'x' } },
  },
  {
    title: '[values.paths.screen-state] screen state of the wrong shape is dropped, and so is any where none belongs',
    form: formOf(
      { type: 'cTabs', name: 'tabs', children: [[text('a')]] },
      { type: 'cSection', name: 'flat', secCollapse: true, children: [text('b')] },
      { type: 'cSection', name: 'plain', children: [text('c')] },
    ),
    input: { tabs: { __activeTab: 'x' }, flat: 7, plain: { __isCollapsed: true }, __activeTab: 1 },
    data: {},
  },
  {
    title: '[values.paths.screen-state] screen state is not a value: a row with nothing else is null',
    form: formOf({
      type: 'cRepeat',
      name: 'rows',
      children: [{ type: 'cTabs', name: 'tabs', children: [[text('a')]] }],
    }),
    input: { rows: [{ tabs: { __activeTab: 1 } }, { tabs: { __activeTab: 1 }, a: 'x' }] },
    data: { rows: [null, { tabs: { __activeTab: 1 }, a: 'x' }] },
  },
  {
    title: '[values.paths.absent] a field without a value is absent, null means no value',
    form: formOf(text('a'), text('b'), text('c'), { type: 'fCheckbox', name: 'd', options: ['x'] }),
    input: { a: null, b: '', c: ' \t\n\u00a0', d: [] },
    data: {},
  },
  {
    title: '[values.paths.undeclared] undeclared keys are dropped without error, content elements declare nothing',
    form: formOf(text('a'), { type: 'eEq', name: 'sum', eq: '1 + 1' }),
    input: { a: '1', sum: 2, b: { c: [1] }, constructor: 'x', toString: 1 },
    data: { a: '1' },
  },
  {
    title: '[values.paths.order] keys come back in the form order',
    form: formOf(text('z'), text('a'), text('m')),
    input: { a: '2', m: '3', z: '1' },
    data: { z: '1', a: '2', m: '3' },
  },
  {
    title: '[values.paths.odd-names] names of object members are ordinary names',
    form: formOf(
      text('constructor', { reqValidator: true }),
      text('toString'),
      text('hasOwnProperty', { reqValidator: true }),
    ),
    input: { constructor: 'x' },
    data: { constructor: 'x' } as unknown as JsonObject,
    messages: [["model['hasOwnProperty']", empty, null]],
  },
  {
    title: '[values.paths.odd-names] quotes and backslashes in a name are escaped in its path',
    form: formOf(text("it's a \\ name", { reqValidator: true })),
    input: {},
    data: {},
    messages: [["model['it\\'s a \\\\ name']", empty, null]],
  },
  {
    title: '[values.wrong-type] data that is not an object has the wrong type',
    form: formOf(text('a')),
    input: [1],
    data: {},
    messages: [['model', wrongType, null]],
  },
];

const optionCases: ValidationCase[] = [
  {
    title:
      '[validation.options.list] [validation.options] pairs, single strings and groups; the value is stored, not the label',
    form: formOf(
      {
        type: 'fSelect',
        name: 'a',
        options: [['il', 'Israel'], 'fr', { label: 'More', options: [['de', 'Germany'], 'us'] }],
      },
      { type: 'fRadio', name: 'b', options: [['il', 'Israel']] },
      { type: 'fSelect', name: 'c', options: [['il', 'Israel']] },
    ),
    input: { a: 'us', b: 'il', c: 'Israel' },
    data: { a: 'us', b: 'il', c: 'Israel' },
    messages: [["model['c']", notAnOption, 'Israel']],
  },
  {
    title: '[validation.options] every value of an array and of a matrix is checked',
    form: formOf(
      { type: 'fCheckbox', name: 'a', options: ['x', 'y'] },
      { type: 'fSelect', name: 'b', selectMulti: true, options: ['x', 'y'] },
      { type: 'fMatrix', name: 'c', matrixQuestions: ['q1', 'q2'], options: ['yes', 'no'] },
    ),
    input: { a: ['x', 'z'], b: ['y', 'x'], c: { q1: 'yes', q2: 'maybe' } },
    data: { a: ['x', 'z'], b: ['y', 'x'], c: { q1: 'yes', q2: 'maybe' } },
    messages: [
      ["model['a']", notAnOption, ['x', 'z']],
      ["model['c']", notAnOption, { q1: 'yes', q2: 'maybe' }],
    ],
  },
  {
    title: '[values.option-spelling] a value that spells an option takes the value of that option',
    form: formOf(
      { type: 'fSelect', name: 'a', options: [[1, 'One']] },
      { type: 'fSelect', name: 'b', options: [['1', 'One']] },
      {
        type: 'fSelect',
        name: 'c',
        typeValidator: 'num',
        options: [
          ['1', 'One'],
          [2, 'Two'],
        ],
      },
      { type: 'fSelect', name: 'd', typeValidator: 'date', options: [['2024-05-01', 'May Day']] },
    ),
    input: { a: '1', b: 1, c: '1', d: '2024-05-01' },
    data: { a: 1, b: '1', c: 1, d: '2024-05-01T00:00:00.000Z' },
  },
  {
    title: '[validation.options.expression] an expression is evaluated per entry, in a row per row',
    form: formOf(
      text('list'),
      { type: 'fSelect', name: 'a', options: "fn.split(model.list, ',')" },
      {
        type: 'cRepeat',
        name: 'rows',
        children: [text('kind'), { type: 'fSelect', name: 'b', options: "row.kind == 'n' ? [1, 2] : [['x', 'Ex']]" }],
      },
    ),
    input: { list: 'p,q', a: 'q', rows: [{ kind: 'n', b: 2 }, { kind: 'n', b: 'x' }, { b: 'x' }] },
    data: { list: 'p,q', a: 'q', rows: [{ kind: 'n', b: 2 }, { kind: 'n', b: 'x' }, { b: 'x' }] },
    messages: [["model['rows'][1]['b']", notAnOption, 'x']],
  },
  {
    title: '[validation.options.expression] an expression that gives no list accepts nothing',
    form: formOf({ type: 'fSelect', name: 'a', options: 'model.missing' }),
    input: { a: 'x' },
    data: { a: 'x' },
    messages: [["model['a']", notAnOption, 'x']],
  },
  {
    title: '[validation.options.set] a field with an options set accepts any value',
    form: formOf({
      type: 'fSelect',
      name: 'a',
      options: { url: '/v1.0/optionsSet/1/autocomplete', qs: '{ term: term }' },
    }),
    input: { a: 'anything' },
    data: { a: 'anything' },
  },
  {
    title: '[validation.when] a save without rules checks no options',
    form: formOf({ type: 'fSelect', name: 'a', options: ['x'] }),
    input: { a: 'y' },
    rules: 'types',
    data: { a: 'y' },
  },
];

export const cases: readonly ValidationCase[] = [
  ...dataPathCases,
  ...optionCases,
  ...conditionCases,
  ...validatorCases,
  ...fileCases,
];
