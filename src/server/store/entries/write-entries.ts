// The shared commit that finishes many drafts in one statement; new entries: insert-entries.ts.
// [entries.numbers] [entries.shared-commits]
//
// Everything is decided under the row lock of form_counters, taken in the order of form ids and, here as everywhere, before
// any lock of an entry, so that no two writers wait for each other: the version that was checked against, the numbers, the counts.
// What does not fit (another version, a draft that is not a draft any more) is left out, and its absence in the result tells its owner.

import type { Runner } from '../connection/db.ts';
import { type OwedEmails, outboxPart } from '../jobs/outbox.ts';
import { actionsWith, changeTime } from './change-times.ts';
import { type EntryRow, entryColumns } from './entries.ts';
import { historyPart, type NewEntryChange } from './entry-changes.ts';
import { joinJsons, jsonSeparator } from './insert-statement.ts';
import type { BatchMode } from './insert-text.ts';

/** One text per mode, so that each is prepared once. */
function lockFor(sql: Runner, mode: BatchMode) {
  return mode === 'together' ? sql`for update of c skip locked` : sql`for update of c`;
}

/** As in insert-statement.ts. */
function jsons(sql: Runner, texts: readonly string[]) {
  return sql`string_to_array(${joinJsons(texts)}, ${sql.unsafe(jsonSeparator)})::json[]`;
}

export interface DraftChange {
  readonly id: string;
  readonly form: string;
  /** The version of the form that the data was checked against. */
  readonly version: number;
  /** 1 saved, 2 submitted. */
  readonly status: number;
  readonly data: string;
  /** Set when the data was computed from the row: it must not have changed since. */
  readonly revision: number | null;
  /** Set when a bewit opened the door: a submit since then closed it. */
  readonly bewitGeneration: number | null;
  readonly action: string;
  readonly archivedRenders: string;
  /** Of the data, where it stays a draft; 0 otherwise. */
  readonly draftBytes: number;
  /** What drafts of strangers may take together afterwards, if this one grows; 0 means no limit. */
  readonly maxStrangerDraftBytes: number;
  readonly owed?: OwedEmails | undefined;
  /** For the history. */
  readonly noted?: NewEntryChange | undefined;
  /** The submitIdx that it must get, being its first one. In a batch with one of each form. */
  readonly expectedSubmitIdx?: number | undefined;
}

