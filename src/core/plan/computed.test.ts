import { describe, expect, test } from 'vitest';
import { checkForm } from '../definition/check-form.ts';
import type { Element, JsonObject } from '../definition/form-definition.ts';
import { openBudget } from '../expression/budget.ts';
import { validateEntry } from '../validation/validate-entry.ts';
import { formOf, text } from '../validation/validation-case.ts';
import { compileForm } from './compile-form.ts';
import { compileTools } from './compile-tools.ts';
import { inspectEntry } from './inspect-entry.ts';

const number = (name: string, more: object = {}) =>
  ({ type: 'fInput', name, typeValidator: 'num', ...more }) as unknown as Element;
const section = (name: string, children: Element[], more: object = {}) =>
  ({ type: 'cSection', name, children, ...more }) as unknown as Element;
const repeat = (name: string, children: Element[]) => ({ type: 'cRepeat', name, children }) as unknown as Element;

const now = Date.parse('2026-11-19T22:30:00Z');
const contextAt = (moment: number, timeZone = 'UTC') => ({
  form: { timeZone },
  cleanHtml: (html: string) => html,
  budget: openBudget(moment),
});

function clean(elements: Element[], input: JsonObject, context = contextAt(now)): JsonObject {
  const plan = compileForm(formOf(...elements), compileTools);
  const { data, messages } = validateEntry(plan, input, { rules: 'all', context });
  expect(messages).toEqual([]);
  // The page works out the same.
  const page = inspectEntry(plan, input, { ...context, budget: openBudget(now) });
  expect(page.check.data).toEqual(data);
  return data;
}

function problemsOf(...elements: Element[]): string[] {
  return checkForm(formOf(...elements)).map(({ message }) => message);
}

