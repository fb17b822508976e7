// Numbers that look random and are the same for the same seed.

export type Random = ReturnType<typeof randomOf>;

export function randomOf(seed: number) {
  let state = seed >>> 0;
  /** mulberry32 */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    /** True in so many of a hundred cases. */
    chance: (percent: number) => below(100) < percent,
    pick: <One>(list: readonly One[]): One => list[below(list.length)] as One,
  };
}
