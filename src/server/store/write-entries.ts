// The shared commits: one statement each makes many new entries, or finishes many drafts.
// [entries.numbers] [entries.shared-commits]
//
// Everything is decided under the row lock of form_counters, taken in the order of form ids and, here as everywhere, before
// any lock of an entry, so that no two writers wait for each other: the version that was checked against, the numbers, the counts. What does not fit (another version, a used idempotency key, a draft that is
// no draft any more) is left out, and its absence in the result tells its owner.
import { actionsWith, changeTime } from './change-times.ts';
import type { Runner } from './db.ts';
import { type EntryRow, entryColumns } from './entries.ts';
import { capsOf, type FoundCounters, fullRoomFor } from './entry-caps.ts';
import type { LastNumbers } from './entry-numbers.ts';
import { type OwedEmails, outboxPart } from './outbox.ts';

export interface NewEntry {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  /** The version of the form that the data was checked against. */
  readonly version: number;
  readonly status: number;
  readonly data: string;
  readonly actions: string;
  readonly archivedRenders: string;
  readonly idempotency: { readonly scope: string; readonly key: string; readonly requestHash: string } | undefined;
  readonly room: EntryRoom;
  readonly owed?: OwedEmails | undefined;
  /** The numbers it must get. All entries of a batch have some, or none; then there is one of each form. */
  readonly expected?: { readonly idx?: number; readonly submitIdx?: number } | undefined;
}

/** What the form and its account may hold once the entry is there; 0 is no limit. */
export interface EntryRoom {
  readonly entries: number;
  /** Saved drafts. */
  readonly drafts: number;
  /** Drafts that strangers made, and their bytes. */
  readonly strangerDrafts: number;
  readonly strangerDraftBytes: number;
  /** Of the data of a stranger's draft; 0 for every other entry. */
  readonly draftBytes: number;
  /** Of the whole account; only where somebody set a limit, because then its submits wait for each other. */
  readonly account: { readonly entries: number; readonly drafts: number } | undefined;
}

export type FullRoom =
  | 'entries'
  | 'drafts'
  | 'form.entries'
  | 'form.drafts'
  | 'form.strangerDrafts'
  | 'form.strangerDraftBytes';

/**
 * `alone` waits for the locks it needs; `together` leaves out what somebody else holds, so that entries of other forms do not wait for it.
 */
export type BatchMode = 'together' | 'alone';

export type Insertion =
  | {
      readonly outcome: 'inserted';
      readonly idx: number;
      readonly submitIdx: number | null;
      readonly changedAt: string;
    }
  | { readonly outcome: 'formChanged' }
  /** Only in a batch of the mode `together`. */
  | { readonly outcome: 'locked' }
  | { readonly outcome: 'full'; readonly limit: FullRoom }
  /** There may be room for it, but not together with the others of its batch: to be tried again. */
  | { readonly outcome: 'crowded' }
  | { readonly outcome: 'keyUsed' }
  | { readonly outcome: 'otherNumbers'; readonly last: LastNumbers };

