// Entries one by one: found, changed under their revision, named, deleted with their form.
// JSON columns travel as text. The batched writes are in insert-entries.ts and write-entries.ts, lists in list-entries.ts.

import type { Runner, Transaction } from '../connection/db.ts';
import { attemptsPart, deleteAttempts, type FirstAttempt } from '../jobs/email-attempts.ts';
import type { OutboxTurn } from '../jobs/outbox.ts';
import { actionsWith, changeTime } from './change-times.ts';
import { forgetChanges, historyPart, type NewEntryChange } from './entry-changes.ts';
import { deleteNotesOfEntries } from './notes.ts';

export interface EntryRow {
  readonly id: string;
  readonly account: string;
  readonly form: string;
  readonly status: number;
  readonly idx: number;
  readonly submitIdx: number | null;
  readonly data: string;
  readonly actions: string;
  readonly sentEmails: string;
  readonly archivedRenders: string;
  readonly name: string | null;
  readonly revision: number;
  readonly bewitGeneration: number;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
  readonly submitTime: string | null;
  readonly deletedAt: string | null;
}

/** For `select` and `returning`; the table must be called e. */
export const entryColumns = `e.id, e.account, e.form, e.status, e.idx, e.submit_idx as "submitIdx", e.data, e.actions,
  e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name, e.revision,
  e.bewit_generation as "bewitGeneration", e.create_time as "createTime", e.modify_time as "modifyTime",
  e.changed_at as "changedAt", e.submit_time as "submitTime", e.deleted_at as "deletedAt"`;

/** The form of an entry of the account, deleted or not. */
export async function findEntryForm(
  sql: Runner,
  { id, account }: { id: string; account: string },
): Promise<string | undefined> {
  const [row] = await sql<{ form: string }[]>`select form from entries where id = ${id} and account = ${account}`;
  return row?.form;
}

export async function findEntry(sql: Runner, id: string): Promise<EntryRow | undefined> {
  const [row] = await sql<EntryRow[]>`select ${sql.unsafe(entryColumns)} from entries e
    where e.id = ${id} and not exists (select 1 from leaving_forms l where l.form = e.form)`;
  return row;
}

export interface EntryChange {
  readonly id: string;
  /** The change is made only while the row still has this revision. */
  readonly revision: number;
  readonly status: number;
  /** undefined keeps the data. */
  readonly data: string | undefined;
  readonly action: string;
  /** JSON texts to append. */
  readonly archivedRenders: readonly string[];
  readonly isModified: boolean;
  readonly time: string;
  /** For the history. */
  readonly noted: NewEntryChange | undefined;
}

/** The row after the change, or undefined when another request was quicker. */
export async function changeEntry(sql: Runner, change: EntryChange): Promise<EntryRow | undefined> {
  const { time } = change;
  const history = historyPart(sql, [change.noted], 'changed');
  const [row] = await sql<EntryRow[]>`with changed as (update entries e set
      status = ${change.status},
      data = ${change.data === undefined ? sql`e.data` : sql`${change.data}::json`},
      actions = ${actionsWith(sql, sql`${change.action}::text`, time)},
      archived_renders = ${appended(sql, 'archived_renders', change.archivedRenders)},
      revision = e.revision + 1,
      bewit_generation = e.bewit_generation + case when ${change.status} = 2 and e.status <> 2 then 1 else 0 end,
      modify_time = ${change.isModified ? sql`greatest(e.modify_time, ${time}::timestamptz)` : sql`e.modify_time`},
      changed_at = ${changedAt(sql, time)}
    where e.id = ${change.id} and e.revision = ${change.revision}
    returning ${sql.unsafe(entryColumns)})${history}
    select * from changed`;
  return row;
}

/** SQL: the entry's own row may be newer than the statement's look at the others. */
function changedAt(sql: Runner, time: string) {
  return sql`greatest(e.changed_at, ${changeTime(sql, sql`e.account`, time)})`;
}

/** SQL that adds JSON items to the end of a JSON array without reading it into the program. */
function appended(sql: Runner, column: 'archived_renders' | 'sent_emails', items: readonly string[]) {
  const name = sql.unsafe(`e.${column}`);
  if (items.length === 0) return name;
  const joined = items.join(',');
  return sql`(case when ${name}::text = '[]' then '[' || ${joined} || ']'
    else left(${name}::text, -1) || ',' || ${joined} || ']' end)::json`;
}