describe('[validation.computed] computed values', () => {
  test('are worked out from the others, in the order of what they read, whatever is sent for them', () => {
    const elements = [
      number('total', { compute: 'model.net + model.tax' }),
      number('tax', { compute: 'model.net * 0.18' }),
      number('net', { compute: 'fn.sum(model.lines, "sum")' }),
      repeat('lines', [
        number('sum', { compute: 'row.price * row.count' }),
        number('price'),
        number('count'),
        number('share', { compute: 'fn.round(row.price / fn.sum(model.lines, "price"), 2)' }),
      ]),
    ];
    const lines: JsonObject[] = [
      { price: 2.5, count: 4, sum: 1 },
      { price: 10, count: 1 },
    ];
    expect(clean(elements, { total: 1, net: 'x', lines })).toEqual({
      total: 23.6,
      tax: 3.6,
      net: 20,
      lines: [
        { sum: 10, price: 2.5, count: 4, share: 0.2 },
        { sum: 10, price: 10, count: 1, share: 0.8 },
      ],
    });
  });

  test('have the type of their field; what is not a value of it is none', () => {
    const elements = [
      number('sum', { compute: '0.1 + 0.2' }),
      number('half', { compute: 'model.nothing / 2' }),
      number('fromText', { compute: '"12.50"' }),
      number('endless', { compute: '1 / 0' }),
      { ...text('words'), compute: '"a" + 5' } as Element,
      { ...text('five'), compute: '5' } as Element,
      { ...text('object'), compute: '{a: 1}' } as Element,
      { type: 'fBool', name: 'yes', compute: '1 < 2' } as unknown as Element,
      { type: 'fDate', name: 'day', compute: 'fn.addDays("2024-02-28", 1)' } as unknown as Element,
    ];
    expect(clean(elements, { half: 3, object: 'x' })).toEqual({
      ...{ sum: 0.3, fromText: 12.5, words: 'a5', five: '5', yes: true, day: '2024-02-29T00:00:00.000Z' },
    });
  });

  test('count in conditions, and are hidden by them; what a hidden field held is not in them', () => {
    const elements = [
      number('price'),
      number('extra', { relevant: 'model.price > 10' }),
      number('total', { compute: 'model.price + (model.extra || 0)' }),
      { ...text('why'), relevant: 'model.total > 100' } as Element,
      section('more', [number('double', { compute: 'model.total * 2' })], {
        secFlat: true,
        relevant: 'model.why == "yes"',
      }),
    ];
    expect(clean(elements, { price: 20, extra: 90, why: 'yes' })).toEqual({
      ...{ price: 20, extra: 90, total: 110, why: 'yes', double: 220 },
    });
    expect(clean(elements, { price: 5, extra: 200, why: 'yes', double: 1 })).toEqual({ price: 5, total: 5 });
  });

  test('follow a circle of conditions until it settles', () => {
    const elements = [
      { ...text('a'), relevant: '!model.b' } as Element,
      { ...text('b'), relevant: '!model.a' } as Element,
      number('letters', { compute: 'fn.length(model.a || "") + fn.length(model.b || "")' }),
    ];
    const data = clean(elements, { a: 'xx', b: 'yyyy' });
    expect(data['letters']).toBe(String(data['a'] ?? '').length + String(data['b'] ?? '').length);
  });

  test('that depend on themselves are refused by name', () => {
    const place = 'formSchema.rootElem.children';
    expect(
      problemsOf(
        number('a', { compute: 'model.b + 1' }),
        number('b', { compute: 'model.c' }),
        number('c', { compute: 'model.a' }),
      ),
    ).toEqual([
      `"${place}[0].compute" must not depend on itself: a <- b <- c <- a`,
      `"${place}[1].compute" must not depend on itself: b <- c <- a <- b`,
      `"${place}[2].compute" must not depend on itself: c <- a <- b <- c`,
    ]);
    expect(problemsOf(number('a', { compute: 'model[model.b]' }), number('b'))).toEqual([
      `"${place}[0].compute" must not depend on itself: a <- a`,
    ]);
    // By way of a condition that hides what it reads.
    const hidden = { ...text('b'), relevant: 'model.a > 5' } as Element;
    expect(problemsOf(number('a', { compute: 'fn.length(model.b)' }), hidden)).toEqual([
      `"${place}[0].compute" must not depend on itself: a <- a`,
    ]);
    // Of its own row, and of all rows.
    expect(problemsOf(repeat('rows', [number('a', { compute: 'model.rows[$index - 1].a + 1' })]))).toEqual([
      `"${place}[0].children[0].compute" must not depend on itself: a <- a`,
    ]);
  });

  test('are validated like any value', () => {
    const elements = [
      number('a'),
      number('b', { compute: 'model.a * 2', validators: [{ type: 'num/max', value: 10 }] }),
    ];
    const plan = compileForm(formOf(...elements), compileTools);
    const { messages } = validateEntry(plan, { a: 6 }, { rules: 'all', context: contextAt(now) });
    expect(messages.map(({ modelPath }) => modelPath)).toEqual(["model['b']"]);
  });

  test('run out with the budget of the request, at the same place', () => {
    const elements = [
      repeat('rows', [number('n')]),
      ...Array.from({ length: 60 }, (_, at) => number(`s${at}`, { compute: 'fn.sum(fn.pluck(model.rows, "n"))' })),
    ];
    const plan = compileForm(formOf(...elements), compileTools);
    const rows = Array.from({ length: 999 }, (_, n) => ({ n }));
    const context = { ...contextAt(now), budget: { ...openBudget(now), work: 100_000 } };
    const { messages } = validateEntry(plan, { rows }, { rules: 'types', context });
    expect(messages.map(({ modelPath }) => modelPath)).toEqual([expect.stringMatching(/^model\['s\d+'\]$/)]);
  });
});

