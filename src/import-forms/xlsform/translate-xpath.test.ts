import { expect, test } from 'vitest';
import { compileExpression } from '../../core/expression/compile.ts';
import { CannotSay } from '../cannot-say.ts';
import type { KnownRepeat } from '../known-fields.ts';
import { printPiece } from '../pieces.ts';
import { Answers } from './answers.ts';
import { parseXPath } from './parse-xpath.ts';
import { translateXPath } from './translate-xpath.ts';

const orders: KnownRepeat = { keys: ['orders'], around: undefined };
const parts: KnownRepeat = { keys: ['parts'], around: orders };

function answers(): Answers {
  const made = new Answers();
  const top = (name: string, holds: 'text' | 'number' | 'date' | 'list' | 'bool' | 'time') =>
    made.addField(name, { keys: [name], repeat: undefined, holds });
  top('name', 'text');
  top('age', 'number');
  top('born', 'date');
  top('met', 'date');
  top('topics', 'list');
  top('agreed', 'bool');
  top('at', 'time');
  made.addField('first name', { keys: ['first name'], repeat: undefined, holds: 'text' });
  made.addField('yes_no', {
    keys: ['yes_no'],
    repeat: undefined,
    holds: 'text',
    labels: new Map([
      ['1', 'Yes'],
      ['2', 'No'],
    ]),
  });
  made.addRepeat('orders', orders);
  made.addField('price', { keys: ['price'], repeat: orders, holds: 'number' });
  made.addField('part', { keys: ['part'], repeat: parts, holds: 'number' });
  made.addCalculation('double', { source: '${age} * 2', relevant: '', repeat: undefined });
  made.addCalculation('hidden', { source: '${age}', relevant: '${age} > 3', repeat: undefined });
  made.addCalculation('loop_a', { source: '${loop_b} + 1', relevant: '', repeat: undefined });
  made.addCalculation('loop_b', { source: '${loop_a} + 1', relevant: '', repeat: undefined });
  made.addNone('today', 'today');
  return made;
}

function say(source: string, from?: KnownRepeat): string {
  try {
    return printPiece(translateXPath(parseXPath(source), answers().scope(from)));
  } catch (error) {
    if (error instanceof CannotSay) return `!${error.reason}`;
    throw error;
  }
}

test('[forms.import.expressions] XPath in our own words', () => {
  const cases: [string, string][] = [
    ["${name} = 'Dana'", "model.name == 'Dana'"],
    ["'Dana' = ${name}", "model.name == 'Dana'"],
    ["${name} != 'Dana'", "model.name != 'Dana'"],
    ["${name} = ''", 'model.name == null'],
    ["${name} != ''", 'model.name != null'],
    ['${age} > 17', 'model.age > 17'],
    ['${age} < 17', 'model.age != null && model.age < 17'],
    ['${age} >= 0 and ${age} <= 120', 'model.age != null && model.age >= 0 && model.age <= 120'],
    ["${age} = '5'", 'model.age == 5'],
    ['${yes_no} = 1', "model.yes_no == '1'"],
    ["selected(${topics}, 'news')", "model.topics.includes('news')"],
    ["selected(${yes_no}, '1')", "model.yes_no == '1'"],
    ["not(selected(${topics}, 'news'))", "!model.topics.includes('news')"],
    ['count-selected(${topics}) >= 2', 'model.topics.length >= 2'],
    ['count-selected(${topics}) > 2', 'model.topics.length >= 3'],
    ['count-selected(${topics}) <= 2', '!(model.topics.length > 2)'],
    ['count-selected(${topics}) = 2', 'fn.length(model.topics) == 2'],
    ['selected-at(${topics}, 0)', 'model.topics[0]'],
    ["${topics} = 'news'", "fn.join(model.topics, ' ') == 'news'"],
    ["${agreed} = 'OK'", 'model.agreed == true'],
    ["if(${age} > 17, 'adult', '')", "model.age > 17 ? 'adult' : undefined"],
    ["coalesce(${name}, 'nobody')", "model.name != null ? model.name : 'nobody'"],
    ['${age} * 2 div 3 - -1', 'model.age * 2 / 3 - -1'],
    ['${age} mod 2 = 0', 'model.age % 2 == 0'],
    ['${name} + 1', 'fn.toNumber(model.name) + 1'],
    ['int(${age} div 10)', 'model.age / 10 < 0 ? fn.ceil(model.age / 10) : fn.floor(model.age / 10)'],
    ['round(${age}, 2)', 'fn.round(model.age, 2)'],
    ['pow(${age}, 2)', 'model.age * model.age'],
    ["concat(${name}, ' ', ${age})", "fn.join([model.name, ' ', model.age], '')"],
    ['string-length(${name}) > 3', 'fn.length(fn.toString(model.name)) > 3'],
    ["contains(${name}, 'a')", "fn.toString(model.name).includes('a')"],
    ["substring-before(${name}, '@')", "fn.split(fn.toString(model.name), '@').slice(0, -1)[0]"],
    ["${born} > date('2000-01-01')", "model.born > '2000-01-01T00:00:00.000Z'"],
    ["${born} > '2000-01-01'", "model.born > '2000-01-01T00:00:00.000Z'"],
    ["${at} < '12:30'", "model.at < '1970-01-01T12:30:00.000Z'"],
    ['${met} - ${born}', '(model.met.getTime() * 1 - model.born.getTime() * 1) / 86400000'],
    ['${born} + 7', 'fn.date(model.born.getTime() * 1 + 7 * 86400000)'],
    ["format-date(${born}, '%d/%m/%Y')", "model.born != null ? (model.born | date:'dd/MM/yyyy') : ''"],
    ["jr:choice-name(${yes_no}, '${yes_no}')", "{'1': 'Yes', '2': 'No'}[model.yes_no]"],
    ['sum(${price})', "fn.sum(fn.pluck(model.orders, 'price'))"],
    ['count(${orders}) > 1', 'model.orders.length >= 2'],
    ["join(', ', ${price})", "fn.join(fn.pluck(model.orders, 'price'), ', ')"],
    ['indexed-repeat(${price}, ${orders}, 2)', "fn.pluck(model.orders, 'price')[2 - 1]"],
    ['${double} > 10', 'model.age * 2 > 10'],
    ['${hidden}', 'model.age > 3 ? model.age : undefined'],
    ['/data/group/age > 3', 'model.age > 3'],
    ['../age > 3', 'model.age > 3'],
    ['current()/../age > 3', 'model.age > 3'],
    ["${first name} = 'a'", '!syntax'],
    ['true() or ${age} > 3', 'true'],
    ['false() or ${age} > 3', 'model.age > 3'],
    ["string(${age}) = 'NaN'", "fn.toString(model.age) == 'NaN'"],
    ['${name} = ‘Dana’', "model.name == 'Dana'"],
  ];
  for (const [source, expected] of cases) expect([source, say(source)]).toEqual([source, expected]);
});

