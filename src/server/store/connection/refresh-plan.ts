// When the maintained sets are due to be refreshed, each family of them by itself: one that fails is tried again sooner
// without the others.
import type { Runner } from './db.ts';

export interface DueRefresh {
  readonly name: string;
  /** In a row. */
  readonly failures: number;
}

/** What is due, for the one process that takes it; it is due again at `until` unless planned again. New names are due. */
export async function takeDueRefreshes(
  sql: Runner,
  turn: { names: readonly string[]; now: string; until: string },
): Promise<DueRefresh[]> {
  return sql<DueRefresh[]>`
    insert into set_refresh_plan (name, next_time, failures)
    select name, ${turn.until}, 0 from unnest(${[...turn.names]}::text[]) as name
    on conflict (name) do update set next_time = excluded.next_time where set_refresh_plan.next_time <= ${turn.now}
    returning name, failures`;
}

export async function planRefresh(
  sql: Runner,
  plan: { name: string; nextTime: string; failures: number },
): Promise<void> {
  await sql`insert into set_refresh_plan (name, next_time, failures)
    values (${plan.name}, ${plan.nextTime}, ${plan.failures})
    on conflict (name) do update set next_time = excluded.next_time, failures = excluded.failures`;
}