export async function insertEntries(
  sql: Runner,
  batch: readonly NewEntry[],
  times: { time: string; keysFrom: string },
  mode: BatchMode = 'alone',
): Promise<Map<string, Insertion>> {
  const { time, keysFrom } = times;
  const nothing = sql``;
  const lock = lockFor(sql, mode);
  const caps = capsOf(sql, batch);
  const { hasDrafts } = caps;
  const hasExpected = batch.some(({ expected }) => expected !== undefined);
  const draftCounters = hasDrafts ? sql`, c.current_save, c.stranger_drafts, c.stranger_draft_bytes` : nothing;
  const rows = await sql<InsertedRow[]>`
    with input as (
      select * from unnest(
        ${batch.map((one) => one.id)}::text[], ${batch.map((one) => one.account)}::text[],
        ${batch.map((one) => one.form)}::text[], ${batch.map((one) => one.version)}::int[],
        ${batch.map((one) => one.status)}::int[], ${jsons(
          sql,
          batch.map((one) => one.data),
        )},
        ${jsons(
          sql,
          batch.map((one) => one.actions),
        )}, ${jsons(
          sql,
          batch.map((one) => one.archivedRenders),
        )},
        ${batch.map((one) => one.idempotency?.scope ?? null)}::text[],
        ${batch.map((one) => one.idempotency?.key ?? null)}::text[],
        ${batch.map((one) => one.idempotency?.requestHash ?? null)}::text[]
        ${hasDrafts ? sql`, ${batch.map(({ room }) => room.draftBytes)}::int[]` : nothing}
        ${hasExpected ? sql`, ${expectedOf(batch, 'idx')}::int[], ${expectedOf(batch, 'submitIdx')}::int[]` : nothing}
      ) with ordinality as i (id, account, form, version, status, data, actions, renders, key_scope, key, hash,
        ${hasDrafts ? sql`draft_bytes,` : nothing} ${hasExpected ? sql`want_idx, want_submit_idx,` : nothing} place)
    ),
    locked as (
      select f.*, c.version, c.current_all ${draftCounters}
        ${hasExpected ? sql`, c.idx as last_idx, c.submit_idx as last_submit_idx` : nothing}
      from form_counters c join (${caps.forms}) f on f.form = c.form order by c.form ${lock}
    ),
    fitting as (
      select i.* from input i join locked l on l.form = i.form and l.version = i.version and ${caps.fits}
        ${
          hasExpected
            ? sql`and coalesce(i.want_idx = l.last_idx + 1, true) and coalesce(i.want_submit_idx = l.last_submit_idx + 1, true)`
            : nothing
        }
    ),
    keys as (
      insert into idempotency_keys (scope, key, request_hash, entry, create_time)
      select key_scope, key, hash, id, ${time}::timestamptz from fitting where key is not null order by key_scope, key
      on conflict (scope, key) do update set request_hash = excluded.request_hash, entry = excluded.entry,
        answer = null, create_time = excluded.create_time, owed_until = null
        where idempotency_keys.create_time < ${keysFrom}
      returning entry
    ),
    chosen as (
      select c.*, row_number() over by_form as n, count(*) filter (where c.status = 2) over by_form as submit_n
      from fitting c where c.key is null or c.id in (select entry from keys)
      window by_form as (partition by c.form order by c.place)
    ),
    sums as (
      select form, count(*)::int as made, (count(*) filter (where status = 2))::int as submitted,
        (count(*) filter (where status = 1))::int as saved, (count(*) filter (where status = 4))::int as templates,
        (count(*) filter (where status = 5))::int as renders
        ${hasDrafts ? sql`, (count(*) filter (where draft_bytes > 0))::int as strangers, sum(draft_bytes) as bytes` : nothing}
      from chosen group by form
    ),
    counted as (
      update form_counters c set
        idx = c.idx + s.made, submit_idx = c.submit_idx + s.submitted,
        count_all = c.count_all + s.made, count_submit = c.count_submit + s.submitted,
        count_save = c.count_save + s.saved, count_template = c.count_template + s.templates,
        count_render = c.count_render + s.renders,
        current_all = c.current_all + s.made, current_submit = c.current_submit + s.submitted,
        current_save = c.current_save + s.saved, current_template = c.current_template + s.templates,
        current_render = c.current_render + s.renders,
        ${
          hasDrafts
            ? sql`stranger_drafts = c.stranger_drafts + s.strangers,
        stranger_draft_bytes = c.stranger_draft_bytes + s.bytes,`
            : nothing
        }
        changed_at = greatest(c.changed_at, ${time}::timestamptz)
      from sums s where c.form = s.form
      returning c.form, c.idx - s.made as idx_before, c.submit_idx - s.submitted as submit_idx_before
    ),
    marks as materialized (
      select a.account, ${changeTime(sql, sql`a.account`, time)} as changed_at
      from unnest(${[...new Set(batch.map((one) => one.account))]}::text[]) as a (account)
    ),
    inserted as (
      insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
        create_time, modify_time, changed_at, submit_time, bewit_generation ${hasDrafts ? sql`, draft_bytes` : nothing})
      select c.id, c.account, c.form, c.status, n.idx_before + c.n,
        case when c.status = 2 then n.submit_idx_before + c.submit_n end,
        c.data, c.actions, '[]', c.renders, ${time}::timestamptz, ${time}::timestamptz, m.changed_at,
        case when c.status = 2 then ${time}::timestamptz end, case when c.status = 2 then 1 else 0 end
        ${hasDrafts ? sql`, c.draft_bytes` : nothing}
      from chosen c join counted n on n.form = c.form join marks m on m.account = c.account
      returning id, idx, submit_idx, changed_at
    )${outboxPart(
      sql,
      batch.map((one) => one.owed),
      'inserted',
    )}
    select i.id, e.idx, e.submit_idx as "submitIdx", e.changed_at as "changedAt", l.version is not null and l.version = i.version as "isCurrent",
      l.version is null as "isLocked",
      ${caps.fits} as "isFitting", l.current_all as "currentAll"
      ${hasDrafts ? sql`, l.current_save as "currentSave", l.stranger_drafts as "strangerDrafts", l.stranger_draft_bytes as "strangerDraftBytes"` : nothing}
      ${hasExpected ? sql`, l.last_idx as "lastIdx", l.last_submit_idx as "lastSubmitIdx"` : nothing}
    from input i left join inserted e on e.id = i.id left join locked l on l.form = i.form`;
  const entries = new Map(batch.map((entry) => [entry.id, entry]));
  return new Map(rows.map((row) => [row.id, insertionOf(row, entries.get(row.id)!, mode)]));
}

