// Dates in expressions are what they are in entry data: ISO texts in UTC, never Date objects. So two of them
// compare with < and ==, and no host object can leak. [expressions.dates]

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(\D.*)?)?$/;
const minuteMs = 60_000;

/** Milliseconds since 1970 of an ISO text (UTC unless it says otherwise) or of milliseconds themselves. */
export function findTime(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(new Date(value).getTime()) ? undefined : Math.trunc(value);
  const parts = typeof value === 'string' && value.length < 40 ? iso.exec(value) : null;
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const offset = findOffset(parts[8] ?? 'Z');
  if (!isReal || offset === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  date.setUTCHours(hour, minute, second, Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0')));
  return date.getTime() - offset * minuteMs;
}

export function toIsoText(time: number): string {
  return new Date(time).toISOString();
}

/** Minutes east of UTC of `Z`, `UTC`, `GMT`, `+0200` or `+02:00`. */
export function findOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'UTC' || zone === 'GMT') return 0;
  const parts = /^([+-])([01]\d|2[0-3]):?([0-5]\d)$/.exec(zone);
  if (parts === null) return undefined;
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
}
