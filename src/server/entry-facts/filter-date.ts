// Dates in filters: ISO 8601 with Z, with an offset, or a bare date meaning UTC midnight.
// A date that does not exist (2024-02-30) is none. [lists.filter.dates]

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d))?$/;

/** The time as ISO text in UTC, or undefined. */
export function readFilterDate(value: unknown): string | undefined {
  const match = typeof value === 'string' ? pattern.exec(value) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = match;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), Number(second), ms);
  const isReal =
    local.getUTCMonth() === Number(month) - 1 &&
    local.getUTCDate() === Number(day) &&
    local.getUTCHours() === Number(hour) &&
    local.getUTCMinutes() === Number(minute) &&
    local.getUTCSeconds() === Number(second);
  const offsetMinutes = readOffset(zone);
  if (!isReal || offsetMinutes === undefined) return undefined;
  const time = new Date(local.getTime() - offsetMinutes * 60_000);
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999 ? time.toISOString() : undefined;
}

const maxOffsetHours = 14;

function readOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > maxOffsetHours || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