interface InsertedRow extends FoundCounters {
  readonly id: string;
  readonly idx: number | null;
  readonly submitIdx: number | null;
  readonly changedAt: string | null;
  readonly isCurrent: boolean;
  /** Or its form is gone. */
  readonly isLocked: boolean;
  readonly isFitting: boolean;
  /** Where numbers were expected. */
  readonly lastIdx?: number;
  readonly lastSubmitIdx?: number;
}

/** One of the numbers that the entries must get. */
function expectedOf(batch: readonly NewEntry[], kind: 'idx' | 'submitIdx'): (number | null)[] {
  return batch.map(({ expected }) => expected?.[kind] ?? null);
}

/** One text per mode, so that each is prepared once. */
function lockFor(sql: Runner, mode: BatchMode) {
  return mode === 'together' ? sql`for update of c skip locked` : sql`for update of c`;
}

function insertionOf(row: InsertedRow, entry: NewEntry, mode: BatchMode): Insertion {
  const { idx, submitIdx, changedAt } = row;
  if (idx !== null && changedAt !== null) return { outcome: 'inserted', idx, submitIdx, changedAt };
  if (row.isLocked && mode === 'together') return { outcome: 'locked' };
  if (!row.isCurrent) return { outcome: 'formChanged' };
  const { lastIdx, lastSubmitIdx } = row;
  if (lastIdx !== undefined && lastSubmitIdx !== undefined) {
    const { idx = lastIdx + 1, submitIdx = lastSubmitIdx + 1 } = entry.expected ?? {};
    const last = { idx: lastIdx, submitIdx: lastSubmitIdx };
    if (idx !== lastIdx + 1 || submitIdx !== lastSubmitIdx + 1) return { outcome: 'otherNumbers', last };
  }
  if (row.isFitting) return { outcome: 'keyUsed' };
  const limit = fullRoomFor(entry, row);
  return limit === undefined ? { outcome: 'crowded' } : { outcome: 'full', limit };
}

/**
 * JSON texts as one array. JSON has no control character outside its escapes, so one parts the texts; an array literal
 * would escape every quotation mark, which costs more than all else that is done for a row here.
 */
function jsons(sql: Runner, texts: readonly string[]) {
  return sql`string_to_array(${texts.join('\u001e')}, E'\\x1e')::json[]`;
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
  /** What drafts of strangers may take together afterwards, if this one grows; 0 is no limit. */
  readonly maxStrangerDraftBytes: number;
  readonly owed?: OwedEmails | undefined;
  /** The submitIdx that it must get, being its first one. In a batch with one of each form. */
  readonly expectedSubmitIdx?: number | undefined;
}

/** The rows that were changed. What is missing was no draft any more, had changed, or the form had. */
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
      select e.id, e.account, e.form, e.status as status_before, e.submit_idx, e.draft_bytes from entries e join input i on i.id = e.id
      where e.status in (0, 1) and (i.revision is null or e.revision = i.revision)
        and (i.generation is null or e.bewit_generation = i.generation)
        and (select count(*) from locked) > 0 -- Known before the first entry is looked at: the counters are locked first.
      order by e.id ${mode === 'together' ? sql`for update of e skip locked` : sql`for update of e`}
    ),
    fitting as (
      select * from (
        select d.account, d.status_before, d.submit_idx, d.draft_bytes, i.*,
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
        (count(*) filter (where status = 2 and draft_bytes > 0))::int as strangers_done, sum(growth) as growth
      from chosen group by form
    ),
    counted as (
      update form_counters c set
        submit_idx = c.submit_idx + s.numbered, count_submit = c.count_submit + s.submitted,
        count_save = c.count_save + s.saved, current_submit = c.current_submit + s.submitted,
        current_save = c.current_save + s.first_saved - s.was_saved,
        stranger_drafts = c.stranger_drafts - s.strangers_done, stranger_draft_bytes = c.stranger_draft_bytes + s.growth
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
