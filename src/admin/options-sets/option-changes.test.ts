import { expect, test } from 'vitest';
import {
  checkDraft,
  draftOf,
  numericKeys,
  type OptionChange,
  readDraft,
  removeChanges,
  restoreChanges,
  swapChanges,
} from './option-changes.ts';

const haifa = { value: 'Haifa', score: 3, data: { code: 4000, zip: '007', open: true, none: null } };
const keys = ['code', 'zip', 'open', 'none', 'area'];

test('[management] a row that is opened and saved stays what it was, kinds included', () => {
  expect(readDraft(draftOf(haifa, keys), haifa, new Set())).toEqual(haifa);
  expect(readDraft(draftOf({ value: 'a' }, keys), { value: 'a' }, new Set(['code']))).toEqual({ value: 'a' });
});

test('[management] what is typed into a row keeps the kind of the cell, or of its column', () => {
  const draft = draftOf(haifa, keys);
  const typed = {
    ...draft,
    value: ' Acre ',
    score: '',
    data: { ...draft.data, code: '12', zip: '12', open: 'false', area: '5' },
  };
  expect(readDraft(typed, haifa, new Set(['code', 'area']))).toEqual({
    value: 'Acre',
    data: { code: 12, zip: '12', open: false, none: null, area: 5 },
  });
  expect(readDraft({ ...draft, data: { ...draft.data, code: '0x1', zip: ' ' } }, haifa, new Set()).data).toEqual({
    code: '0x1',
    open: true,
    none: null,
  });
  expect(numericKeys([haifa, { value: 'b', data: { area: 1 } }])).toEqual(new Set(['code', 'area']));
});

test('[management] a row without a value, or with a score that is not a number, is not saved', () => {
  const draft = draftOf(haifa, []);
  expect(checkDraft(draft)).toBeUndefined();
  expect(checkDraft({ ...draft, value: ' ' })).toBe('noValue');
  expect(checkDraft({ ...draft, score: 'high' })).toBe('badScore');
  expect(checkDraft({ ...draft, score: '-1.5' })).toBeUndefined();
});

test('[management] neighbours change places, and shown by score their scores', () => {
  const one = { place: '1.0', value: 'a', score: 5 };
  const other = { place: '2.7', value: 'b', data: { k: 1 } };
  expect(swapChanges(one, other, 'score')).toEqual([
    { place: '1.0', was: { value: 'a', score: 5 }, option: { value: 'b', score: 5, data: { k: 1 } } },
    { place: '2.7', was: { value: 'b', data: { k: 1 } }, option: { value: 'a' } },
  ]);
  expect(swapChanges(one, other, 'list')).toMatchObject([
    { option: { value: 'b', data: { k: 1 } } },
    { option: { value: 'a', score: 5 } },
  ]);
});

test('[management] what was removed comes back where it was', () => {
  const values = ['a', 'b', 'c', 'd', 'e', 'f'];
  const rows = values.map((value, index) => ({ place: `3.${index}`, value }));
  const removed = [rows[4]!, rows[1]!, rows[2]!];
  expect(removeChanges(removed).map(({ place }) => place)).toEqual(['3.4', '3.1', '3.2']);
  const left = values.filter((value) => !removed.some((row) => row.value === value));
  expect(putBack(left, restoreChanges(removed))).toEqual(values);
});

/** As the service puts them: each before what is at its place now. */
function putBack(left: readonly string[], changes: readonly OptionChange[]): string[] {
  const result: string[] = [];
  for (let at = 0; at <= left.length; at++) {
    for (const change of changes) {
      if ('insert' in change && Number(change.place.split('.')[1]) === at) result.push(change.insert.value);
    }
    if (at < left.length) result.push(left[at]!);
  }
  return result;
}
