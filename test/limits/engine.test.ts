// The worst that a form can ask of the engine: conditions, rules, option lists and patterns that each cost as much as they
// can, in as many elements and rows as a form may have. Processor time and steps are measured, never the clock.
import { describe, expect, test } from 'vitest';
import { checkForm, checkFormInSteps } from '../../src/core/definition/check-form.ts';
import type { Element, JsonObject } from '../../src/core/definition/form-definition.ts';
import { budgetKey, maxWork, openBudget } from '../../src/core/expression/budget.ts';
import { compileExpression } from '../../src/core/expression/compile.ts';
import { compileForm } from '../../src/core/plan/compile-form.ts';
import { compileTools } from '../../src/core/plan/compile-tools.ts';
import { inspectEntry } from '../../src/core/plan/inspect-entry.ts';
import { runRemoteChecks } from '../../src/core/validation/run-remote-checks.ts';
import { validateEntry } from '../../src/core/validation/validate-entry.ts';
import { limitMessages } from '../../src/server/entries/limit-messages.ts';
import { cpuMilliseconds, growthOf } from '../support/cpu-time.ts';
import { many } from '../support/many.ts';

/** A request takes less than 200 ms on a quiet machine; the rest is for busy ones and for code that is not warm yet. */
const mostMilliseconds = 1000;
const tooMuch = 'This form asks for too much work to be checked.';

const formOf = (children: Element[]) => ({
  formSchema: { rootElem: { type: 'cSection', name: 'root', children } as Element },
});

function check(children: Element[], data: JsonObject) {
  const plan = compileForm(formOf(children), compileTools);
  const budget = openBudget();
  const run = () => validateEntry(plan, data, { rules: 'all', context: { cleanHtml: (html) => html, budget } });
  let result = {} as ReturnType<typeof run>;
  const milliseconds = cpuMilliseconds(() => {
    result = run();
  });
  return { ...result, milliseconds, spent: maxWork - budget.work };
}

// Each of these alone took 60 ms before there was a budget for all.
const dear = `(model.long.split('') | orderBy).length > 0`;
/** As many parts as an expression can have. */
const wideSource = `[${'a,'.repeat(9990)}a]`;
const long = { type: 'fLngTxt', name: 'long' } as const;
const longText = 'ab'.repeat(30_000);

