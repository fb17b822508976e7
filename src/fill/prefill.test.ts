// What a link with values chooses: option values, not labels.
import { expect, test } from 'vitest';
import type { JsonObject } from '../core/definition/form-definition.ts';
import { compileForm } from '../core/plan/compile-form.ts';
import { compileTools } from '../core/plan/compile-tools.ts';
import { formOf } from '../core/validation/validation-case.ts';
import { withPrefill } from './prefill.ts';

const options = [
  ['w', 'Label W'],
  ['b', 'Label B'],
  [1, 'One'],
];
const plan = compileForm(
  formOf(
    { type: 'fSelect', name: 'one', options },
    { type: 'fRadio', name: 'radio', options },
    { type: 'fCheckbox', name: 'many', options },
    { type: 'fMatrix', name: 'matrix', matrixQuestions: ['p', 'q'], options },
    { type: 'fSelect', name: 'made', options: 'model.list' },
    { type: 'fSelect', name: 'found', options: { url: '/x' } },
    {
      type: 'cRepeat',
      name: 'rows',
      children: [
        { type: 'fSelect', name: 'in', options },
        { type: 'fInput', name: 'text' },
      ],
    },
    {
      type: 'cSection',
      name: 'home',
      secFlat: false,
      relevant: 'false',
      children: [{ type: 'fRadio', name: "it's", options }],
    },
  ),
  compileTools,
);
const filled = (sent: JsonObject, base: JsonObject = {}) => withPrefill(plan, base, JSON.stringify(sent));

test('[fill-links.prefill] values choose, labels and other values of a fixed list choose nothing', () => {
  expect(filled({ one: 'w', radio: '1', many: ['w', 1] })).toEqual({ one: 'w', radio: 1, many: ['w', 1] });
  expect(filled({ one: 'Label W', radio: 'x', many: ['Label W'] })).toEqual({});
  expect(filled({ many: ['Label W', 'b'], matrix: { p: 'w', q: 'Label W' } })).toEqual({
    many: ['b'],
    matrix: { p: 'w' },
  });
  expect(filled({ rows: [{ in: 'Label W', text: 't' }, { in: 'w' }], home: { "it's": 'Label W' } })).toEqual({
    rows: [{ text: 't' }, { in: 'w' }],
    home: {},
  });
});

test('[fill-links.prefill] lists that are computed, and options sets, are not known yet', () => {
  expect(filled({ made: 'any', found: 'any' })).toEqual({ made: 'any', found: 'any' });
});

test('[fill-links.prefill] what chooses nothing takes nothing away', () => {
  expect(filled({ one: 'Label W', many: null }, { one: 'b', many: ['w'] })).toEqual({ one: 'b' });
});
