import { expect, test } from 'vitest';
import { file } from '../../../test/cases/file-cases.ts';
import type { FormDefinition, JsonObject } from '../definition/form-definition.ts';
import { formOf, text } from '../validation/validation-case.ts';
import { type Cell, fieldColumns } from './columns.ts';
import { compileForm } from './compile-form.ts';
import { compileTools } from './compile-tools.ts';

function cells(form: FormDefinition, data: JsonObject): Record<string, Cell> {
  return Object.fromEntries(fieldColumns(compileForm(form, compileTools)).map(({ name, read }) => [name, read(data)]));
}

test('[export.columns] [export.titles] a column is the names on the path from root, sections, rows and tabs included; its title is the label', () => {
  const form = formOf(
    text('name', { label: 'Full name' }),
    { type: 'cSection', name: 'address', children: [text('city')] },
    { type: 'cSection', name: 'work', secFlat: false, children: [text('city')] },
    { type: 'cRow', name: 'row', children: [[text('a')], [text('b')]] },
    { type: 'cTabs', name: 'tabs', tabs: [{ name: 'one' }, {}], children: [[text('c')], [text('d')]] },
    { type: 'cRepeat', name: 'items', children: [text('product', { label: 'Product' })] },
    { type: 'eEq', name: 'sum', eq: '1' },
  );
  expect(fieldColumns(compileForm(form, compileTools)).map(({ name, title }) => [name, title])).toEqual([
    ['root≡name', 'Full name'],
    ['root≡address≡city', 'city'],
    ['root≡work≡city', 'city'],
    ['root≡row≡a', 'a'],
    ['root≡row≡b', 'b'],
    ['root≡tabs≡one≡c', 'c'],
    ['root≡tabs≡d', 'd'],
    ['root≡items≡product', 'Product'],
  ]);
});

test('[export.cells] several values and the rows of a repeat are joined by line breaks', () => {
  const form = formOf(
    { type: 'fCheckbox', name: 'tags', options: ['a', 'b'] },
    { type: 'fFile', name: 'files' },
    { type: 'cSection', name: 's', secFlat: false, children: [text('x')] },
    {
      type: 'cRepeat',
      name: 'items',
      children: [text('p'), text('q'), { type: 'cRepeat', name: 'inner', children: [text('z')] }],
    },
  );
  const data = {
    tags: ['a', 'b'],
    files: [file(), file({ name: 'b.pdf' })],
    s: { x: '1' },
    items: [{ p: '1', inner: [{ z: 'a' }, { z: 'b' }] }, null, { p: '3', inner: [{ z: 'c' }] }],
  };
  expect(cells(form, data)).toEqual({
    'root≡tags': 'a\nb',
    'root≡files': 'plan.pdf (https://files.example/key)\nb.pdf (https://files.example/key)',
    'root≡s≡x': '1',
    'root≡items≡p': '1\n\n3',
    'root≡items≡q': '',
    'root≡items≡inner≡z': 'a\nb\n\nc',
  });
});

test('[export.cells] data from before the form was changed is shown as it is', () => {
  const form = formOf(text('n', { typeValidator: 'num' }), { type: 'fCheckbox', name: 'c' }, text('constructor'));
  expect(cells(form, { n: 'many', c: { a: 1 } })).toEqual({
    'root≡n': 'many',
    'root≡c': '{"a":1}',
    'root≡constructor': '',
  });
});

test('[export.cells] numbers and booleans stay what they are, unless several are joined', () => {
  const form = formOf(
    text('n', { typeValidator: 'num' }),
    { type: 'fBool', name: 'b' },
    { type: 'fRadio', name: 'r', options: [[-1, 'minus one']] },
    { type: 'cRepeat', name: 'items', children: [text('n', { typeValidator: 'num' })] },
  );
  expect(cells(form, { n: -2.5, b: false, r: -1, items: [{ n: -3 }] })).toEqual({
    'root≡n': -2.5,
    'root≡b': false,
    'root≡r': -1,
    'root≡items≡n': -3,
  });
  expect(cells(form, { items: [{ n: -3 }, { n: 4 }] })['root≡items≡n']).toBe('-3\n4');
});
