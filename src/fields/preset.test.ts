// Answers of one's own, rankings, phone numbers: what is stored and what is refused, on the plans of server and page alike.
import { expect, test } from 'vitest';
import { checkForm } from '../core/definition/check-form.ts';
import type { Element, FormDefinition, JsonValue } from '../core/definition/form-definition.ts';
import { compileForm } from '../core/plan/compile-form.ts';
import { adaptField, compileTools } from '../core/plan/compile-tools.ts';
import type { FieldStep } from '../core/plan/form-plan.ts';
import { validateEntry } from '../core/validation/validate-entry.ts';
import { presets } from './all/preset.ts';
import { readPhone } from './phone/calling-codes.ts';
import { scaleOf } from './slider/slider-scale.ts';

const formOf = (...children: object[]): FormDefinition => ({
  formSchema: { rootElem: { type: 'cSection', name: 'root', children: children as Element[] } },
});
const planOf = (field: object) => compileForm(formOf({ name: 'a', ...field }), compileTools);

function check(field: object, sent: JsonValue) {
  const context = { cleanHtml: (html: string) => html };
  const plan = planOf(field);
  const { data, messages } = validateEntry(plan, { a: sent }, { rules: 'all', context });
  // Reading what was stored changes nothing.
  expect(validateEntry(plan, data, { rules: 'types', context }).data).toEqual(data);
  return [data['a'], ...messages.map(({ message }) => message)];
}

const options = ['red', ['g', 'Green'], 3];
const radio = { type: 'fRadio', options, otherOption: true };
const boxes = { type: 'fCheckbox', options, otherOption: 'Something else' };
const long = 'x'.repeat(1001);
const tooLong = 'Must be at most 1000 characters long.';

test.each<[field: object, sent: JsonValue, stored: unknown]>([
  [radio, 'red', ['red']],
  [radio, '3', [3]],
  [radio, '  violet ', ['violet']],
  [radio, ' g ', ['g']],
  [radio, 7, ['7']],
  [radio, '   ', [undefined]],
  [radio, long, [long, tooLong]],
  [{ ...radio, reqValidator: true }, ' ', [undefined, "You can't leave this empty."]],
  [{ ...radio, otherOption: false }, 'violet', ['violet', 'not in options']],
  [{ ...radio, otherOption: '' }, 'violet', ['violet', 'not in options']],
  [{ ...radio, type: 'fSelect' }, 'violet', ['violet']],
  [{ ...radio, type: 'fSelect', selectMulti: true }, ['g', ' violet'], [['g', 'violet']]],
  [boxes, ['g', 'violet', 3], [['g', 'violet', 3]]],
  [boxes, ['g', 'violet', 'pink'], [['g', 'violet', 'pink'], 'not in options']],
  [boxes, ['violet', 'violet'], [['violet', 'violet'], 'not in options']],
  [boxes, ['g', long], [['g', long], tooLong]],
  [boxes, 'violet', [undefined, 'Invalid data type.']],
  // Made by an expression, for each entry.
  [{ ...boxes, options: "['g', 'h']" }, ['g', 'violet'], [['g', 'violet']]],
  [{ ...boxes, options: "['g', 'h']" }, ['violet', 'pink'], [['violet', 'pink'], 'not in options']],
  // Numbers and dates leave no room for words; an options set takes any value as it is.
  [{ ...radio, typeValidator: 'num', options: [1, 2] }, 'violet', [undefined, 'Invalid data type.']],
  [{ ...radio, typeValidator: 'num', options: [1, 2] }, 3, [3, 'not in options']],
])('[values.other-answer] %j takes %j', (field, sent, expected) => {
  expect(check(field, sent)).toEqual(expected);
});

const ranked = { type: 'fCheckbox', options, ranked: true };

test.each<[field: object, sent: JsonValue, stored: unknown]>([
  [ranked, ['g', '3', 'red'], [['g', 3, 'red']]],
  [ranked, ['g'], [['g']]],
  [ranked, [], [undefined]],
  [ranked, ['g', 'g'], [['g', 'g'], 'Invalid value.']],
  [ranked, ['g', 'violet'], [['g', 'violet'], 'not in options']],
  [{ ...ranked, otherOption: true }, ['g', 'violet'], [['g', 'violet'], 'not in options']],
  [{ ...ranked, reqValidator: true }, ['g', 'red'], [['g', 'red'], "You can't leave this empty."]],
  [{ ...ranked, reqValidator: true }, ['g', 'red', 3], [['g', 'red', 3]]],
])('[values.ranking] %j takes %j', (field, sent, expected) => {
  expect(check(field, sent)).toEqual(expected);
});

