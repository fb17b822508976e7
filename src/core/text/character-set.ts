// Sets of characters as ranges of code points, in order and apart from each other.

export type CharacterSet = readonly (readonly [first: number, last: number])[];

export const lastCharacter = 0x10ffff;

export function union(...sets: readonly CharacterSet[]): CharacterSet {
  const merged: [number, number][] = [];
  for (const [first, last] of sets.flat().sort((one, two) => one[0] - two[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= lastCharacter) gaps.push([next, lastCharacter]);
  return gaps;
}

export function overlaps(one: CharacterSet, two: CharacterSet): boolean {
  let other = 0;
  for (const [first, last] of one) {
    while (other < two.length && two[other]![1] < first) other++;
    if (other < two.length && two[other]![0] <= last) return true;
  }
  return false;
}