/** The rows that were changed. What is missing was not a draft any more, had changed, or the form had. */
export async function continueEntries(
  sql: Runner,
  batch: readonly DraftChange[],
  time: string,
  mode: BatchMode = 'alone',
): Promise<Map<string, EntryRow>> {
  const nothing = sql``;
  const lock = lockFor(sql, mode);
  // Most batches hold no draft of a stranger that is saved again: they need no sums.
  const mayGrow = batch.some(({ draftBytes, maxStrangerDraftBytes }) => draftBytes > 0 && maxStrangerDraftBytes > 0);
  const hasExpected = batch.some(({ expectedSubmitIdx }) => expectedSubmitIdx !== undefined);
  const bytesAfter = mayGrow
    ? sql`l.stranger_draft_bytes + sum(case when d.draft_bytes = 0 then 0 else greatest(i.bytes - d.draft_bytes, 0) end)
        over (partition by d.form order by i.place)`
    : sql`0`;
  const rows = await sql<EntryRow[]>`
    with input as (
      select * from unnest(
        ${batch.map((one) => one.id)}::text[], ${batch.map((one) => one.form)}::text[],
        ${batch.map((one) => one.version)}::int[], ${batch.map((one) => one.status)}::int[], ${jsons(
          sql,
          batch.map((one) => one.data),
        )},
        ${batch.map((one) => one.revision)}::int[], ${batch.map((one) => one.bewitGeneration)}::int[],
        ${jsons(
          sql,
          batch.map((one) => one.action),
        )}, ${jsons(
          sql,
          batch.map((one) => one.archivedRenders),
        )}, ${batch.map((one) => one.draftBytes)}::int[],
        ${batch.map((one) => String(one.maxStrangerDraftBytes))}::text[]
        ${hasExpected ? sql`, ${batch.map((one) => one.expectedSubmitIdx ?? null)}::int[]` : nothing}
      ) with ordinality as i (id, form, version, status, data, revision, generation, action, renders, bytes, max_bytes,
        ${hasExpected ? sql`want_submit_idx,` : nothing} place)
    ),
    locked as (
      select c.form, c.version, c.stranger_draft_bytes ${hasExpected ? sql`, c.submit_idx as last_submit_idx` : nothing} from form_counters c
      where c.form in (select form from input) order by c.form ${lock}
    ),
    drafts as (
      select e.id, e.account, e.form, e.status as status_before, e.revision as revision_before, e.submit_idx, e.draft_bytes,
        octet_length(e.data::text) as data_bytes_before from entries e join input i on i.id = e.id
      where e.status in (0, 1) and (i.revision is null or e.revision = i.revision)
        and (i.generation is null or e.bewit_generation = i.generation)
        and (select count(*) from locked) > 0 -- Known before the first entry is looked at: the counters are locked first.
      order by e.id ${mode === 'together' ? sql`for update of e skip locked` : sql`for update of e`}
    ),
    fitting as (
      select * from (
        select d.account, d.status_before, d.revision_before, d.submit_idx, d.draft_bytes, octet_length(i.data::text) - d.data_bytes_before as data_growth, i.*,
          case when d.draft_bytes = 0 then 0 else i.bytes - d.draft_bytes end as growth, ${bytesAfter} as bytes_after
        from drafts d join input i on i.id = d.id join locked l on l.form = d.form and l.version = i.version
          ${
            hasExpected
              ? sql`and (i.want_submit_idx is null or (d.submit_idx is null and i.want_submit_idx = l.last_submit_idx + 1))`
              : nothing
          }
      ) f ${mayGrow ? sql`where max_bytes = '0' or growth <= 0 or bytes_after <= max_bytes::bigint` : nothing}
    ),
    chosen as (
      select f.*, f.status = 2 and f.submit_idx is null as is_numbered,
        count(*) filter (where f.status = 2 and f.submit_idx is null) over (partition by f.form order by f.place) as n
      from fitting f
    ),
    sums as (
      select form, (count(*) filter (where is_numbered))::int as numbered,
        (count(*) filter (where status = 2))::int as submitted, (count(*) filter (where status = 1))::int as saved,
        (count(*) filter (where status = 1 and status_before = 0))::int as first_saved,
        (count(*) filter (where status = 2 and status_before = 1))::int as was_saved,
        (count(*) filter (where status = 2 and draft_bytes > 0))::int as strangers_done, sum(growth) as growth,
        sum(data_growth) as data_growth
      from chosen group by form
    ),
    counted as (
      update form_counters c set
        submit_idx = c.submit_idx + s.numbered, count_submit = c.count_submit + s.submitted,
        count_save = c.count_save + s.saved, current_submit = c.current_submit + s.submitted,
        current_save = c.current_save + s.first_saved - s.was_saved,
        stranger_drafts = c.stranger_drafts - s.strangers_done, stranger_draft_bytes = c.stranger_draft_bytes + s.growth,
        entry_bytes = c.entry_bytes + s.data_growth
      from sums s where c.form = s.form
      returning c.form, c.submit_idx - s.numbered as submit_idx_before
    ),
    marks as materialized (
      select a.account, ${changeTime(sql, sql`a.account`, time)} as changed_at
      from (select distinct account from chosen) a
    )${outboxPart(
      sql,
      batch.map((one) => one.owed),
      'chosen',
    )}${historyPart(
      sql,
      batch.map((one) => one.noted),
      'chosen',
    )}
    update entries e set
      status = t.status, data = t.data,
      actions = ${actionsWith(sql, sql`t.action::text`, time)},
      archived_renders = case when t.renders::text = '[]' then e.archived_renders
        when e.archived_renders::text = '[]' then t.renders
        else (left(e.archived_renders::text, -1) || ',' || substr(t.renders::text, 2))::json end,
      submit_idx = case when t.is_numbered then n.submit_idx_before + t.n else e.submit_idx end,
      submit_time = case when t.status = 2 then greatest(e.modify_time, ${time}::timestamptz) else e.submit_time end,
      bewit_generation = e.bewit_generation + case when t.status = 2 then 1 else 0 end,
      draft_bytes = case when t.draft_bytes > 0 and t.status = 1 then t.bytes else 0 end,
      revision = e.revision + 1, modify_time = greatest(e.modify_time, ${time}::timestamptz),
      changed_at = greatest(e.changed_at, m.changed_at)
    from chosen t join counted n on n.form = t.form join marks m on m.account = t.account where e.id = t.id
    returning ${sql.unsafe(entryColumns)}`;
  return new Map(rows.map((row) => [row.id, row]));
}
