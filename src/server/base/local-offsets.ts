// How far the clocks of a time zone are ahead of UTC, in milliseconds. [forms.time-zone]

export const dayMs = 86_400_000;

const maxKnownDays = 20_000;

/** How far local clocks are ahead of UTC. What they show is asked twice a day, not for each of a million moments. */
export function localOffsets(timeZone: string): (ms: number) => number {
  const offsetAt = exactOffsets(timeZone);
  // By UTC day; NaN where clocks change within it.
  const offsets = new Map<number, number>();
  return (ms) => {
    const day = Math.floor(ms / dayMs);
    let offset = offsets.get(day);
    if (offset === undefined) {
      const [start, end] = [offsetAt(day * dayMs), offsetAt((day + 1) * dayMs)];
      offset = start === end ? start : Number.NaN;
      if (offsets.size >= maxKnownDays) offsets.clear();
      offsets.set(day, offset);
    }
    return Number.isNaN(offset) ? offsetAt(ms) : offset;
  };
}

/** Asked each time. */
export function exactOffsets(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
    const shown = new Date(0);
    shown.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
    shown.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']));
    return shown.getTime() - Math.floor(ms / 1000) * 1000;
  };
}