test('[forms.import.expressions] inside a repeat', () => {
  const cases: [string, KnownRepeat | undefined, string][] = [
    ['${price} > 3', orders, 'row.price > 3'],
    ['../price > ${age}', orders, 'row.price != null && model.age != null && row.price > model.age'],
    ['position(..)', orders, '$index + 1'],
    ['position(..)', undefined, '!otherRows'],
    ['${price} > 3', undefined, '!otherRows'],
    ['${price} > 3', parts, '!outerRow'],
    ['sum(${part})', orders, "fn.sum(fn.pluck(row.parts, 'part'))"],
    ['sum(${part})', undefined, '!otherRows'],
  ];
  for (const [source, from, expected] of cases) expect([source, say(source, from)]).toEqual([source, expected]);
});

test('[forms.import.expressions] what cannot be said, and why', () => {
  const cases: [string, string][] = [
    ['today() > ${born}', '!today'],
    ['${today} > ${born}', '!today'],
    ['now()', '!today'],
    ['random()', '!chance'],
    ["pulldata('a', 'b', 'c', 'd')", '!lookup'],
    ["instance('a')/root/item[name = 1]/label", '!lookup'],
    ['${nobody}', '!unknownName'],
    ['sqrt(${age})', '!function'],
    ['toString(${age})', '!function'],
    ['constructor(1)', '!function'],
    ["regex(${name}, 'a')", '!pattern'],
    ['${loop_a}', '!needs'],
    ['${age} >', '!syntax'],
    ['(${age}', '!syntax'],
    ["'open", '!syntax'],
    ['', '!syntax'],
    ['${age} | ${name}', '!operator'],
    ["${born} > 'soon'", '!value'],
    [`${'('.repeat(1000)}1${')'.repeat(1000)}`, '!tooLong'],
    [`${'-'.repeat(1000)}1`, '!tooLong'],
    ['1 + '.repeat(3000).concat('1'), '!tooLong'],
    ['x'.repeat(30_000), '!tooLong'],
    [Array.from({ length: 40 }).reduce<string>((inner) => `int(${inner})`, '${age}'), '!tooLong'],
  ];
  for (const [source, expected] of cases)
    expect([source.slice(0, 60), say(source)]).toEqual([source.slice(0, 60), expected]);
});

test('[forms.import.expressions] it gives what ODK gives, also where there is no answer', () => {
  const full = {
    name: 'Dana',
    age: 34,
    born: '1990-05-17T00:00:00.000Z',
    met: '1990-05-27T00:00:00.000Z',
    topics: ['news', 'art'],
    agreed: true,
    yes_no: '1',
  };
  const none = Object.fromEntries(Object.keys(full).map((key) => [key, null]));
  const cases: [string, unknown, unknown][] = [
    ['${age} < 40', true, false],
    ['${age} <= 0', false, false],
    ['not(${age} < 40)', false, true],
    ["${name} != 'x'", true, true],
    ["${topics} = 'news art'", true, false],
    ["selected(${topics}, 'art')", true, undefined],
    ['count-selected(${topics}) < 3', true, true],
    ['${met} - ${born}', 10, Number.NaN],
    ['${met} - ${born} < 27', true, false],
    ["format-date(${born}, '%Y-%n-%e')", '1990-5-17', ''],
    ["concat(${name}, '-', ${age})", 'Dana-34', '-'],
    ['${yes_no} = 1', true, false],
    ["if(${age} > 3, 5, '') < 10", true, false],
    ['string-length(${name})', 4, 0],
    ["coalesce(${name}, 'nobody')", 'Dana', 'nobody'],
    ["substring-after(${name}, 'D')", 'ana', ''],
  ];
  for (const [source, withAll, withNone] of cases) {
    const compiled = compileExpression(say(source));
    expect([source, compiled.evaluate({ model: full }), compiled.evaluate({ model: none })]).toEqual([
      source,
      withAll,
      withNone,
    ]);
  }
});

test('[forms.import.expressions] calculations that name each other many times over', () => {
  const made = new Answers();
  made.addField('n', { keys: ['n'], repeat: undefined, holds: 'number' });
  const names = Array.from({ length: 5000 }, (_, at) => `c${at}`);
  for (const [at, name] of names.entries()) {
    const next = names[at + 1] ?? 'n';
    made.addCalculation(name, { source: `\${${next}} + \${${next}}`, relevant: '', repeat: undefined });
  }
  expect(() => printPiece(translateXPath(parseXPath('${c0}'), made.scope(undefined)))).toThrow(CannotSay);
});
