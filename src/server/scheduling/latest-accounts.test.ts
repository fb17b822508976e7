import { expect, test } from 'vitest';
import { createLatestAccounts } from './latest-accounts.ts';

test('[limits.fair-turns] an account has others beside it while they are there, and is alone a moment later', () => {
  let time = 0;
  const accounts = createLatestAccounts(() => time);
  expect(accounts.hasOthers('a')).toBe(false);
  accounts.note('a');
  expect([accounts.hasOthers('a'), accounts.hasOthers('b')]).toEqual([false, true]);
  time = 100;
  accounts.note('b');
  expect([accounts.hasOthers('a'), accounts.hasOthers('b'), accounts.hasOthers('c')]).toEqual([true, true, true]);
  time = 300;
  expect([accounts.hasOthers('a'), accounts.hasOthers('b')]).toEqual([true, false]);
  accounts.note('b');
  time = 600;
  expect([accounts.hasOthers('a'), accounts.hasOthers('b'), accounts.hasOthers('c')]).toEqual([false, false, false]);
});
