import { expect, test } from 'vitest';
import { applyUpdate } from '../../core/plan/update-mode.ts';
import { changedKeys } from './changed-keys.ts';

test('[management] edits: only changed keys are sent, removed ones as null; assigned, they keep what somebody else changed', () => {
  const before = { name: 'Ann', age: 5, rows: [{ a: 1 }, { a: 2 }], note: 'old' };
  const mine = { name: 'Ann', rows: [{ a: 1 }], note: 'old', added: true };
  const sent = changedKeys(before, mine);
  expect(sent).toEqual({ age: null, rows: [{ a: 1 }], added: true });
  const theirs = { ...before, note: 'new' };
  expect(applyUpdate('assign', theirs, sent)).toEqual({ name: 'Ann', rows: [{ a: 1 }], note: 'new', added: true });
  expect(changedKeys(before, before)).toEqual({});
});
