// Is every function that takes text placed: measured by limits/text-growth.test.ts, or left out for a reason?
import { expect, test } from 'vitest';
import { exemptFunctions, exemptKinds } from './limits/exempt-functions.ts';
import { listExportedFunctions } from './limits/exported-functions.ts';
import { textFunctions } from './limits/text-functions.ts';

const exported = listExportedFunctions();
const exempt = new Set(Object.values(exemptFunctions).flat());

test('[limits.growth] every exported function that takes text is measured, or exempt for a reason', () => {
  const unplaced = exported
    .filter(({ name }) => !Object.hasOwn(textFunctions, name) && !exempt.has(name))
    .filter((item) => !exemptKinds.some(({ covers }) => covers(item)))
    .map(({ name }) => name);
  // A new one goes into limits/text-functions.ts; into limits/exempt-functions.ts only where its input is bounded or not a caller's.
  expect(unplaced).toEqual([]);
});

test('[limits.growth] what is measured or exempt is there, and once', () => {
  const names = new Set(exported.map(({ name }) => name));
  expect([...exempt].filter((name) => !names.has(name))).toEqual([]);
  expect([...exempt].filter((name) => Object.hasOwn(textFunctions, name))).toEqual([]);
  expect(exported.length).toBeGreaterThan(400);
  expect(Object.keys(textFunctions).length).toBeGreaterThan(90);
});