describe('[expressions.bounded] [validation.bounded] one budget for the whole request', () => {
  const cases: [string, Element[], JsonObject, string][] = [
    [
      '300 conditions',
      [long, ...many(300, (at): Element => ({ type: 'fInput', name: `f${at}`, relevant: dear }))],
      {},
      "['f",
    ],
    [
      '300 required rules',
      [long, ...many(300, (at): Element => ({ type: 'fInput', name: `f${at}`, reqValidator: { req: dear } }))],
      {},
      "['f",
    ],
    [
      '300 option lists',
      [
        long,
        ...many(
          300,
          (at): Element => ({
            type: 'fSelect',
            name: `f${at}`,
            options: `[model.long.split('a').length + '${at}']`,
          }),
        ),
      ],
      Object.fromEntries(many(300, (at) => [`f${at}`, '1'])),
      "['f",
    ],
    [
      '300 rows',
      [
        long,
        { type: 'cRepeat', name: 'rows', repMaxRows: 300, children: [{ type: 'fInput', name: 'a', relevant: dear }] },
      ],
      { rows: many(300, () => ({ a: '1' })) },
      "['rows'][",
    ],
    [
      'groups of options that hold the same list many times',
      [{ type: 'fSelect', name: 's', options: `[${many(400, () => "{options: 'a'.repeat(9999).split('')}").join()}]` }],
      { s: 'x' },
      "['s']",
    ],
    [
      'a matrix of thousands of questions in thousands of rows',
      [
        {
          type: 'cRepeat',
          name: 'rows',
          repMaxRows: 5000,
          children: [{ type: 'fMatrix', name: 'm', options: ['1'], matrixQuestions: many(9000, (at) => `q${at}`) }],
        },
      ],
      { rows: many(5000, () => ({ m: { q1: '1' } })) },
      "['rows']",
    ],
    [
      'thousands of validators on one long text',
      [{ type: 'fLngTxt', name: 'long', validators: many(20_000, () => ({ type: 'str/minLength', value: 1 })) }],
      {},
      "['long']",
    ],
    [
      'a condition in circles over nested sections',
      many(40, (at) => at).reduce<Element[]>(
        (children, at) => [{ type: 'cSection', name: `s${at}`, relevant: `!model.f0 || !model.f${at}`, children }],
        many(9000, (at): Element => ({ type: 'fInput', name: `f${at}`, relevant: `!model.f${(at + 1) % 9000}` })),
      ),
      Object.fromEntries(many(9000, (at) => [`f${at}`, 'x'])),
      "['f",
    ],
  ];
  test.each(cases)('%s: the entry is refused soon, at the same place every time', (_, children, data, place) => {
    const input = { long: longText, ...data };
    const first = check(children, input);
    expect(first.milliseconds).toBeLessThan(mostMilliseconds);
    expect(first.messages).toEqual([
      { modelPath: expect.stringContaining(`model${place}`), message: tooMuch, type: 'error', value: null },
    ]);
    expect(first.remoteChecks).toEqual([]);
    const { messages, spent } = check(children, input);
    expect({ messages, spent }).toEqual({ messages: first.messages, spent: first.spent });
  });

  test('a page that asks the same form says the same and stays', () => {
    const plan = compileForm(
      formOf([long, ...many(300, (at): Element => ({ type: 'fInput', name: `f${at}`, relevant: dear }))]),
      compileTools,
    );
    const milliseconds = cpuMilliseconds(() => {
      const { check: said } = inspectEntry(plan, { long: longText }, { cleanHtml: (html) => html });
      expect(said.messages.map(({ message }) => message)).toEqual([tooMuch]);
    });
    expect(milliseconds).toBeLessThan(mostMilliseconds);
  });

  test('every evaluation of a scope draws on its budget', () => {
    const expression = compileExpression(`model.long.toUpperCase().length`);
    const scope = { model: { long: 'a'.repeat(900_000) }, [budgetKey]: openBudget() };
    let count = 0;
    expect(() => {
      for (; count < 100; count++) expression.evaluate(scope);
    }).toThrow('steps of work');
    expect(count).toBeGreaterThan(1);
  });

  test('large forms that people fill use a small part of it', () => {
    const fields = check(
      many(2000, (at) => ({
        type: 'fInput',
        name: `f${at}`,
        relevant: at === 0 ? true : `model.f${at - 1} != 'no' && (model.f0 == 'yes' || model.f1 > ${at})`,
        reqValidator: { req: `model.f0 == 'yes'` },
        validators: ['str/email', { type: 'str/pattern', value: '^[a-z]+@[a-z.]+$' }],
      })),
      { ...Object.fromEntries(many(2000, (at) => [`f${at}`, 'someone@example.com'])), f0: 'yes' },
    );
    expect(fields.spent).toBeLessThan(0.5 * maxWork);
    const children: Element[] = many(20, (at) => ({
      type: 'fInput',
      name: `c${at}`,
      relevant: `row.c0 != 'x' && $index < 5000`,
      reqValidator: true,
    }));
    const rows = check([{ type: 'cRepeat', name: 'rows', repMaxRows: 1000, children }], {
      rows: many(1000, () => Object.fromEntries(many(20, (at) => [`c${at}`, 'value']))),
    });
    expect(rows.messages).toEqual([]);
    expect(rows.spent).toBeLessThan(0.5 * maxWork);
  });

  test('[heavy] the work of an ordinary form grows as its fields and rows do', () => {
    const ofFields = (count: number) => () => {
      const children = many(
        count,
        (at): Element => ({
          type: 'fInput',
          name: `f${at}`,
          relevant: `model.f${(at * 7) % count} != 'no'`,
          validators: ['str/email'],
        }),
      );
      const plan = compileForm(formOf(children), compileTools);
      const data = Object.fromEntries(many(count, (at) => [`f${at}`, 'x']));
      validateEntry(plan, data, { rules: 'all', context: { cleanHtml: (html) => html } });
    };
    expect(growthOf([1000, 2000, 4000, 8000].map(ofFields), 2.3)).toBeLessThan(2.3);
  });

  test('messages repeat what was sent only so often', () => {
    const validators = many(400, () => ({ type: 'str/maxLength', value: 10 }));
    const { messages } = check([{ type: 'fLngTxt', name: 'long', validators }], { long: 'a'.repeat(20_000) });
    expect(messages.length).toBe(400);
    const kept = limitMessages(messages);
    expect(JSON.stringify(kept).length).toBeLessThan(5_000_000);
    expect(kept.length).toBeGreaterThan(100);
  });
});

