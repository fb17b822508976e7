import { expect, test } from 'vitest';
import { compileExpression } from '../../core/expression/compile.ts';
import { CannotSay } from '../cannot-say.ts';
import { type Holds, printPiece } from '../pieces.ts';
import { parseCondition } from './parse-condition.ts';
import { openTable, surveyScope } from './survey-names.ts';
import { translateCondition } from './translate-condition.ts';

const survey = openTable(undefined, undefined);
const known: Record<string, Holds> = {
  name: 'text',
  age: 'number',
  born: 'date',
  topics: 'list',
  agreed: 'bool',
  'q 1.x': 'text',
};
for (const [name, holds] of Object.entries(known)) survey.fields.set(name, { keys: [name], repeat: undefined, holds });
survey.fields.set('opinion.price', { keys: ['opinion', 'price'], repeat: undefined, holds: 'text' });
const orders = { keys: ['orders'], around: undefined };
survey.repeats.set('orders', orders);
const rows = openTable(orders, survey);
rows.fields.set('price', { keys: ['price'], repeat: orders, holds: 'number' });
const calculated = () =>
  new Map([
    ['double', { expression: '{age} * 2', isOpen: false }],
    ['a', { expression: '{b} + 1', isOpen: false }],
    ['b', { expression: '{a} + 1', isOpen: false }],
  ]);

function say(source: string, table = survey): string {
  try {
    return printPiece(translateCondition(parseCondition(source), surveyScope(table, calculated())));
  } catch (error) {
    if (error instanceof CannotSay) return `!${error.reason}`;
    throw error;
  }
}

test('[forms.import.expressions] expressions of SurveyJS in our own words', () => {
  const cases: [string, string][] = [
    ["{name} = 'a' and {age} > 5", "model.name == 'a' && model.age > 5"],
    ["{name} == 'a' && {age} < 5", "model.name == 'a' && model.age != null && model.age < 5"],
    ['{name} <> yes', "model.name != 'yes'"],
    ['{name} notequal "it\\\'s"', "model.name != 'it\\'s'"],
    ['{name} empty', 'model.name == null'],
    ['{topics} notempty', 'model.topics != null'],
    ["{topics} contains 'news'", "model.topics.includes('news')"],
    ["{topics} contains ['news', 'art']", "model.topics.includes('news') && model.topics.includes('art')"],
    ["{topics} anyof ['news', 'art']", "model.topics.includes('news') || model.topics.includes('art')"],
    ["{topics} allof ['news', 'art']", "model.topics.includes('news') && model.topics.includes('art')"],
    ["{topics} noneof ['news']", "!model.topics.includes('news')"],
    ['{topics} notcontains 1', "!model.topics.includes('1')"],
    [
      "{topics} = ['news', 'art']",
      "fn.length(model.topics) == 2 && model.topics.includes('news') && model.topics.includes('art')",
    ],
    ["{name} anyof ['a', 'b']", "['a', 'b'].includes(model.name)"],
    ["{name} contains 'x'", "fn.toString(model.name).includes('x')"],
    ['{age} anyof [1, 2]', '[1, 2].includes(model.age)'],
    ['!({agreed} = true)', '!(model.agreed == true)'],
    ['negate {agreed}', '!model.agreed'],
    ['{agreed} = false or {age} >= 18', 'model.agreed == false || model.age >= 18'],
    ["{born} > '2000-01-01'", "model.born > '2000-01-01T00:00:00.000Z'"],
    ['iif({age} > 17, "adult", "child")', "model.age > 17 ? 'adult' : 'child'"],
    ["sumInArray({orders}, 'price') > 10", "fn.sum(model.orders, 'price') > 10"],
    ['{age} + 5 * 2 - 1', 'model.age + 5 * 2 - 1'],
    ['{double} > 3', 'model.age * 2 > 3'],
    ['{opinion.price} = good', "model.opinion.price == 'good'"],
    ['{q 1.x} = 1', "model['q 1.x'] == 1"],
    ['year({born}) > 1990', 'model.born.getFullYear() > 1990'],
    ['{a}', '!circular'],
    ['{nobody} = 1', '!unknownName'],
    ['today() > {born}', '!today'],
    ['age({born}) > 17', '!today'],
    ['{age} ^ 2', '!operator'],
    ['myFunction({age})', '!function'],
    ['constructor({age})', '!function'],
    ['{age} >', '!syntax'],
    ["'open", '!syntax'],
    [`'${'\\\\'.repeat(9000)}`, '!syntax'],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, '!tooLong'],
    [`${'!'.repeat(500)}1`, '!tooLong'],
    ['1 + '.repeat(3000).concat('1'), '!tooLong'],
  ];
  for (const [source, expected] of cases)
    expect([source.slice(0, 60), say(source)]).toEqual([source.slice(0, 60), expected]);
});

test('[forms.import.expressions] inside a row', () => {
  expect(say('{panel.price} > 3 and {age} > 1', rows)).toBe('row.price > 3 && model.age > 1');
  expect(say('{row.price} > {age}', rows)).toBe('row.price != null && model.age != null && row.price > model.age');
  expect(say('{rowIndex} = 2', rows)).toBe('$index + 1 == 2');
  expect(say('{panel.price} > 3')).toBe('!unknownName');
});

test('[forms.import.expressions] without an answer', () => {
  const none = { model: { name: null, age: null, topics: null, agreed: null } };
  const value = (source: string) => Boolean(compileExpression(say(source)).evaluate(none));
  expect(['{age} < 5', '{age} > -1', "{topics} anyof ['a']", "{name} != 'a'", '{agreed} = false'].map(value)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});
