import { expect, test } from 'vitest';
import { readJsonBody, readJsonBodyInSteps } from './json-body.ts';

const bytes = 1_000_000;
const repeat = (item: string) => item.repeat(Math.floor(bytes / item.length));
const bodies: readonly (readonly [name: string, body: string])[] = [
  ['numbers', `{"query":[${repeat('0,')}"\\u0000"]}`],
  ['texts', `{"query":[${repeat('"",')}"\\u0000"]}`],
  ['lists', `{"query":[${repeat('[],')}"\\u0000"]}`],
  ['keys', `{"query":{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":${n},`).join('')}"a":"\\u0000"}}`],
  ['keys with NUL', `{"query":{${Array.from({ length: 60_000 }, (_, n) => `"k${n}\\u0000":1,`).join('')}"a":1}}`],
  ['an escaped prototype key', `{"data":[${repeat('0,')}{"__pro\\u0074o__":1}]}`],
];

test.each(bodies)('[limits.event-loop] a large body with an escape is read in small steps: %s', (_, body) => {
  const steps = readJsonBodyInSteps(Buffer.from(body));
  let count = 0;
  let value: unknown;
  for (let step = steps.next(); ; step = steps.next()) {
    count += 1;
    if (step.done) {
      value = step.value;
      break;
    }
  }
  // Parsing takes some steps; looking for what cannot be stored, or for a prototype, at least one per 1,000 items.
  const items = body.split(',').length;
  expect(count).toBeGreaterThan(items / 1_000);
  expect(JSON.stringify(value)).toBe(JSON.stringify(readJsonBody(Buffer.from(body))));
  expect(JSON.stringify(value)).not.toContain('\\u0000');
});

test('[conventions.text] [conventions.prototype-keys] NUL is dropped in keys, a key that becomes __proto__ stays a key until it is removed', () => {
  const read = (body: string) => readJsonBody(Buffer.from(body));
  expect(read('{"a\\u0000b":"c\\u0000","list":[1,"\\ud800"],"n":null}')).toEqual({
    ab: 'c',
    list: [1, '\ufffd'],
    n: null,
  });
  const value = read('{"__proto\\u0000__":{"isAdmin":true},"a":1}') as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(value).toEqual({ a: 1 });
  expect(() => read('{"query":{"form":[{"__proto\\u0000__":1}]}}')).toThrow('"query.form.0.__proto__" is not allowed');
});
