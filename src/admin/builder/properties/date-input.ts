// Dates between the browser's date inputs and entry data: a day, a moment (typed in the person's own time) or a time.

export type DateMode = 'd' | 'dt' | 't';

/** A stored timestamp as the input shows it; anything else is nothing. */
export function toDateInput(stored: string, mode: DateMode): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(stored) || Number.isNaN(Date.parse(stored))) return '';
  if (mode === 'd') return stored.slice(0, 10);
  if (mode === 't') return stored.slice(11, 16);
  const moment = new Date(stored);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Nothing while the input is not complete. */
export function fromDateInput(typed: string, mode: DateMode): string {
  const text = mode === 'd' ? `${typed}T00:00:00.000Z` : mode === 't' ? `1970-01-01T${typed}:00.000Z` : typed;
  const date = new Date(text);
  return typed === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
