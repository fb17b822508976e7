// Where requests are many they are checked by hand before Joi sees them. Whatever passes quickly, Joi passes unchanged.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiRoutes } from '../api/route-table.ts';
import { areQuickIds, everyQuery, readJsonParameters, takesOnlyIds } from './checks.ts';

const hex = (letters: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: length, maxLength: length });
const quickId = hex('0123456789abcdef', 24);
const idLike = fc.oneof(
  { weight: 4, arbitrary: quickId },
  hex('0123456789abcdefABCDEF', 24),
  hex('0123456789abcdef', 23),
  hex('0123456789abcdefg', 24),
  quickId.map((id) => `${id}\n`),
  fc.string(),
);

/** How often a quick check said yes: a property that is never tried proves nothing. */
function passes<T>(values: fc.Arbitrary<T>, look: (value: T) => boolean): number {
  let count = 0;
  fc.assert(
    fc.property(values, (value) => {
      if (look(value)) count += 1;
    }),
    { numRuns: 500 },
  );
  return count;
}

test('[errors.request] ids in a path', () => {
  const { params } = apiRoutes.find(({ path }) => path === '/entry/:entryId') ?? {};
  const count = passes(fc.record({ entryId: idLike }), (sent) => {
    if (!areQuickIds(sent)) return false;
    expect(params?.validate(sent)).toEqual({ value: sent });
    return true;
  });
  expect(count).toBeGreaterThan(20);
  // Where a parameter is something else, letters of an id are not enough.
  for (const { params: check, path } of apiRoutes) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    expect([path, takesOnlyIds(path, check)]).toEqual([
      path,
      names.every((name) => /Id$|^(?:apiKey|factor|invitation)$/.test(name)),
    ]);
    const sent = Object.fromEntries(names.map((name) => [name, 'a'.repeat(24)]));
    if (names.length > 0 && takesOnlyIds(path, check))
      expect([path, check?.validate(sent)]).toEqual([path, { value: sent }]);
  }
});

const data = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })) },
  fc.jsonValue({ maxDepth: 1 }),
);
const flags = ['skipEmails', 'skipRenders', 'testEmailAddress', 'clonedFrom', '__proto__', 'constructor', 'other'];
const body = fc.oneof(
  { weight: 4, arbitrary: fc.record({ form: quickId, data }) },
  { weight: 4, arbitrary: fc.record({ form: idLike, data }, { requiredKeys: [] }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(quickId, data, fc.constantFrom(...flags), fc.jsonValue({ maxDepth: 0 }))
      .map(([form, given, flag, value]) =>
        Object.fromEntries([
          ['form', form],
          ['data', given],
          [flag, value],
        ]),
      ),
  },
  fc.jsonValue({ maxDepth: 1 }),
);
const sentBody = fc.option(body, { nil: undefined }).map((value) => (value === undefined ? value : asSent(value)));

/** As it comes from the network: `__proto__` is a name like any other. */
function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('[errors.request] bodies', () => {
  const routes = apiRoutes.filter(({ passesQuickCheck }) => passesQuickCheck !== undefined);
  expect(routes.map(({ path }) => path)).toEqual(['/entry/save', '/entry/submit']);
  for (const { passesQuickCheck, payload } of routes) {
    const count = passes(sentBody, (sent) => {
      if (passesQuickCheck?.(sent) !== true) return false;
      const before = JSON.stringify(sent);
      const { error, value } = payload?.validate(sent) ?? {};
      expect([error, JSON.stringify(value)]).toEqual([undefined, before]);
      return true;
    });
    expect(count).toBeGreaterThan(20);
  }
});

const limits = ['1', '9', '10', '99', '100', '250', '251', '0', '05', '+5', ' 5', '5 ', '5.0', '1e1', '-1', '', '٣'];
const queries = [
  '{"a":1}',
  '{}',
  '{ "a" : "x" }',
  '{"a":[1]}',
  '{"a":{"b":1}}',
  '{"__proto__":1}',
  '{bad',
  '[1]',
  'null',
];
const oddQueries = ['{"a":1} ', ' {"a":1}', '{"a":1e999}', '{"a":"\\u005f"}', '{"a":1,"a":2}', '{"a":null}', '"x"', ''];
const near = ['true', 'false', 'TRUE', '1', ''];
const one = (...values: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...values) }, fc.string(), fc.array(fc.constantFrom(...values)));
const query = fc.record(
  {
    term: one('', 'ha', 'חיפה', ' ', '{"a":1}'),
    limit: one(...limits),
    query: one(...queries, ...oddQueries),
    near: one(...near),
    locale: one('he', 'en'),
    other: fc.string(),
  },
  { requiredKeys: [] },
);
const plainQuery = fc.record(
  {
    term: fc.string(),
    limit: fc.constantFrom(...limits),
    query: fc.constantFrom(...queries),
    near: fc.constant('true'),
  },
  { requiredKeys: [] },
);

test('[errors.request] queries', () => {
  const routes = apiRoutes.filter(({ readQuickly }) => readQuickly !== undefined);
  expect(routes.map(({ path }) => path)).toEqual(['/optionsSet/:setId/autocomplete']);
  for (const route of routes) {
    const slow = route.query === undefined ? everyQuery : everyQuery.concat(route.query);
    const count = passes(fc.oneof(query, plainQuery), (sent) => {
      const read = route.readQuickly?.(sent);
      if (read === undefined) return false;
      expect(slow.validate(readJsonParameters(sent))).toEqual({ value: read });
      return true;
    });
    expect(count).toBeGreaterThan(20);
  }
});
