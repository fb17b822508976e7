import { expect, test } from 'vitest';
import { allMaintainedSets } from '../../server/options-sets/maintained-sets.ts';
import { maintainedSets, setName, sourceText } from './maintained-sets.ts';

test('[management] maintained sets: the app has words for every one, and the names that the service has', () => {
  expect(Object.keys(maintainedSets)).toEqual(allMaintainedSets.map(({ id }) => id));
  for (const set of allMaintainedSets) {
    expect(setName(set, 'he')).toBe(set.nameHebrew);
    expect(setName(set, 'en')).toBe(set.name);
    expect(sourceText(set.id, 'he')).toMatch(/[א-ת]/);
  }
  expect(setName({ id: '0'.repeat(24), name: 'ours' }, 'he')).toBe('ours');
});
