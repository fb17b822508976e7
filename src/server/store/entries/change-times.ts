// The times that a change leaves on an entry, in the statement that makes it. A writer's time is taken before its locks are,
// and clocks are set back: what pollers go by (changedAt, deletedAt) must not fall behind what the account already shows,
// and an entry's actions are in the order in which they came. docs/choices.md "Time".
// [conventions.times.database] [entries.times] [lists.polling]
import type { Fragment, Runner } from '../connection/db.ts';

/** Looks only at what lies ahead of the writer, which is nothing in ordinary times. */
const laterOfWriter = `greatest(writer.at,
    (select later.changed_at + case when later.changed_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entries later
      where later.account = writer.account and later.changed_at > writer.at order by later.changed_at desc limit 1),
    (select gone.deleted_at + case when gone.deleted_at > writer.at + interval '10 seconds'
        then interval '1 millisecond' else interval '0' end
      from entry_markers gone
      where gone.account = writer.account and gone.deleted_at > writer.at order by gone.deleted_at desc limit 1))`;

/**
 * SQL for the time of a change in an account: the writer's, or where the account shows a later one already, that one. One that
 * is far ahead comes of a clock that was wrong: from there it goes on in steps, so that a poller's minute of overlap
 * holds few entries and not all since.
 */
export function changeTime(sql: Runner, account: Fragment, time: string): Fragment {
  return sql`(select ${sql.unsafe(laterOfWriter)} from (select ${time}::timestamptz as at, ${account} as account) writer)`;
}

/** The same for a statement that is written as text. */
export function changeTimeText(account: string, time: string): string {
  return `(select ${laterOfWriter} from (select ${time} as at, ${account} as account) writer)`;
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
