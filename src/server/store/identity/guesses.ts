// Counters of guesses: sign-ins and whatever else could be tried out. A guess is counted before it is looked at and given back
// when it was right, so that any number at once, in any number of processes, never get more than their bound.
import type { Runner } from '../connection/db.ts';

export interface GuessWindow {
  readonly time: string;
  /** Windows that began before it are over. */
  readonly from: string;
}

/** Counts one guess under each name that has one left; the names it was counted under. */
export async function takeGuesses(
  sql: Runner,
  bounds: Readonly<Record<string, number>>,
  window: GuessWindow,
): Promise<string[]> {
  const names = Object.keys(bounds);
  const rows = await sql<{ name: string }[]>`
    insert into login_failures (name, count, window_start)
    select name, 1, ${window.time}::timestamptz from unnest(${names}::text[]) as name order by name
    on conflict (name) do update set
      count = case when login_failures.window_start < ${window.from} then 1 else login_failures.count + 1 end,
      window_start = case when login_failures.window_start < ${window.from}
        then excluded.window_start else login_failures.window_start end
    where login_failures.window_start < ${window.from}
      or login_failures.count < (${JSON.stringify(bounds)}::text::json ->> login_failures.name)::integer
    returning name`;
  return rows.map(({ name }) => name);
}

export interface GuessCount {
  readonly name: string;
  readonly count: number;
  readonly windowStart: string;
}

export async function listGuesses(sql: Runner, names: readonly string[], from: string): Promise<GuessCount[]> {
  return sql<GuessCount[]>`select name, count, window_start as "windowStart" from login_failures
    where name = any(${[...names]}::text[]) and window_start >= ${from}`;
}

/** Takes one guess away from each name again. */
export async function giveBackGuesses(sql: Runner, names: readonly string[]): Promise<void> {
  // Locked in the order in which they are counted: two that meet must not wait for each other.
  await sql`with locked as (
      select name from login_failures where name = any(${[...names]}::text[]) order by name for update)
    update login_failures set count = greatest(login_failures.count - 1, 0) from locked
    where login_failures.name = locked.name`;
}

export async function clearGuesses(sql: Runner, name: string): Promise<void> {
  await sql`delete from login_failures where name = ${name}`;
}

export async function deleteOldGuesses(sql: Runner, from: string): Promise<void> {
  await sql`delete from login_failures where window_start < ${from}`;
}
