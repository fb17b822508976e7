import { expect, test } from 'vitest';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { fieldNames, withFacts } from './expression-names.ts';

const children = [
  { type: 'fInput', name: 'age', label: 'Your age', typeValidator: 'num' },
  { type: 'fInput', name: 'first name' },
  { type: 'fInput', name: "it's \\" },
  { type: 'cSection', name: 'flat', children: [{ type: 'fBool', name: 'inner' }] },
  { type: 'cSection', name: 'address', label: 'Address', secFlat: false, children: [{ type: 'fDate', name: 'since' }] },
  {
    type: 'cRepeat',
    name: 'items',
    children: [
      { type: 'fSelect', name: 'kind', options: ['a', ['b', 'Bee']] },
      { type: 'cRepeat', name: 'parts', children: [{ type: 'fRate', name: 'stars' }] },
    ],
  },
  { type: 'cRow', name: 'row', children: [[{ type: 'fFile', name: 'left' }], [{ type: 'fDoc', name: 'right' }]] },
  { type: 'fMatrix', name: 'opinion', matrixQuestions: ['price', ['speed', 'How fast?']], options: ['good', 'bad'] },
  { type: 'eText', name: 'note', text: 'hi' },
  { type: 'nonsense', name: 'what' },
  null,
] as unknown as Element[];
const definition: FormDefinition = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };

test('[builder] names: every declared field by its data path, with label and kind; what is broken is left out', () => {
  const { fields } = fieldNames(definition);
  expect(fields.map(({ text, label, kind }) => [text, label, kind])).toEqual([
    ['model.age', 'Your age', 'number'],
    ["model['first name']", 'first name', 'text'],
    ["model['it\\'s \\\\']", "it's \\", 'text'],
    ['model.inner', 'inner', 'bool'],
    ['model.address', 'Address', 'object'],
    ['model.address.since', 'Address › since', 'date'],
    ['model.items', 'items', 'rows'],
    ['model.left', 'left', 'file'],
    ['model.right', 'right', 'doc'],
    ['model.opinion', 'opinion', 'matrix'],
    ['model.opinion.price', 'opinion › price', 'choice'],
    ['model.opinion.speed', 'opinion › How fast?', 'choice'],
  ]);
  expect(fieldNames({}).fields).toEqual([]);
});

test('[builder] names: inside a repeat those of the innermost row come first; its own rules stand outside', () => {
  const at = (place: string) => fieldNames(definition, `formSchema.rootElem.children.5${place}`);
  const rowNames = (place: string) => at(place).fields.flatMap(({ text }) => (text.startsWith('row') ? [text] : []));
  expect(rowNames('.children.0')).toEqual(['row.kind', 'row.parts']);
  expect(rowNames('.children.1')).toEqual(['row.kind', 'row.parts']);
  expect(rowNames('.children.1.children.0.relevant')).toEqual(['row.stars']);
  expect(rowNames('')).toEqual([]);
  expect(at('.children.0').facts[0]?.text).toBe('$index');
  expect(at('').facts.map(({ text }) => text)).not.toContain('$index');
  expect(at('.children.0').fields[0]?.options).toEqual([
    { value: 'a', label: 'a' },
    { value: 'b', label: 'Bee' },
  ]);
});

test('[builder] names: what an expression reads is known or not', () => {
  const outside = withFacts(fieldNames(definition), ['value']);
  const inRow = fieldNames(definition, ['formSchema', 'rootElem', 'children', 5, 'children', 0]);
  const known = ['model', 'model.age', 'model.age.length', 'model.items', 'model.items.0.kind', 'model.opinion.speed'];
  const facts = ['data', 'data.entry', 'data.entry.id', 'data.form.name', 'value', 'value.length'];
  for (const read of [...known, ...facts]) expect([read, outside.knows(read.split('.'))]).toEqual([read, true]);
  for (const read of [
    'modl',
    'model.agee',
    'model.address.till',
    'row.kind',
    '$index',
    'data.user',
    'model.opinion.x',
  ]) {
    expect([read, outside.knows(read.split('.'))]).toEqual([read, false]);
  }
  expect(inRow.knows(['row', 'kind'])).toBe(true);
  expect(inRow.knows(['$index'])).toBe(true);
  expect(inRow.knows(['row', 'color'])).toBe(false);
});
