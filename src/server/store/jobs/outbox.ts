// Emails that an action owes. The row comes with the commit of the action and goes with the record of its emails (appendSentEmails
// in entries.ts), so after a crash it says what is left to do. Times are the database's: processes compare them.
// [after-actions.emails.owed]
import type { Fragment, Runner } from '../connection/db.ts';

export interface OwedEmails {
  readonly action: string;
  readonly entry: string;
  readonly form: string;
  /** Whose emails: postSave, postSubmit, postEdit or postTemplate. */
  readonly rules: string;
  readonly testAddress: string | null;
  readonly isAnonymous: boolean;
  /** Storage key of the PDF that is attached. */
  readonly mainPdf: string | null;
  /** The request asked for a short link to the template. */
  readonly hasLink: boolean;
}

const fields = `action text, entry text, form text, rules text, "testAddress" text, "isAnonymous" boolean, "mainPdf" text,
  "hasLink" boolean`;

/** For a statement that writes entries: one more part that inserts the rows of those that `written` names by id. */
export function outboxPart(
  sql: Runner,
  owed: readonly (OwedEmails | undefined)[],
  written: 'inserted' | 'chosen',
): Fragment {
  const rows = owed.filter((one) => one !== undefined);
  if (rows.length === 0) return sql``;
  return sql`,
    owed as (${insertion(sql, rows)} ${sql.unsafe(ofWritten(written))})`;
}

/** The same for a statement that is written as text; `rows` is the parameter for the JSON of the owed emails. */
export function outboxText(rows: string, written: 'inserted' | 'chosen'): string {
  return `owed as (${insertionStart} ${rows}${insertionEnd} ${ofWritten(written)})`;
}

/** For a transaction that writes one entry. */
export async function insertOwed(sql: Runner, owed: OwedEmails): Promise<void> {
  await insertion(sql, [owed]);
}

function insertion(sql: Runner, rows: readonly OwedEmails[]): Fragment {
  return sql`${sql.unsafe(insertionStart)} ${JSON.stringify(rows)}${sql.unsafe(insertionEnd)}`;
}

/** Its age counts from here: the transaction may be older, where a PDF was made in it. */
const insertionStart = `
    insert into outbox (action, entry, form, rules, test_address, is_anonymous, main_pdf, has_link, create_time)
    select o.*, clock_timestamp() from json_to_recordset(`;
const insertionEnd = `::text::json) as o (${fields})`;
const ofWritten = (written: string) => `where o.entry in (select w.id from ${written} w)`;

/** Whose turn it is to send: 0 is the request itself. */
export interface OutboxTurn {
  readonly action: string;
  readonly taken: number;
}

export interface NotedEmail {
  /** Of its rule. */
  readonly place: number;
  /** As it goes into sentEmails. */
  readonly item: string;
  readonly isFinished: boolean;
  /** JSON: what became of it; null where that is not known. */
  readonly delivery: string | null;
}

/** Safe to repeat. False when somebody else has taken over, or all is done: then nothing more may be sent. */
export async function noteEmails(sql: Runner, turn: OutboxTurn, emails: readonly NotedEmail[]): Promise<boolean> {
  const rows = await sql`
    with mine as (select action from outbox where action = ${turn.action} and taken = ${turn.taken} for update)
    insert into outbox_emails (action, place, item, is_finished, delivery)
    select m.action, n.place, n.item, n."isFinished", n.delivery from mine m, json_to_recordset(${JSON.stringify(emails)}::text::json)
      as n (place integer, item text, "isFinished" boolean, delivery text)
    on conflict (action, place) do update
      set item = excluded.item, is_finished = excluded.is_finished, delivery = excluded.delivery
    returning place`;
  return rows.length > 0;
}

export async function listNotedEmails(sql: Runner, action: string): Promise<NotedEmail[]> {
  return sql<NotedEmail[]>`
    select place, item, is_finished as "isFinished", delivery from outbox_emails where action = ${action} order by place`;
}

export interface WaitingEmails {
  readonly action: string;
  readonly time: string;
}

/** What an entry still owes: few rows are ever there at a time, so none has an index by entry. */
export async function listOwedOfEntry(sql: Runner, entry: string): Promise<WaitingEmails[]> {
  return sql<WaitingEmails[]>`
    select action, create_time as time from outbox where entry = ${entry} order by create_time, action`;
}

/** The next row that its process seems to have left; nobody else gets it for as long as `leaseMs`. */
export async function takeOwed(
  sql: Runner,
  { minAgeMs, leaseMs }: { minAgeMs: number; leaseMs: number },
): Promise<(OwedEmails & OutboxTurn) | undefined> {
  const [row] = await sql<(OwedEmails & OutboxTurn)[]>`
    update outbox set taken = taken + 1, taken_at = now() where action = (
      select action from outbox where create_time <= now() - ${minAgeMs}::float8 * interval '1 millisecond'
        and (taken_at is null or taken_at < now() - ${leaseMs}::float8 * interval '1 millisecond')
      order by create_time, action limit 1 for update skip locked)
    returning action, entry, form, rules, test_address as "testAddress", is_anonymous as "isAnonymous",
      main_pdf as "mainPdf", has_link as "hasLink", taken`;
  return row;
}

/** Nothing is owed, or nobody is left whom it is owed to. */
export async function dropOwed(sql: Runner, { action, taken }: OutboxTurn): Promise<void> {
  await sql`delete from outbox where action = ${action} and taken = ${taken}`;
}

/** When no process is at work: whatever is there was left. */
export async function abandonOwed(sql: Runner): Promise<void> {
  await sql`update outbox set taken = taken + 1, taken_at = null, create_time = '-infinity'`;
}
