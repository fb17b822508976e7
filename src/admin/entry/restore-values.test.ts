import { expect, test } from 'vitest';
import type { ChangedField } from '../../api-types/entries.ts';
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { restoreValues, valueAt } from './restore-values.ts';

const field = (keys: readonly (string | number)[], old: JsonValue): ChangedField => ({
  path: keys.join('.'),
  keys,
  label: '',
  old,
  new: null,
});

test.each<[string, JsonObject, ChangedField[], JsonObject, number]>([
  ['a value', { a: 2 }, [field(['a'], 1)], { a: 1 }, 0],
  ['nothing was there', { a: 2, b: 1 }, [field(['a'], null)], { b: 1 }, 0],
  ['in a section that is gone', {}, [field(['s', 'a'], 1)], { s: { a: 1 } }, 0],
  ['in a row', { r: [{ a: 1 }, { a: 2 }] }, [field(['r', 1, 'a'], 3)], { r: [{ a: 1 }, { a: 3 }] }, 0],
  ['in a row that is empty', { r: [null] }, [field(['r', 0, 'a'], 3)], { r: [{ a: 3 }] }, 0],
  ['in a row that is gone', { r: [{ a: 1 }] }, [field(['r', 1, 'a'], 3)], { r: [{ a: 1 }] }, 1],
  [
    'rows that were removed',
    {},
    [field(['r', 0], { a: 1 }), field(['r', 1], { a: 2 })],
    { r: [{ a: 1 }, { a: 2 }] },
    0,
  ],
  [
    'rows that were added',
    { r: [{ a: 1 }, { a: 2 }, { a: 3 }] },
    [field(['r', 1], null), field(['r', 2], null)],
    { r: [{ a: 1 }] },
    0,
  ],
  ['a row that is gone already', { r: [] }, [field(['r', 0], null)], { r: [] }, 1],
  [
    'where something else is now',
    { s: 'text', r: {} },
    [field(['s', 'a'], 1), field(['r', 0], {})],
    { s: 'text', r: {} },
    2,
  ],
])('[management] restore: %s', (_, data, fields, expected, missed) => {
  const before = structuredClone(data);
  expect(restoreValues(data, fields)).toEqual({ data: expected, missed });
  expect(data).toEqual(before);
});

test('[management] restore: a name that objects inherit is a name like others', () => {
  const { data } = restoreValues({}, [field(['__proto__'], 'x'), field(['toString'], 'y')]);
  expect([Object.keys(data), Object.getPrototypeOf(data)]).toEqual([['__proto__', 'toString'], Object.prototype]);
  expect(valueAt({ r: [{ a: 1 }] }, ['r', 0, 'a'])).toBe(1);
  expect([valueAt({}, ['toString']), valueAt({ r: [] }, ['r', 0, 'a']), valueAt({ r: [1] }, ['r', 'length'])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
