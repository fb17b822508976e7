// A view, or what the address asks for, as the API takes it.
import type { EntryView } from '../../api-types/views.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { filterQuery, type LivingStatus } from '../entries/entry-query.ts';
import { allOf, conditionsOf, type InsightAddress } from './insight-address.ts';

/** Which entries are counted. */
export interface InsightFilter {
  readonly status: LivingStatus;
  readonly search?: string | undefined;
  readonly where?: object | undefined;
}

export const allSubmitted: InsightFilter = { status: 'submitted' };

export function filterOfView({ state }: Pick<EntryView, 'state'>, now: Date): InsightFilter {
  const { status = 'submitted', since = 'any', search, where } = state;
  const { changedAt } = filterQuery({ status: 'all', since }, now) as { changedAt?: { $gte: string } };
  const sinceThen = changedAt === undefined ? [] : [{ path: 'changedAt', op: 'gte', value: changedAt.$gte }];
  return {
    // Of a view of everything the answers that were sent.
    status: status === 'all' ? 'submitted' : status,
    search,
    where: allOf([...conditionsOf(where), ...sinceThen]),
  };
}

/** The view of the address, narrowed by what else is asked for. */
export function filterOfAddress(address: InsightAddress, views: readonly EntryView[], now: Date): InsightFilter {
  const view = views.find(({ id }) => id === address.view);
  const base = view === undefined ? allSubmitted : filterOfView(view, now);
  return {
    status: base.status,
    search: [base.search, address.search].filter(Boolean).join(' ') || undefined,
    where: allOf([...conditionsOf(base.where), ...conditionsOf(address.where)]),
  };
}

export function filterOfCompared(id: string, views: readonly EntryView[], now: Date): InsightFilter | undefined {
  if (id === 'all') return allSubmitted;
  const view = views.find((one) => one.id === id);
  return view && filterOfView(view, now);
}

export function insightQuery({ status, search, where }: InsightFilter): Record<string, string> {
  return {
    ...(status !== 'submitted' && { statuses: status }),
    ...(search !== undefined && { search }),
    ...(where !== undefined && { where: JSON.stringify(where) }),
  };
}

/** The same for the list of entries, within a time. */
export function entriesQuery(
  { status, search, where }: InsightFilter,
  { from, to }: { from?: string; to?: string },
  ...more: readonly object[]
): Record<string, string> {
  const times = [
    ...(from === undefined ? [] : [{ path: 'submitTime', op: 'gte', value: from }]),
    ...(to === undefined ? [] : [{ path: 'submitTime', op: 'lt', value: to }]),
  ];
  return {
    query: JSON.stringify({ status: entryStatusNumber(status) }),
    ...(search !== undefined && { search }),
    where: JSON.stringify(allOf([...conditionsOf(where), ...times, ...more])),
  };
}
