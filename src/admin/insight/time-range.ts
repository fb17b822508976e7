// The time that insight is about, as the address of the page holds it and as the API takes it. Days are those of the person's
// own clock.

export type RangeKey = 'all' | '7d' | '30d' | '12m' | 'custom';
export const rangeKeys: readonly RangeKey[] = ['all', '7d', '30d', '12m', 'custom'];

export interface TimeRange {
  readonly key: RangeKey;
  /** YYYY-MM-DD, of custom only; both days are in it. */
  readonly first?: string;
  readonly last?: string;
}

/** Of `?range=30d` or `?range=custom&first=…&last=…`; whatever makes no sense is all time. */
export function readRange(search: string): TimeRange {
  const parameters = new URLSearchParams(search);
  const key = rangeKeys.find((one) => one === parameters.get('range')) ?? 'all';
  if (key !== 'custom') return { key };
  return { key, ...readDay('first', parameters.get('first')), ...readDay('last', parameters.get('last')) };
}

function readDay(name: 'first' | 'last', text: string | null): { first?: string; last?: string } {
  return text !== null && startOf(text) !== undefined ? { [name]: text } : {};
}

export function writeRange({ key, first, last }: TimeRange): string {
  if (key === 'all') return '';
  const parameters = new URLSearchParams({ range: key });
  if (key === 'custom' && first) parameters.set('first', first);
  if (key === 'custom' && last) parameters.set('last', last);
  return `?${parameters}`;
}

/** From the beginning of the first day to the beginning of the day after the last. */
export function rangeLimits(range: TimeRange, now: Date): { from?: string; to?: string } {
  const from = startOfRange(range, now);
  const to = range.last === undefined ? undefined : startOf(range.last, { plusDays: 1 });
  return { ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) };
}

function startOfRange({ key, first }: TimeRange, now: Date): Date | undefined {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (key) {
    case '7d':
      return new Date(year, month, day - 6);
    case '30d':
      return new Date(year, month, day - 29);
    case '12m':
      return new Date(year, month - 11, 1);
    case 'custom':
      return first === undefined ? undefined : startOf(first);
    default:
      return undefined;
  }
}

function startOf(text: string, { plusDays = 0 } = {}): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day) + plusDays);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The last day lies before the first. */
export function isUpsideDown({ first, last }: TimeRange): boolean {
  return first !== undefined && last !== undefined && last < first;
}
