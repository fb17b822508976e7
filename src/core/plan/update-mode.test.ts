import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../definition/form-definition.ts';
import { applyUpdate, type UpdateMode } from './update-mode.ts';

const rows: JsonObject[] = [{ p: '1', q: '2' }, { p: '3' }];
const current = { a: '1', s: { x: '1', y: '2' }, r: rows, tags: ['a', 'b', 'c'] };

describe('[entries.edit.modes]', () => {
  test.each<[string, UpdateMode, JsonObject, JsonObject]>([
    ['replace makes the data the entire data', 'replace', { b: '2' }, { b: '2' }],
    [
      'assign replaces each top-level key sent',
      'assign',
      { s: { z: '3' }, b: '2' },
      { ...current, s: { z: '3' }, b: '2' },
    ],
    ['assign shortens an array', 'assign', { r: [{ p: '9' }] }, { ...current, r: [{ p: '9' }] }],
    [
      'assign with null removes the key',
      'assign',
      { a: null, none: null },
      { s: current.s, r: current.r, tags: current.tags },
    ],
    ['merge merges at every depth', 'merge', { s: { y: '9', z: '3' } }, { ...current, s: { x: '1', y: '9', z: '3' } }],
    [
      'merge merges arrays by position',
      'merge',
      { r: [{ q: '9' }] },
      { ...current, r: [{ p: '1', q: '9' }, { p: '3' }] },
    ],
    ['merge cannot shorten an array', 'merge', { tags: ['z'], r: [] }, { ...current, tags: ['z', 'b', 'c'] }],
    ['merge adds rows', 'merge', { r: [{}, {}, { p: '5' }] }, { ...current, r: [...current.r, { p: '5' }] }],
    [
      'merge with null removes the key',
      'merge',
      { s: { x: null }, a: null },
      { s: { y: '2' }, r: current.r, tags: current.tags },
    ],
    ['merge with a null row empties that row', 'merge', { r: [null] }, { ...current, r: [null, { p: '3' }] }],
    [
      'merge of different shapes takes what was sent',
      'merge',
      { s: 'x', a: { b: '1' } },
      { ...current, a: { b: '1' }, s: 'x' },
    ],
  ])('%s', (_, mode, sent, expected) => {
    const before = JSON.stringify([current, sent]);
    expect(applyUpdate(mode, current, sent)).toEqual(expected);
    expect(JSON.stringify([current, sent])).toBe(before);
  });

  const json = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue({ maxDepth: 4 }), {
    noNullPrototype: true,
  }) as fc.Arbitrary<JsonObject>;

  test('merge laws: nothing sent changes nothing, sending twice is sending once, arrays never shrink', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const merged = applyUpdate('merge', one, other);
        expect(applyUpdate('merge', merged, {})).toEqual(merged);
        expect(applyUpdate('merge', merged, other)).toEqual(merged);
        for (const key of ['a', 'b', 'c']) {
          if (Array.isArray(one[key]) && Array.isArray(other[key])) {
            expect((merged[key] as JsonValue[]).length).toBe(Math.max(one[key].length, other[key].length));
          }
          if (!Object.hasOwn(other, key)) expect(merged[key]).toEqual(one[key]);
        }
      }),
    );
  });

  test('no key reaches a prototype, and depth does not exhaust the stack', () => {
    const evil = JSON.parse('{"__proto__": {"polluted": true}, "a": {"__proto__": {"polluted": true}}}');
    const merged = applyUpdate('merge', { a: {} }, evil);
    expect(merged).toEqual({ a: {} });
    expect(Object.getPrototypeOf(merged['a'])).toBe(Object.prototype);
    let deep: JsonValue = {};
    for (let level = 0; level < 50_000; level++) deep = { a: deep };
    expect(applyUpdate('merge', deep, deep)).toBeTypeOf('object');
  });
});
