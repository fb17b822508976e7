import { expect, test } from 'vitest';
import { createNewId } from './new-id.ts';

const year = 365 * 86_400_000;

test('[conventions.ids] ids of one process are in order, whatever its clock does', () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const newId = createNewId(() => now);
  const ids = [0, 1, -3_600_000, 5, 2 * year, -2 * year, 7].flatMap((step) => {
    now += step;
    return [newId(), newId(), newId()];
  });
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('[conventions.ids] and come after the newest that there was before it began', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  const later = createNewId(() => now + 2 * year)();
  const newId = createNewId(() => now, later);
  const ids = [later, newId(), newId()];
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(3);
  const earlier = createNewId(() => now - year)();
  expect(createNewId(() => now, earlier)().slice(0, 12)).toBe(now.toString(16).padStart(12, '0'));
});
