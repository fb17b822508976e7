import { expect, test } from 'vitest';
import { filterQuery, filterSearch, readFilter, upTo } from './entry-query.ts';

test.each([
  ['', { status: 'all', since: 'any' }, ''],
  ['?status=saved&since=7', { status: 'saved', since: '7' }, '?status=saved&since=7'],
  ['?since=2024-05-01', { status: 'all', since: '2024-05-01' }, '?since=2024-05-01'],
  ['?status=deleted&since=2024-99-99', { status: 'all', since: 'any' }, ''],
  ['?status=__proto__&since=8&x=1', { status: 'all', since: 'any' }, ''],
] as const)('[management] filters: %s is read, and written as %s', (search, filter, written) => {
  expect(readFilter(search)).toEqual(filter);
  expect(filterSearch(readFilter(search))).toBe(written);
});

test('[management] filters: the API gets numbers of statuses and the midnights of the person', () => {
  const now = new Date(2024, 4, 10, 15, 30);
  const midnight = (day: number) => new Date(2024, 4, day).toISOString();
  expect(filterQuery({ status: 'all', since: 'any' }, now)).toEqual({});
  expect(filterQuery({ status: 'created', since: 'today' }, now)).toEqual({
    status: 0,
    changedAt: { $gte: midnight(10) },
  });
  expect(filterQuery({ status: 'template', since: '7' }, now)).toEqual({ status: 4, changedAt: { $gte: midnight(4) } });
  expect(filterQuery({ status: 'all', since: '2024-05-02' }, now)).toEqual({ changedAt: { $gte: midnight(2) } });
});

test('[management] deleting: a filter can be closed at a time, whatever else it asks', () => {
  expect(upTo({ status: 2 }, 'now')).toEqual({ status: 2, changedAt: { $lte: 'now' } });
  expect(upTo({ changedAt: { $gte: 'then' } }, 'now')).toEqual({ changedAt: { $gte: 'then', $lte: 'now' } });
});
