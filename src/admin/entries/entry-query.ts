// Which entries by status and period, as the API's filter. The address of the page: find/table-state.ts.
// [lists.filter]
import { type EntryStatus, entryStatusNumber } from '../../core/plan/entry-status.ts';

export type LivingStatus = Exclude<EntryStatus, 'deleted'>;
export const livingStatuses: readonly LivingStatus[] = ['submitted', 'saved', 'created', 'template', 'render'];

export interface TableFilter {
  readonly status: LivingStatus | 'all';
  /** `any`, `today`, `7`, `30` (days) or a day `YYYY-MM-DD`. */
  readonly since: string;
}

export type Query = Readonly<Record<string, unknown>>;

/** `any` for what is not a period. */
export function readSince(since: unknown): string {
  return typeof since === 'string' && (/^(?:today|7|30)$/.test(since) || isDay(since)) ? since : 'any';
}

/** Without the form: it is in the path of the table's request, and added by those who need it. */
export function filterQuery({ status, since }: TableFilter, now: Date): Query {
  const from = sinceTime(since, now);
  return {
    ...(status !== 'all' && { status: entryStatusNumber(status) }),
    ...(from !== undefined && { changedAt: { $gte: from } }),
  };
}

/** Days begin at the person's midnight; `7` is today and the six days before it. */
function sinceTime(since: string, now: Date): string | undefined {
  if (since === 'any') return undefined;
  if (isDay(since)) return new Date(`${since}T00:00:00`).toISOString();
  const days = since === 'today' ? 1 : Number(since);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));
}

/** A filter narrowed to what changed up to `time`: what comes later was not counted and is not deleted. */
export function upTo(query: Query, time: string): Query {
  return { ...query, changedAt: { ...(query['changedAt'] as object | undefined), $lte: time } };
}