describe('[validation.validators.pattern] their cost is known when the form is written', () => {
  const withPattern = (value: string, more: object[] = []): Element[] => [
    { type: 'fInput', name: 'p', validators: [{ type: 'str/pattern', value }, ...more] as never },
  ];
  const huge = `[ab]*a${'[ab]{1000}'.repeat(18)}[cd]`;
  const path = 'formSchema.rootElem.children.0.validators.0.value';

  test('one that is too costly for the texts of its field is refused by name', () => {
    expect(checkForm(formOf(withPattern(huge))).map((one) => one.path)).toEqual([path]);
    expect(checkForm(formOf(withPattern(huge, [{ type: 'str/maxLength', value: 100 }])))).toEqual([]);
    expect(checkForm(formOf(withPattern('[ab]{500}', [{ type: 'str/maxLength', value: 900_000 }])))[0]?.path).toBe(
      path,
    );
    for (const cheap of ['^\\d{9}$', '^(\\w+\\s?)*$', '^.{1,1000}$', '(?i)^\\p{L}+$', '^(a+)+$']) {
      expect(checkForm(formOf(withPattern(cheap)))).toEqual([]);
    }
  });

  test('thousands of different ones are refused soon', () => {
    const children = many(
      9000,
      (at): Element => ({
        type: 'fInput',
        name: `f${at}`,
        validators: [{ type: 'str/pattern', value: `^[A-Z]{2,5}-x${at}(a|b|cd){1,20}$` }],
      }),
    );
    let paths: string[] = [];
    const milliseconds = cpuMilliseconds(() => {
      paths = checkForm(formOf(children)).map((one) => one.path);
    });
    expect(paths).toEqual([expect.stringMatching(/^formSchema\.rootElem\.children\.\d+\.validators\.0\.value$/)]);
    expect(milliseconds).toBeLessThan(4 * mostMilliseconds);
  });

  test('a long text meets no costly pattern', () => {
    // Random, so that the engine never meets again what it remembers: 15 s before texts were bounded.
    let seed = 1;
    const text = many(1_000_000, () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return 'ab'[(seed >> 16) % 2];
    }).join('');
    const { milliseconds, messages } = check(withPattern('[ab]*a[ab]{500}[cd]'), { p: text });
    expect(milliseconds).toBeLessThan(mostMilliseconds);
    expect(messages.map(({ message }) => message)).toEqual(['Must be at most 7905 characters long.']);
    expect(check(withPattern(huge), { p: text.slice(0, 40_000) }).milliseconds).toBeLessThan(mostMilliseconds);
  });

  test('many rows of the longest allowed texts end with the budget', () => {
    const [child] = withPattern('[ab]*a[ab]{500}[cd]') as [Element];
    const rows = many(200, (at) => ({ p: `${'ab'.repeat(1500)}${at % 2 ? 'a' : 'b'}` }));
    const repeat: Element = { type: 'cRepeat', name: 'rows', repMaxRows: 200, children: [child] };
    const { milliseconds, messages } = check([repeat], { rows });
    expect(messages).toMatchObject([{ message: tooMuch }]);
    expect(milliseconds).toBeLessThan(mostMilliseconds);
  });
});

