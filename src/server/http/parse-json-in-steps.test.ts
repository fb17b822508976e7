// The same as JSON.parse for every text, whatever is cut where.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAtOnce } from '../scheduling/run-in-slices.ts';
import { parseJsonInSteps } from './parse-json-in-steps.ts';

const bound = { tooDeep: () => new RangeError('too deep') };
const parse = (text: string, maxLevels = 100) => runAtOnce(parseJsonInSteps(text, { ...bound, maxLevels }));
const outcome = (read: (text: string) => unknown, text: string) => {
  try {
    return JSON.stringify(read(text));
  } catch (error) {
    return (error as Error).name;
  }
};
const parseAnyDepth = (text: string) => parse(text, Number.POSITIVE_INFINITY);
const isSame = (text: string) => expect(outcome(parseAnyDepth, text)).toBe(outcome(JSON.parse, text));

/** Long enough to be cut: the same small members again and again. */
const many = (member: (place: number) => string, count = 6_000) =>
  Array.from({ length: count }, (_, n) => member(n)).join(',');
const items = many((n) => `{"value":"option ${n}","data":{"n":${n}}}`);
const members = many((n) => `"key ${n}": [${n}, "a\\"]}{[\\\\"]`);

test('[conventions.bodies] large values are the values that JSON.parse reads', () => {
  const texts = [
    `{"options":[${items}]}`,
    ` [ ${items} , {${members}} ,[${items}], 1 ]\n`,
    `{${members},"a":1,"key 7":"again","large":{${members}},"b":[${items}]}`,
    `{"a":{"b":{"c":[[[${items}]]]}},"d":[]}`,
    `[[${items}],[${items}]]`,
    `[${' '.repeat(100_000)}]`,
    `{"a":[${' '.repeat(100_000)}],"b":{${'\n'.repeat(100_000)}},"c":[${items}]}`,
    `"${'x'.repeat(200_000)}"`,
    `["${'\\\\'.repeat(50_000)}","${'\\"'.repeat(50_000)}",${items}]`,
    `{"__proto__":{${members}},"a":1}`,
    `{${members},"__proto__":{"a":1}}`,
  ];
  for (const text of texts) {
    expect(outcome((whole) => parse(whole), text)).not.toBe('SyntaxError');
    isSame(text);
  }
  expect(Object.keys(parse(`{${members},"__proto__":{"a":1}}`) as object).at(-1)).toBe('__proto__');
});

test('[conventions.bodies] what is wrong with a large text is found wherever it is', () => {
  const blank = '\u00a0';
  const texts = [
    `[${items},]`,
    `[,${items}]`,
    `[${items},,1]`,
    `[${items}`,
    `${items}]`,
    `[${items}}`,
    `{${items}}`,
    `[${members}]`,
    `{${members},}`,
    `{"a":[${items}] 1}`,
    `[[${items}] [${items}]]`,
    `[[${items}]{}]`,
    `[1 [${items}]]`,
    `{"a" [${items}]}`,
    `{"a":1 "b":[${items}]}`,
    `{"a":-[${items}]}`,
    `{"a":0.[${items}]}`,
    `{"a":1,:[${items}]}`,
    `{[${items}]}`,
    `[${items}] 1`,
    `1 [${items}]`,
    `[${items}][${items}]`,
    `[${items}],`,
    `,[${items}]`,
    `[${blank}[${items}]]`,
    `[[${items}]${blank}]`,
    `[${items}]${blank}`,
    `["a,${items}]`,
    `[${items},"]`,
    `{"a":[${items}],"b"}`,
    `[${items}]]`,
    `{"a":[${items},{]}}`,
    '',
  ];
  for (const text of texts)
    expect([text.slice(0, 40), outcome((whole) => parse(whole), text)]).toEqual([text.slice(0, 40), 'SyntaxError']);
  for (const text of texts) isSame(text);
});

test('[limits.depth] nesting is bounded', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${items}${']'.repeat(levels)}`;
  isSame(nested(100));
  expect(outcome(parse, nested(101))).toBe('RangeError');
});

test('[conventions.bodies] any value, in any text of it', () => {
  const sized = fc.json({ maxDepth: 6 }).chain((text) =>
    fc.record({
      text: fc.constant(text),
      count: fc.integer({ min: 1, max: 3_000 }),
      at: fc.nat(),
      put: fc.constantFrom(...'[]{},:"\\ 1'),
    }),
  );
  fc.assert(
    fc.property(sized, ({ text, count, at, put }) => {
      const whole = `{"a":[${many(() => text, count)}],"b":${text}}`;
      isSame(whole);
      const place = at % whole.length;
      isSame(whole.slice(0, place) + put + whole.slice(place));
      isSame(whole.slice(0, place) + whole.slice(place + 1));
    }),
    { numRuns: 150 },
  );
});
