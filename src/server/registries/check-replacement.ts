// Whether new options may replace the ones a maintained set has: a shrunken or partial source never does.
// [options-sets.maintained.refresh]

import type { MaintainedSet } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { type Refusal, refuse } from './refusal.ts';

/** A refresh that brings less than this share of what the set has is taken for a partial one. */
const minShareOfCurrent = 0.85;

export function checkReplacement(
  set: Pick<MaintainedSet, 'key' | 'floor' | 'isExact'>,
  { options, currentCount }: { readonly options: readonly Option[]; readonly currentCount: number },
): Refusal | undefined {
  if (set.key === 'taxLocalities') return checkYears(options, set.floor);
  const count = options.length;
  if (set.isExact === true && count !== set.floor)
    return refuse(`${count} options where exactly ${set.floor} are right`);
  if (count < set.floor) return refuse(`${count} options are too few to believe: at least ${set.floor} are expected`);
  if (count < currentCount * minShareOfCurrent) {
    return refuse(`${count} options would replace ${currentCount}: the source has shrunk`);
  }
  return undefined;
}

function checkYears(options: readonly Option[], floor: number): Refusal | undefined {
  const counts = new Map<unknown, number>();
  for (const { data } of options) counts.set(data?.['year'], (counts.get(data?.['year']) ?? 0) + 1);
  if (counts.size === 0) return refuse('no tax year has a list');
  for (const [year, count] of counts) {
    if (count < floor)
      return refuse(`${count} localities for ${year} are too few to believe: at least ${floor} are expected`);
  }
  return undefined;
}