describe('[limits.forms] a form that nobody could fill is refused with its place', () => {
  test('by its rows, elements and conditions', () => {
    const wide = (rows: number, fields: number): Element => ({
      type: 'cRepeat',
      name: 'rows',
      repMaxRows: rows,
      children: many(fields, (at) => ({ type: 'fInput', name: `f${at}` })),
    });
    expect(checkForm(formOf([wide(5000, 9000)]))).toMatchObject([{ path: 'formSchema.rootElem.children.0' }]);
    expect(checkForm(formOf([wide(5000, 200)]))).toEqual([]);
    expect(checkForm(formOf(many(9999, (at) => ({ type: 'fInput', name: `f${at}` }))))).toEqual([]);
  });
});

describe('[limits.forms] what one element may hold', () => {
  const at = 'formSchema.rootElem.children.0';
  const cases: [string, Element][] = [
    ['validators', { type: 'fInput', name: 'a', validators: many(101, () => 'str/email') }],
    ['validators', { type: 'fInput', name: 'a', validators: many(6, () => ({ type: 'expr', value: wideSource })) }],
    ['options', { type: 'fSelect', name: 'a', options: many(50_001, (index) => `${index}`) }],
    [
      'matrixQuestions',
      { type: 'fMatrix', name: 'a', options: ['1'], matrixQuestions: many(10_001, (one) => `q${one}`) },
    ],
    ['children', { type: 'cRow', name: 'a', children: many(1001, () => []) }],
    ['text', { type: 'eText', name: 'a', text: '{{a}}'.repeat(150_000) }],
  ];
  test.each(cases)('too much of %s is refused with its place', (property, element) => {
    expect(checkForm(formOf([element])).map(({ path }) => path)).toEqual([`${at}.${property}`]);
  });

  test('no step of checking the form that has most of it takes long', () => {
    const validators = many(5, () => ({ type: 'expr', value: wideSource }));
    const form = formOf(many(15, (index) => ({ type: 'fInput', name: `f${index}`, validators })));
    const steps = checkFormInSteps(form);
    let longest = 0;
    for (let isOver = false; !isOver; ) {
      longest = Math.max(
        longest,
        cpuMilliseconds(() => {
          isOver = steps.next().done === true;
        }),
      );
    }
    expect(longest).toBeLessThan(mostMilliseconds / 2);
  });
});

describe('[validation.remote.bounds] questions to servers are bounded', () => {
  const remote: Element = {
    type: 'fInput',
    name: 'r',
    validators: [
      { type: 'remote', req: { url: 'https://example.test/' }, res: 'res.data.isValid', message: 'unknown' },
    ],
  };
  const rowsOf = (count: number) => ({ rows: many(count, (at) => ({ r: String(at) })) });
  const repeatOf = (max: number): Element => ({ type: 'cRepeat', name: 'rows', repMaxRows: max, children: [remote] });

  async function ask(children: Element[], data: JsonObject) {
    const { remoteChecks, messages } = check(children, data);
    let asked = 0;
    const request = async () => {
      asked++;
      return { isValid: true };
    };
    const said = await runRemoteChecks(remoteChecks, request, {
      isFailed: messages.length > 0,
      unaskedText: 'too many',
    });
    return { asked, said: said.map(({ message }) => message), messages };
  }

  test('rows that may not be there are not asked about', async () => {
    const { asked, messages } = await ask([repeatOf(10)], rowsOf(1000));
    expect({ asked, messages: messages.length }).toEqual({ asked: 0, messages: 1 });
  });

  test('an entry that has failed asks a few, and says nothing of the others', async () => {
    const missing: Element = { type: 'fInput', name: 'm', reqValidator: true };
    expect(await ask([missing, repeatOf(1000)], rowsOf(500))).toMatchObject({ asked: 20, said: [] });
  });

  test('an entry that asks too many says where', async () => {
    const { asked, said } = await ask([repeatOf(1200)], rowsOf(1100));
    expect({ asked, said: said.length }).toEqual({ asked: 1000, said: 100 });
    expect(new Set(said)).toEqual(new Set(['too many']));
  });
});
