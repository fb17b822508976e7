// What is known of the maintained sets: how each was last refreshed, and the published lists of tax-credit localities.
import type { Runner } from './db.ts';

export type RefreshOutcome = 'refreshed' | 'unchanged' | 'kept';

export interface SetRefresh {
  readonly set: string;
  readonly fingerprint: string;
  readonly optionCount: number;
  /** Null before the first refresh. */
  readonly outcome: RefreshOutcome | null;
  /** Addresses that the options came from; null for those of the first start. */
  readonly source: string | null;
}

export async function listSetRefreshes(sql: Runner, sets: string[]): Promise<SetRefresh[]> {
  return sql<SetRefresh[]>`
    select s.id as set, coalesce(r.fingerprint, '') as fingerprint, s.option_count as "optionCount", r.outcome,
      r.source
    from options_sets s left join set_refreshes r on r.set_id = s.id where s.id = any(${sets}::text[])`;
}

export interface LastRefresh {
  readonly outcome: RefreshOutcome;
  readonly lastTry: string;
  readonly lastSuccess?: string;
  /** Why the old options were kept. */
  readonly reason?: string;
  readonly warnings: readonly string[];
}

/** Undefined before the first refresh. */
export async function findSetRefresh(sql: Runner, set: string): Promise<LastRefresh | undefined> {
  const [row] = await sql<
    { outcome: RefreshOutcome; lastTry: string; lastSuccess: string | null; reason: string | null; warnings: string }[]
  >`select outcome, last_try as "lastTry", last_success as "lastSuccess", reason, warnings from set_refreshes
    where set_id = ${set} and outcome is not null and last_try is not null`;
  if (row === undefined) return undefined;
  const { outcome, lastTry, lastSuccess, reason } = row;
  return {
    outcome,
    lastTry,
    ...(lastSuccess === null ? {} : { lastSuccess }),
    ...(reason === null ? {} : { reason }),
    warnings: JSON.parse(row.warnings) as string[],
  };
}

export async function recordSeed(sql: Runner, seed: { set: string; fingerprint: string }): Promise<void> {
  await sql`insert into set_refreshes (set_id, fingerprint, warnings) values (${seed.set}, ${seed.fingerprint}, '[]')
    on conflict (set_id) do nothing`;
}

export interface RefreshRecord {
  readonly set: string;
  readonly outcome: RefreshOutcome;
  /** Missing: the options did not change. */
  readonly fingerprint?: string;
  /** Missing: the options did not come from a source just now. */
  readonly source?: string;
  readonly reason: string | null;
  readonly warnings: readonly string[];
  readonly time: string;
}

export async function recordRefresh(sql: Runner, record: RefreshRecord): Promise<void> {
  const { set, outcome, fingerprint = null, source = null, reason, time } = record;
  const lastSuccess = outcome === 'kept' ? null : time;
  await sql`insert into set_refreshes (set_id, fingerprint, outcome, source, reason, warnings, last_try, last_success)
    values (${set}, coalesce(${fingerprint}, ''), ${outcome}, ${source}, ${reason}, ${JSON.stringify(record.warnings)},
      ${time}, ${lastSuccess}::timestamptz)
    on conflict (set_id) do update set outcome = excluded.outcome, reason = excluded.reason,
      warnings = excluded.warnings, last_try = excluded.last_try,
      fingerprint = coalesce(${fingerprint}, set_refreshes.fingerprint),
      source = coalesce(${source}, set_refreshes.source),
      last_success = coalesce(excluded.last_success, set_refreshes.last_success)`;
}

export interface TaxYearRow {
  readonly year: number;
  /** JSON text of an array. */
  readonly localities: string;
  /** Which reader read it. */
  readonly reader: number;
}

export async function listTaxYears(sql: Runner): Promise<TaxYearRow[]> {
  return sql<TaxYearRow[]>`select year, localities, reader from tax_years order by year`;
}

export async function keepTaxYear(sql: Runner, kept: TaxYearRow & { time: string }): Promise<void> {
  await sql`insert into tax_years (year, localities, reader, read_time)
    values (${kept.year}, ${kept.localities}, ${kept.reader}, ${kept.time})
    on conflict (year) do update set localities = excluded.localities, reader = excluded.reader,
      read_time = excluded.read_time`;
}
