// What is known of the maintained sets: how each was last refreshed, and the published lists of tax-credit localities.
import type { Runner, Transaction } from '../connection/db.ts';

export type RefreshOutcome = 'refreshed' | 'unchanged' | 'kept';

export interface SetRefresh {
  readonly set: string;
  readonly fingerprint: string;
  readonly optionCount: number;
  /** Null before the first refresh. */
  readonly outcome: RefreshOutcome | null;
  /** Addresses that the options came from; null for those of the first start. */
  readonly source: string | null;
  /** Lists that somebody went back from; newest last. */
  readonly withdrawn: readonly WithdrawnList[];
}

export interface WithdrawnList {
  readonly fingerprint: string;
  readonly time: string;
}

/** What a refresh found. */
export interface RefreshFacts {
  readonly source?: string;
  readonly count?: number;
  readonly added?: number;
  readonly removed?: number;
  readonly changed?: number;
  /** The number of the list that was refused. */
  readonly refusedList?: number;
}

export async function listSetRefreshes(sql: Runner, sets: string[]): Promise<SetRefresh[]> {
  const rows = await sql<(Omit<SetRefresh, 'withdrawn'> & { withdrawn: string | null })[]>`
    select s.id as set, coalesce(r.fingerprint, '') as fingerprint, s.option_count as "optionCount", r.outcome,
      r.source, r.withdrawn
    from options_sets s left join set_refreshes r on r.set_id = s.id where s.id = any(${sets}::text[])`;
  return rows.map((row) => ({ ...row, withdrawn: JSON.parse(row.withdrawn ?? '[]') as WithdrawnList[] }));
}

export interface LastRefresh extends RefreshFacts {
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
    {
      outcome: RefreshOutcome;
      lastTry: string;
      lastSuccess: string | null;
      reason: string | null;
      warnings: string;
      facts: string;
    }[]
  >`select outcome, last_try as "lastTry", last_success as "lastSuccess", reason, warnings, facts from set_refreshes
    where set_id = ${set} and outcome is not null and last_try is not null`;
  if (row === undefined) return undefined;
  const { outcome, lastTry, lastSuccess, reason } = row;
  return {
    outcome,
    lastTry,
    ...(lastSuccess === null ? {} : { lastSuccess }),
    ...(reason === null ? {} : { reason }),
    warnings: JSON.parse(row.warnings) as string[],
    ...(JSON.parse(row.facts) as RefreshFacts),
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
  /** Missing: nothing came that could be counted. */
  readonly facts?: RefreshFacts;
  readonly time: string;
}

export async function recordRefresh(sql: Runner, record: RefreshRecord): Promise<void> {
  const { set, outcome, fingerprint = null, source = null, reason, time } = record;
  const lastSuccess = outcome === 'kept' ? null : time;
  const facts = JSON.stringify(record.facts ?? {});
  await sql`insert into set_refreshes (set_id, fingerprint, outcome, source, reason, warnings, facts, last_try,
      last_success)
    values (${set}, coalesce(${fingerprint}, ''), ${outcome}, ${source}, ${reason}, ${JSON.stringify(record.warnings)},
      ${facts}, ${time}, ${lastSuccess}::timestamptz)
    on conflict (set_id) do update set outcome = excluded.outcome, reason = excluded.reason,
      warnings = excluded.warnings, facts = excluded.facts, last_try = excluded.last_try,
      fingerprint = coalesce(${fingerprint}, set_refreshes.fingerprint),
      source = coalesce(${source}, set_refreshes.source),
      last_success = coalesce(excluded.last_success, set_refreshes.last_success)`;
}

/** So many fingerprints of a set are remembered. */
const keptWithdrawn = 20;

/** Another list is current: `withdrawn` are those that somebody went back from just now. */
export async function moveFingerprint(
  tx: Transaction,
  change: { set: string; fingerprint: string; source: string; withdrawn: readonly string[]; time: string },
): Promise<void> {
  const { set, fingerprint, time } = change;
  const source = change.source === '' ? null : change.source;
  const [known] = await listSetRefreshes(tx, [set]);
  const before = (known?.withdrawn ?? []).filter((one) => one.fingerprint !== fingerprint);
  const added = change.withdrawn.filter((one) => one !== fingerprint).map((one) => ({ fingerprint: one, time }));
  const isAgain = (one: WithdrawnList) => added.some((other) => other.fingerprint === one.fingerprint);
  const withdrawn = JSON.stringify([...before.filter((one) => !isAgain(one)), ...added].slice(-keptWithdrawn));
  await tx`insert into set_refreshes (set_id, fingerprint, source, warnings, withdrawn)
    values (${set}, ${fingerprint}, ${source}, '[]', ${withdrawn})
    on conflict (set_id) do update set fingerprint = excluded.fingerprint, source = excluded.source,
      withdrawn = excluded.withdrawn`;
}

/** The refresh that brought the list has succeeded after all. */
export async function recordAccepted(tx: Transaction, { set, time }: { set: string; time: string }): Promise<void> {
  await tx`update set_refreshes set outcome = 'refreshed', reason = null, last_success = ${time},
    facts = (facts::jsonb - 'refusedList')::json where set_id = ${set}`;
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

/** JSON text of rows: exactly these are known afterwards. */
export async function restoreTaxYears(
  tx: Transaction,
  { years, time }: { years: string; time: string },
): Promise<void> {
  const rows = JSON.parse(years) as TaxYearRow[];
  await tx`delete from tax_years where not (year = any(${rows.map(({ year }) => year)}::integer[]))`;
  for (const row of rows) await keepTaxYear(tx, { ...row, time });
}
