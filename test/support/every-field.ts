// A form with a field of every kind, and an answer to each but the file, whose address is known once it was uploaded.
import { root } from './entries.ts';

export const everyField = {
  name: 'Every "value"',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'text', label: 'Text, with a comma' },
      { type: 'fInput', name: 'num', typeValidator: 'num', label: 'Number' },
      { type: 'fLngTxt', name: 'long' },
      { type: 'fDoc', name: 'doc' },
      { type: 'fSelect', name: 'select', options: [['a', 'Label of a']] },
      { type: 'fSelect', name: 'multi', selectMulti: true, options: ['a', 'b'] },
      { type: 'fRadio', name: 'radio', options: [[-1, 'minus one']] },
      { type: 'fCheckbox', name: 'check', options: ['x', 'y'] },
      { type: 'fBool', name: 'bool' },
      { type: 'fDate', name: 'day' },
      { type: 'fDate', name: 'moment', typeValidator: { type: 'date', mode: 'dt' } },
      { type: 'fFile', name: 'files' },
      { type: 'fSign', name: 'sign' },
      { type: 'fRate', name: 'rate' },
      { type: 'fColor', name: 'color' },
      { type: 'fMatrix', name: 'matrix', matrixQuestions: ['q1', 'q2'], options: ['good', 'bad'] },
      { type: 'cSection', name: 'address', secFlat: false, children: [{ type: 'fInput', name: 'city' }] },
      {
        type: 'cTabs',
        name: 'tabs',
        tabs: [{ name: 'first' }],
        children: [[{ type: 'fInput', name: 'inTab', label: 'Text, with a comma' }]],
      },
      {
        type: 'cRepeat',
        name: 'items',
        children: [
          { type: 'fInput', name: 'product' },
          { type: 'fInput', name: 'amount', typeValidator: 'num' },
        ],
      },
    ),
  },
};

export const everyAnswer = {
  text: 'שלום "world"',
  num: -2.5,
  long: 'one\r\ntwo',
  doc: '<p>Tom &amp; Ann</p>',
  select: 'a',
  multi: ['a', 'b'],
  radio: -1,
  check: ['x', 'y'],
  bool: false,
  day: '2024-05-01',
  moment: '2024-05-01T10:20:30Z',
  sign: { strokes: [{ cWidth: 10, cHeight: 10, points: [{ x: 1, y: 2, time: 3 }] }] },
  rate: 4,
  color: '#ff0000',
  matrix: { q1: 'good', q2: 'bad' },
  address: { city: 'Haifa' },
  inTab: '😀',
  items: [{ product: 'Tea', amount: 1 }, null, { product: 'Milk', amount: -2 }],
};