/**
 * Records emails after they were sent, and that they are owed no longer; other changes in between do not matter. Undefined when
 * that was done before, or is somebody else's turn.
 */
export async function appendSentEmails(
  sql: Runner,
  change: {
    id: string;
    turn: OutboxTurn;
    sentEmails: readonly string[];
    attempts: readonly FirstAttempt[];
    time: string;
  },
): Promise<EntryRow | undefined> {
  const { action, taken } = change.turn;
  const [row] = await sql<EntryRow[]>`
    with done as (delete from outbox where action = ${action} and taken = ${taken} returning action, entry, form)
      ${attemptsPart(sql, change.attempts)}
    update entries e set
      sent_emails = ${appended(sql, 'sent_emails', change.sentEmails)},
      revision = e.revision + 1, changed_at = ${changedAt(sql, change.time)}
    where e.id = ${change.id} and exists (select 1 from done) returning ${sql.unsafe(entryColumns)}`;
  return row;
}

/** A history this long takes no further resume actions: opening a link over and over must not grow a row for ever. */
const maxActionsLength = 200_000;

export async function appendResumeAction(
  sql: Runner,
  change: { id: string; action: string; time: string },
): Promise<void> {
  const { action, time } = change;
  await sql`update entries e set actions = ${actionsWith(sql, sql`${action}::text`, time)},
      changed_at = ${changedAt(sql, time)},
      revision = e.revision + 1
    where e.id = ${change.id} and e.status in (0, 1) and length(e.actions::text) < ${maxActionsLength}`;
}

export async function setEntryName(
  sql: Runner,
  change: { id: string; name: string | null; time: string },
): Promise<EntryRow | undefined> {
  const [row] = await sql<
    EntryRow[]
  >`update entries e set name = ${change.name}, changed_at = ${changedAt(sql, change.time)},
      revision = e.revision + 1
    where e.id = ${change.id} and e.status = 4 returning ${sql.unsafe(entryColumns)}`;
  return row;
}

export type CountKey = 'submit' | 'save' | 'delete' | 'template' | 'render';
export type CurrentKey = 'submit' | 'save' | 'template' | 'render';

/** Adds to the counters of one form; locks them until the transaction ends. Undefined when the form is gone. */
export async function addToCounters(
  sql: Runner,
  form: string,
  add: {
    counts?: Partial<Record<CountKey | 'all', number>>;
    current?: Partial<Record<CurrentKey | 'all', number>>;
    /** Of the data of entries. */
    bytes?: number;
  },
): Promise<{ version: number } | undefined> {
  const changes = [
    ...Object.entries(add.counts ?? {}).map(([key, n]) => `count_${key} = count_${key} + ${Number(n)}`),
    ...Object.entries(add.current ?? {}).map(([key, n]) => `current_${key} = current_${key} + ${Number(n)}`),
  ];
  if (add.bytes !== undefined) changes.push(`entry_bytes = entry_bytes + ${Number(add.bytes)}`);
  const assignments = changes.length === 0 ? 'version = version' : changes.join(', ');
  const [row] = await sql<{ version: number }[]>`
    update form_counters set ${sql.unsafe(assignments)} where form = ${form} returning version`;
  return row;
}

/** Some of a form's entries, locked; the oldest first. */
export async function lockEntriesOfForm(
  tx: Transaction,
  { account, form, limit }: { account: string; form: string; limit: number },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from entries where account = ${account} and form = ${form} order by id limit ${limit} for update`;
  return rows.map(({ id }) => id);
}

/** Turns locked entries of one account into markers. */
export async function moveEntriesToMarkers(
  tx: Transaction,
  { account, ids, time }: { account: string; ids: readonly string[]; time: string },
): Promise<void> {
  await tx`with removed as (delete from entries where id = any(${ids as string[]}::text[])
      returning id, account, form, deleted_at),
    mark as materialized (select ${changeTime(tx, tx`${account}`, time)} as time)
    insert into entry_markers (id, account, form, deleted_at)
      select r.id, r.account, r.form, coalesce(r.deleted_at, m.time) from removed r, mark m`;
  // Afterwards: other transactions wrote these while they held the entry's row, and these statements see them.
  await forgetChanges(tx, ids);
  await deleteNotesOfEntries(tx, ids);
  await deleteAttempts(tx, ids);
}