test.each([
  ['+972 50-123 4567', undefined, '+972501234567'],
  ['00972 (50) 123.4567', undefined, '+972501234567'],
  ['050-1234567', 'IL', '+972501234567'],
  ['\u200e050\u00a0123\u20114567', 'IL', '+972501234567'],
  ['٠٥٠١٢٣٤٥٦٧', 'IL', '+972501234567'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['+44 (0)20 7946 0958', 'IL', '+442079460958'],
  ['(415) 555-2671', 'US', '+14155552671'],
  ['1 415 555 2671', 'CA', '+14155552671'],
  ['8 (495) 123-45-67', 'RU', '+74951234567'],
  ['06 1 234 5678', 'HU', '+3612345678'],
  // There the zero is part of the number.
  ['06 1234 5678', 'IT', '+390612345678'],
  ['050-1234567', undefined, undefined],
  ['call me', 'IL', undefined],
  ['+', 'IL', undefined],
  ['1'.repeat(61), 'IL', undefined],
])('[values.phone] %j in %s is %s', (text, country, number) => {
  expect(readPhone(text, country)).toBe(number);
});

const phone = { type: 'fInput', validators: ['str/phone'], phoneCountry: 'IL' };

test.each<[field: object, sent: JsonValue, stored: unknown]>([
  [phone, ' 050-123-4567 ', ['+972501234567']],
  [phone, 501234567, ['+972501234567']],
  [phone, ' call me ', ['call me', 'Must be a valid phone number.']],
  [phone, '12', ['+97212', 'Must be a valid phone number.']],
  [{ ...phone, phoneCountry: undefined }, '050-1234567', ['050-1234567', 'Must be a valid phone number.']],
  [{ ...phone, validators: [{ type: 'str/phone', message: 'Call?' }] }, 'x', ['x', 'Call?']],
  [{ ...phone, validators: [{ type: 'str/phone', level: 'warning' }] }, 'x', ['x']],
  [{ ...phone, validators: [] }, ' 050 ', [' 050 ']],
])('[values.phone] [validation.validators.phone] %j takes %j', (field, sent, expected) => {
  expect(check(field, sent)).toEqual(expected);
});

test.each<[field: object, kind: string | undefined]>([
  [radio, 'choice'],
  [{ ...radio, type: 'fSelect' }, 'choice'],
  [{ ...radio, type: 'fSelect', selectMulti: true }, 'choice'],
  [{ ...radio, otherOption: false }, undefined],
  [{ ...radio, otherOption: undefined, optionPictures: { red: '/pictures/x' } }, 'choice'],
  [{ ...radio, options: { url: '/o' } }, undefined],
  [ranked, 'ranking'],
  [{ ...ranked, type: 'fRadio' }, undefined],
  [phone, 'phone'],
  [{ ...phone, type: 'fLngTxt' }, 'phone'],
  [{ type: 'fInput', typeValidator: 'num', inputStyle: 'slider' }, 'slider'],
  [{ type: 'fInput', inputStyle: 'slider' }, undefined],
])('[fill-links.question-kinds] %j is a question of %s', (field, kind) => {
  const element = { name: 'a', ...field } as Element;
  const step = planOf(field).shapes[0].steps[0] as FieldStep;
  const found = Object.entries(presets).filter(([, { isOne }]) => isOne(element, step));
  expect(found.map(([name]) => name)).toEqual(kind === undefined ? [] : [kind]);
  expect(adaptField(element, { ...step, look: 1 }).look).toBe(1);
});

const limits = (min?: unknown, max?: unknown) => [
  ...(min === undefined ? [] : [{ type: 'num/min', value: min }]),
  ...(max === undefined ? [] : [{ type: 'num/max', value: max }]),
];

test.each([
  [[], undefined, { min: 0, max: 100, step: 1 }],
  [limits(10, '50'), 5, { min: 10, max: 50, step: 5 }],
  [limits(-20), 0.5, { min: -20, max: 80, step: 0.5 }],
  [limits(undefined, 7), undefined, { min: 0, max: 7, step: 1 }],
  [limits(undefined, -7), undefined, { min: -7, max: 93, step: 1 }],
  [limits('model.x', 10), 20, { min: 0, max: 10, step: 1 }],
  ['nonsense', undefined, { min: 0, max: 100, step: 1 }],
])('[fill-links.slider] %j in steps of %s', (validators, step, scale) => {
  expect(scaleOf({ type: 'fInput', name: 'a', validators, step } as never)).toEqual(scale);
});

const picture = `https://forms.example/pictures/${'a'.repeat(22)}`;

test.each<[property: string, good: unknown[], bad: unknown[]]>([
  ['otherOption', [true, false, 'Else'], [1, {}]],
  ['ranked', [true, false], ['yes']],
  ['rateStyle', ['stars', 'numbers'], ['smileys', 1]],
  ['rateMin', [0, 1], [2, '0']],
  ['rateLow', ['Bad'], [1]],
  ['rateHigh', ['Good'], [null]],
  ['inputStyle', ['text', 'slider'], ['range']],
  ['phoneCountry', ['IL', 'US'], ['il', 'XX', 972]],
  [
    'optionPictures',
    [{}, { a: picture, b: picture.slice('https://forms.example'.length) }],
    [
      [],
      { a: 'https://elsewhere.example/a.png' },
      { a: 'javascript:alert(1)//pictures/aaaaaaaaaaaaaaaaaaaaaa' },
      { a: 1 },
      Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [at, picture])),
    ],
  ],
])('[forms.elements.questions] %s', (property, good, bad) => {
  const problems = (value: unknown) => checkForm(formOf({ type: 'fRadio', name: 'a', options, [property]: value }));
  for (const value of good) expect([value, problems(value)]).toEqual([value, []]);
  for (const value of bad) {
    expect([value, problems(value).map(({ path }) => path)]).toEqual([
      value,
      [`formSchema.rootElem.children.0.${property}`],
    ]);
  }
});

test('[forms.elements.questions] a step is looked at where there is a slider', () => {
  const problems = (field: object) => checkForm(formOf({ type: 'fInput', name: 'a', typeValidator: 'num', ...field }));
  expect(problems({ step: 'any' })).toEqual([]);
  expect(problems({ inputStyle: 'slider', step: 0.5 })).toEqual([]);
  for (const step of [0, -1, '1', Number.POSITIVE_INFINITY]) {
    expect(problems({ inputStyle: 'slider', step })).toHaveLength(1);
  }
});
