import { expect, test } from 'vitest';
import { filterQuery, upTo } from './entry-query.ts';

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
