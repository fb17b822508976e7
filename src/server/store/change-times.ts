// The times that a change leaves on an entry, in the statement that makes it. A writer's time is taken before its locks are,
// and clocks are set back: what pollers go by (changedAt, deletedAt) must not fall behind what the account already shows,
// and an entry's actions are in the order in which they came. docs/choices.md "Time".
import type { Fragment, Runner } from './db.ts';

/**
 * SQL for the time of a change in an account: the writer's, or where the account shows a later one already, that one. One that
 * is far ahead comes of a clock that was wrong: from there it goes on in steps, so that a poller's minute of overlap
 * holds few entries and not all since. Looks only at what lies ahead, which is nothing in ordinary times.
 */
export function changeTime(sql: Runner, account: Fragment, time: string): Fragment {
  return sql`coalesce((
    select case when ahead.latest <= ${time}::timestamptz + interval '10 seconds' then ahead.latest
      else ahead.latest + interval '1 millisecond' end
    from (select greatest(
      (select max(later.changed_at) from entries later
        where later.account = ${account} and later.changed_at > ${time}::timestamptz),
      (select max(gone.deleted_at) from entry_markers gone
        where gone.account = ${account} and gone.deleted_at > ${time}::timestamptz)) as latest offset 0) as ahead
    ), ${time}::timestamptz)`;
}

/**
 * SQL for the actions of the entry `e`, whose row is locked, with one more. Its time is the writer's, which it holds already,
 * unless the action before it is later: then that one's. No text inside of the JSON can look like the key.
 */
export function actionsWith(sql: Runner, action: Fragment, time: string): Fragment {
  return sql`(left(e.actions::text, -1) || ',' || case when e.changed_at <= ${time}::timestamptz then ${action}
    else replace(${action}, ${`"time":"${time}"`}, '"time":"' || to_char(
      greatest(${time}::timestamptz, (e.actions -> -1 ->> 'time')::timestamptz) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"') end || ']')::json`;
}
