import { expect, test } from 'vitest';
import type { ApiForm } from '../../api-types/forms.ts';
import { columnsOfForm } from './table-columns.ts';

const form = {
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        { type: 'fInput', name: 'name', label: 'Name' },
        {
          type: 'cSection',
          name: 'home',
          label: 'Home',
          secFlat: false,
          children: [
            { type: 'fInput', name: 'city', label: 'City' },
            {
              type: 'cSection',
              name: 'flat',
              label: 'Flat',
              children: [{ type: 'fDate', name: 'since', label: 'Since' }],
            },
          ],
        },
        {
          type: 'cRepeat',
          name: 'guests',
          label: 'Guests',
          children: [
            { type: 'fInput', name: 'age', label: 'Age', typeValidator: { type: 'num' } },
            { type: 'fCheckbox', name: 'meals', label: 'Meals', options: [['v', 'Vegan'], 'Fish', ['v', 'Twice']] },
          ],
        },
        {
          type: 'fRadio',
          name: 'size',
          label: 'Size',
          typeValidator: 'num',
          options: [
            ['1', 'Small'],
            [2, 'Large'],
          ],
        },
        { type: 'fSelect', name: 'town', label: 'Town', options: { url: 'https://example.org' } },
        { type: 'fBool', name: 'agrees', label: 'Agrees' },
        { type: 'fFile', name: 'photo', label: 'Photo' },
        { type: 'fMatrix', name: 'grid', label: 'Grid', options: ['a'], matrixQuestions: ['q'] },
        { type: 'fRate', name: 'stars', label: 'Stars' },
      ],
    },
  },
} as unknown as ApiForm;

test('[management] columns: where values are, what can be asked of them, and the options they come from', () => {
  const { fields } = columnsOfForm(form, 'en');
  const asked = fields.map(({ title, path, kind, isSortable, mode }) => [title, path, kind, isSortable, mode]);
  expect(asked).toEqual([
    ['Name', 'name', 'text', true, undefined],
    ['City', 'home.city', 'text', true, undefined],
    ['Since', 'home.since', 'date', true, 'd'],
    ['Guests: Age', 'guests.age', 'number', false, undefined],
    ['Guests: Meals', 'guests.meals', 'multi-choice', false, undefined],
    ['Size', 'size', 'choice', true, undefined],
    ['Town', 'town', 'choice', true, undefined],
    ['Agrees', 'agrees', 'bool', true, undefined],
    ['Photo', 'photo', 'file', false, undefined],
    ['Grid', 'grid', 'matrix', false, undefined],
    ['Stars', 'stars', 'rate', true, undefined],
  ]);
  const options = Object.fromEntries(fields.map((column) => [column.path, column.options]));
  expect(options['guests.meals']).toEqual([
    { value: 'v', label: 'Vegan' },
    { value: 'Fish', label: 'Fish' },
  ]);
  expect(options['size']).toEqual([
    { value: 1, label: 'Small' },
    { value: 2, label: 'Large' },
  ]);
  expect(options['town']).toEqual([]);
});
