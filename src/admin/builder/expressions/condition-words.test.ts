import { expect, test } from 'vitest';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { conditionWords } from './condition-words.ts';
import { fieldNames } from './expression-names.ts';

const form: FormDefinition = {
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        { type: 'fBool', name: 'guest', label: 'Brings a guest' },
        { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
        { type: 'fInput', name: 'city', label: 'עיר' },
        { type: 'fRadio', name: 'meal', label: 'Meal', options: [['v', 'Vegan'], ['m', 'Meat'], 'Fish'] },
        { type: 'fCheckbox', name: 'days', label: 'Days', options: ['Mon', 'Tue'] },
        { type: 'fDate', name: 'born', label: 'Born' },
        { type: 'cRepeat', name: 'rows', label: 'Rows', children: [{ type: 'fInput', name: 'who', label: 'Who' }] },
      ],
    },
  },
};
const names = fieldNames(form);

test.each([
  ['model.guest', 'Brings a guest is checked'],
  ['!model.guest', 'Brings a guest is not checked'],
  ['model.guest && model.age >= 18', 'Brings a guest is checked and Age is at least 18'],
  ["model.meal == 'v' || model.meal == 'Fish'", 'Meal is “Vegan” or Meal is “Fish”'],
  ["['v', 'm'].includes(model.meal)", 'Meal is one of “Vegan”, “Meat”'],
  ["model.days.includes('Mon')", 'Days contains “Mon”'],
  ['model.days.length >= 2', 'Days has at least 2'],
  ['model.age >= 3 && model.age <= 9', 'Age is between 3 and 9'],
  ["model.city == 'x'", '\u2068עיר\u2069 is “x”'],
  ["model.born < '2020-02-01'", 'Born is before 1 Feb 2020'],
  ['model.rows.length > 0', 'Rows is filled'],
  ['model.age  * 2 >\n 7', 'model.age * 2 > 7'],
  ['model.nobody', 'model.nobody'],
])('[builder] %s in words', (condition, expected) => {
  expect(conditionWords(condition, names, 'en')).toBe(expected);
});

test('[builder] conditions in words: Hebrew, and what is none', () => {
  expect(conditionWords('model.guest', names, 'he')).toBe('\u2068Brings a guest\u2069 מסומן');
  expect(conditionWords("model.city == 'חיפה'", names, 'he')).toBe('עיר הוא ”חיפה“');
  expect(conditionWords(undefined, names, 'en')).toBeUndefined();
  expect(conditionWords(true, names, 'en')).toBeUndefined();
  expect(conditionWords(' ', names, 'en')).toBeUndefined();
});
