import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { compareData, type DataChange } from './compare-data.ts';

const file = (name: string) => ({ name, size: 1, type: '', storageKey: name, storageBucket: 'b', url: 'u' });
const changes = (before: JsonObject, after: JsonObject) =>
  compareData(before, after).map((change) => [change.keys.join('.'), change.old, change.new]);

test.each<[string, JsonObject, JsonObject, unknown[]]>([
  ['nothing', { a: 1, b: [1, { x: 1 }] }, { b: [1, { x: 1 }], a: 1 }, []],
  ['a value', { a: 1 }, { a: 2 }, [['a', 1, 2]]],
  [
    'one that came and one that went',
    { a: 1 },
    { b: false },
    [
      ['b', undefined, false],
      ['a', 1, undefined],
    ],
  ],
  ['several choices are one value', { a: ['x'] }, { a: ['x', 'y'] }, [['a', ['x'], ['x', 'y']]]],
  ['files are one value', { a: [file('x')] }, { a: [file('y')] }, [['a', [file('x')], [file('y')]]]],
  [
    'inside a section',
    { s: { a: 1, b: 2 } },
    { s: { b: 3 } },
    [
      ['s.b', 2, 3],
      ['s.a', 1, undefined],
    ],
  ],
  ['a section that went', { s: { a: 1 } }, {}, [['s.a', 1, undefined]]],
  ['inside a row', { r: [{ a: 1 }, { a: 2 }] }, { r: [{ a: 1 }, { a: 3 }] }, [['r.1.a', 2, 3]]],
  [
    'a row removed from the middle',
    { r: [{ a: 1 }, { a: 2 }, { a: 3 }] },
    { r: [{ a: 1 }, { a: 3 }] },
    [['r.1', { a: 2 }, undefined]],
  ],
  ['a row added in front', { r: [{ a: 1 }] }, { r: [{ a: 0 }, { a: 1 }] }, [['r.0', undefined, { a: 0 }]]],
  ['an empty row that was filled', { r: [null] }, { r: [{ a: 1 }] }, [['r.0.a', undefined, 1]]],
  ['all rows', { r: [{ a: 1 }] }, {}, [['r.0', { a: 1 }, undefined]]],
  ['another kind of value', { a: { x: 1 } }, { a: 'x' }, [['a', { x: 1 }, 'x']]],
  ['screen state is not an answer', { t: { __activeTab: 0 } }, { t: { __activeTab: 1 } }, []],
  [
    'names that objects inherit',
    { toString: 'a' },
    { constructor: 'b' },
    [
      ['constructor', undefined, 'b'],
      ['toString', 'a', undefined],
    ],
  ],
])('[entries.history.fields] %s', (_, before, after, expected) => {
  expect(changes(before, after)).toEqual(expected);
});

const value = fc.oneof(
  fc.constantFrom<JsonValue>(1, 'x', true),
  fc.array(fc.constantFrom('x', 'y'), { minLength: 1, maxLength: 2 }),
);
const row = fc.dictionary(fc.constantFrom('a', 'b'), value, { minKeys: 1 });
const entry = fc.record(
  { a: value, b: value, s: row, r: fc.array(row, { minLength: 1, maxLength: 5 }) },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

test('[entries.history.fields] undoing every change gives back what was there before', () => {
  fc.assert(
    fc.property(entry, entry, (before, after) => {
      const data = structuredClone(after);
      const all = compareData(before, after);
      // Rows that were added go from the last one on, those that were removed come back from the first one on.
      const isAdded = ({ keys, old }: DataChange) => typeof keys.at(-1) === 'number' && old === undefined;
      for (const change of all.filter(isAdded).reverse()) undo(data, change);
      for (const change of all.filter((one) => !isAdded(one))) undo(data, change);
      expect(withoutEmpty(data)).toEqual(before);
    }),
  );
});

function undo(data: JsonObject, { keys, old }: DataChange): void {
  const last = keys.at(-1)!;
  let holder: JsonValue = data;
  for (const [at, key] of keys.slice(0, -1).entries()) {
    const objects = holder as JsonObject;
    objects[key] ??= typeof keys[at + 1] === 'number' ? [] : {};
    holder = objects[key];
  }
  if (Array.isArray(holder))
    holder.splice(Number(last), old === undefined ? 1 : 0, ...(old === undefined ? [] : [old]));
  else if (old === undefined) delete (holder as JsonObject)[last];
  else (holder as JsonObject)[last] = old;
}

/** A section or repeat that holds nothing is not there. */
function withoutEmpty(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).filter(([, one]) => typeof one !== 'object' || Object.keys(one ?? {}).length > 0),
  );
}