describe('[expressions.calendar] the day', () => {
  const day = [
    { type: 'fDate', name: 'today', compute: 'fn.today()' } as unknown as Element,
    number('age', { compute: 'fn.age("2008-11-20")' }),
    { ...text('moment'), compute: 'fn.now()' } as Element,
    number('left', { compute: 'fn.daysBetween(fn.now(), "2026-12-01")' }),
  ];

  test.each([
    ['UTC', '2026-11-19', 17, 12],
    ['Asia/Jerusalem', '2026-11-20', 18, 11],
    ['America/New_York', '2026-11-19', 17, 12],
  ])('is that of the form in %s', (zone, today, age, left) => {
    expect(clean(day, {}, contextAt(now, zone))).toEqual({
      ...{ today: `${today}T00:00:00.000Z`, age, moment: '2026-11-19T22:30:00.000Z', left },
    });
  });

  test.each([
    // Around midnight, on the days on which the clocks change.
    ['Asia/Jerusalem', '2026-03-26T21:59:59.900Z', '2026-03-26'],
    ['Asia/Jerusalem', '2026-03-26T22:00:00.100Z', '2026-03-27'],
    ['Asia/Jerusalem', '2026-03-27T20:59:59.900Z', '2026-03-27'],
    ['Asia/Jerusalem', '2026-03-27T21:00:00.100Z', '2026-03-28'],
    ['Asia/Jerusalem', '2026-10-24T20:59:59.900Z', '2026-10-24'],
    ['Asia/Jerusalem', '2026-10-25T21:59:59.900Z', '2026-10-25'],
    ['Asia/Jerusalem', '2026-10-25T22:00:00.100Z', '2026-10-26'],
    ['America/New_York', '2026-03-08T04:59:59.900Z', '2026-03-07'],
    ['America/New_York', '2026-03-09T03:59:59.900Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T04:00:00.100Z', '2026-03-09'],
    ['America/New_York', '2026-11-01T03:59:59.900Z', '2026-10-31'],
    ['America/New_York', '2026-11-02T04:59:59.900Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00.100Z', '2026-11-02'],
  ])('in %s at %s is %s', (zone, moment, today) => {
    const at = Date.parse(moment);
    const plan = compileForm(formOf(day[0] as Element), compileTools);
    const { data } = validateEntry(plan, {}, { rules: 'all', context: contextAt(at, zone) });
    expect(data['today']).toBe(`${today}T00:00:00.000Z`);
  });

  test('a limit may be relative to it', () => {
    const date = { type: 'fDate', name: 'd', validators: [{ type: 'date/min', value: 'fn.addDays(fn.today(), 2)' }] };
    const plan = compileForm(formOf(date as unknown as Element), compileTools);
    const check = (d: string) => validateEntry(plan, { d }, { rules: 'all', context: contextAt(now) }).messages;
    expect(check('2026-11-20').map(({ message }) => message)).toEqual([expect.stringContaining('2026')]);
    expect(check('2026-11-21')).toEqual([]);
  });
});

test('[forms.write.functions] a function that does not exist, and a limit that never is one, are refused when they are written', () => {
  const of = (validator: object) =>
    problemsOf({ type: 'fDate', name: 'd', validators: [validator] } as unknown as Element);
  const place = 'formSchema.rootElem.children[0]';
  expect(problemsOf(number('a', { compute: 'fn.todya()' }))).toEqual([
    `"${place}.compute" must be a valid expression: Expected a function but found "fn.todya" at position 3.`,
  ]);
  expect(problemsOf({ ...text('a'), initialValue: 'x {{ fn.nope(1) }}' } as Element)).toEqual([
    `"${place}.initialValue" must be a valid template: Expected a function but found "fn.nope" at position 8.`,
  ]);
  expect(of({ type: 'date/min', value: 'today' })).toEqual([
    `"${place}.validators[0].value" never gives a limit: today`,
  ]);
  expect(of({ type: 'date/min', value: "'soon'" })).toEqual([
    `"${place}.validators[0].value" never gives a limit: 'soon'`,
  ]);
  expect(of({ type: 'date/min', value: 'fn.today()' })).toEqual([]);
  expect(of({ type: 'date/min', value: 'model.other' })).toEqual([]);
});
