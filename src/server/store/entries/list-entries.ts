// Lists of entries by creation, and deletion by the same filter. Every page costs its own size, whatever the table
// holds: by id along (account, id) or (account, form, id), or, where few entries changed, along (account, changed_at).
// [lists.order] [lists.pages]
import { isoTime } from '../connection/column-types.ts';
import type { Runner, Statement } from '../connection/db.ts';
import { actionsWith, changeTime } from './change-times.ts';
import { type EntryRow, entryColumns } from './entries.ts';
import { entryBytes, lightBytes } from './entry-bytes.ts';
import { forgetChanges } from './entry-changes.ts';
import { forgetResponses } from './idempotency-keys.ts';
import { type Condition, type EntryFilter, impliedBounds } from './implied-bounds.ts';
import { deleteNotesOfEntries } from './notes.ts';

export interface EntryPage {
  readonly account: string;
  readonly filter: EntryFilter;
  readonly includesDeleted: boolean;
  /** Only entries that come after this id in the list's order. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Oldest first otherwise. */
  readonly isNewestFirst?: boolean;
}

export async function listEntries(sql: Runner, page: EntryPage): Promise<EntryRow[]> {
  const { query } = await pageQuery<PackedRow>(sql, page, { columns: packedColumns, join: '' });
  return (await query).map(unpackRow);
}

/** Sizes alone, to read the entries by their ids a few at a time. */
export async function listEntrySizes(sql: Runner, page: EntryPage): Promise<EntrySize[]> {
  const { query } = await pageQuery<EntrySize>(sql, page, { columns: `e.id, ${entryBytes} as bytes`, join: '' });
  return query;
}

/** The entries, large ones without what makes them large: those are to be read by their ids. */
export async function listLightEntries(
  sql: Runner,
  page: EntryPage,
): Promise<(EntryRow & { isCut: boolean; bytes: number })[]> {
  const { query } = await pageQuery<PackedRow & { bytes: number }>(sql, page, {
    columns: lightColumns,
    join: `cross join lateral (select ${entryBytes} as bytes offset 0) as t`,
  });
  return (await query).map((row) => ({ ...unpackRow(row), isCut: row.data === null, bytes: row.bytes }));
}

export interface EntrySize {
  readonly id: string;
  readonly bytes: number;
}

/**
 * `columns` and `join` are SQL of the store itself; the table is called e. The query is returned unexecuted and wrapped in an object:
 * awaiting a statement runs it.
 */
export async function pageQuery<Row extends object>(
  sql: Runner,
  page: EntryPage,
  shape: { columns: string; join: string },
): Promise<{ query: Statement<Row[]> }> {
  const where = whereOf(sql, page);
  const [columns, join] = [sql.unsafe(shape.columns), sql.unsafe(shape.join)];
  const order = sql.unsafe(page.isNewestFirst ? 'desc' : 'asc');
  if (await isFewChanged(sql, page)) {
    const query = sql<Row[]>`with found as materialized (select e.id from entries e where ${where})
      select ${columns} from entries e ${join} where e.id in (select id from found order by id ${order} limit ${page.limit})
      order by e.id ${order}`;
    return { query };
  }
  const statuses = wantedStatuses(page);
  if (statuses.length > 1 && !statuses.includes(submitted)) {
    const query = sql<Row[]>`select ${columns} from entries e ${join}
      where e.id in (select id from (${ofEachStatus(sql, page, statuses)}) as found order by id ${order} limit ${page.limit})
      order by e.id ${order}`;
    return { query };
  }
  const query = sql<Row[]>`select ${columns} from entries e ${join} where ${where}
    order by e.id ${order} limit ${page.limit}`;
  return { query };
}

// The index of the rarer statuses has them one after another: of each the first page, and of these the first. Left to
// itself, the planner may walk a million submitted entries in the hope of meeting a draft soon.
function ofEachStatus(sql: Runner, page: EntryPage, statuses: readonly number[]) {
  const order = sql.unsafe(page.isNewestFirst ? 'desc' : 'asc');
  return statuses
    .map((status) => {
      const where = whereOf(sql, { ...page, filter: { ...page.filter, status: { eq: status } } });
      return sql`(select e.id from entries e where ${where} order by e.id ${order} limit ${page.limit})`;
    })
    .reduce((all, one) => sql`${all} union all ${one}`);
}

interface PackedRow extends Pick<EntryRow, 'data' | 'actions' | 'sentEmails' | 'archivedRenders' | 'name'> {
  readonly packed: string;
}

// The client's cost is per column, whatever its size, so the short columns are packed into one text.
const packedText = `concat_ws('|', e.id, e.account, e.form, e.status, e.idx, coalesce(e.submit_idx::text, ''),
    e.revision, e.bewit_generation, e.create_time, e.modify_time, e.changed_at, coalesce(e.submit_time::text, ''),
    coalesce(e.deleted_at::text, ''))`;
const packedColumns = `${packedText} as packed,
  e.data, e.actions, e.sent_emails as "sentEmails", e.archived_renders as "archivedRenders", e.name`;

const ifLight = (column: string) => `case when t.bytes <= ${lightBytes} then e.${column} end`;
const lightColumns = `${packedText} as packed, t.bytes, ${ifLight('data')} as data, ${ifLight('actions')} as actions,
  ${ifLight('sent_emails')} as "sentEmails", ${ifLight('archived_renders')} as "archivedRenders", e.name`;

function unpackRow(row: PackedRow): EntryRow {
  const texts = row.packed.split('|');
  const text = (place: number) => texts[place] as string;
  return {
    id: text(0),
    account: text(1),
    form: text(2),
    status: Number(text(3)),
    idx: Number(text(4)),
    submitIdx: text(5) === '' ? null : Number(text(5)),
    data: row.data,
    actions: row.actions,
    sentEmails: row.sentEmails,
    archivedRenders: row.archivedRenders,
    name: row.name,
    revision: Number(text(6)),
    bewitGeneration: Number(text(7)),
    createTime: isoTime(text(8)),
    modifyTime: isoTime(text(9)),
    changedAt: isoTime(text(10)),
    submitTime: text(11) === '' ? null : isoTime(text(11)),
    deletedAt: text(12) === '' ? null : isoTime(text(12)),
  };
}

/** Up to this many changed entries are collected and sorted; more are met soon enough along the ids. */
const fewChanged = 10_000;

// Asked rather than guessed: the planner's statistics are often minutes old, and a poll that walks a million ids to
// find three changes is the difference between a millisecond and a second.
async function isFewChanged(sql: Runner, page: EntryPage): Promise<boolean> {
  const { ne: _, notIn: __, ...bounds } = page.filter.changedAt ?? {};
  const implied = impliedOf(page).changedAt;
  if (Object.keys(bounds).length === 0 && implied === undefined) return false;
  const [row] = await sql<{ count: number }[]>`select count(*) as count from (
    select 1 from entries e where e.account = ${page.account} ${conditions(sql, 'e.changed_at', 'timestamptz', bounds)}
      ${conditions(sql, 'e.changed_at', 'timestamptz', implied)} limit ${fewChanged + 1}) as changed`;
  return (row?.count ?? 0) <= fewChanged;
}

/** Along the ids upwards old entries come first anyhow, and pollers and deletions take no chances with clocks. */
function impliedOf({ isNewestFirst, filter }: Omit<EntryPage, 'limit'>): ReturnType<typeof impliedBounds> {
  return isNewestFirst ? impliedBounds(filter) : {};
}

/** The table must be called e. */
export function whereOf(sql: Runner, page: Omit<EntryPage, 'limit'>) {
  const { filter } = page;
  const implied = impliedOf(page);
  return sql`e.account = ${page.account}
    ${page.after === undefined ? sql`` : sql`and e.id ${sql.unsafe(page.isNewestFirst ? '<' : '>')} ${page.after}`}
    and ${sql.unsafe(statusCondition(page))} ${ofStandingForm(sql, page.account)}
    ${conditions(sql, 'e.form', 'text', filter.form)}
    ${conditions(sql, 'e.id', 'text', filter.id)}
    ${conditions(sql, 'e.changed_at', 'timestamptz', filter.changedAt)}
    ${conditions(sql, 'e.modify_time', 'timestamptz', filter.modifyTime)}
    ${conditions(sql, 'e.create_time', 'timestamptz', filter.createTime)}
    ${conditions(sql, 'e.submit_time', 'timestamptz', filter.submitTime)}
    ${implied.id?.lt === undefined ? sql`` : sql`and e.id < ${lastId(sql, page.account, implied.id.lt)}`}
    ${implied.id?.gte === undefined ? sql`` : sql`and e.id >= ${implied.id.gte}`}
    ${conditions(sql, 'e.changed_at', 'timestamptz', implied.changedAt)}`;
}

/** Entries of a form that is being removed are gone, but those deleted before stay markers until they are moved. */
function ofStandingForm(sql: Runner, account: string) {
  return sql`and (e.status = 3 or e.form <> all(array(select l.form from leaving_forms l where l.account = ${account})))`;
}

/** Ids go on from those that a clock which was ahead has made: where there are such, an id says nothing about the time. */
function lastId(sql: Runner, account: string, implied: string) {
  return sql`coalesce((select 'g' from entries later where later.account = ${account} and later.id > lpad(to_hex(
    (extract(epoch from now() + interval '1 hour') * 1000)::bigint), 12, '0') limit 1), ${implied})`;
}

const statuses = [0, 1, 2, 3, 4, 5];
const saved = 1;
const submitted = 2;
const deleted = 3;

export function wantedStatuses({ filter, includesDeleted }: Pick<EntryPage, 'filter' | 'includesDeleted'>): number[] {
  return statuses.filter(
    (status) =>
      (includesDeleted || status !== deleted) &&
      fits(status, filter.status) &&
      fits(status === deleted, filter.deleted),
  );
}

/** Named in the statement itself: only then does the planner see that an index of the rarer statuses will do. */
function statusCondition(page: Pick<EntryPage, 'filter' | 'includesDeleted'>): string {
  const wanted = wantedStatuses(page);
  if (wanted.length === statuses.length) return 'true';
  if (wanted.length === 0) return 'false';
  if (wanted.length === statuses.length - 1 && !wanted.includes(deleted)) return `e.status <> ${deleted}`;
  const named = `e.status in (${wanted.join(', ')})`;
  const needsReopened = page.filter.hasReopened && wanted.includes(submitted) && !wanted.includes(saved);
  // The generation of fill links counts how often an entry became submitted, by whatever request.
  return needsReopened ? `(${named} or e.status = ${saved} and e.bewit_generation > 0)` : named;
}

function fits<T>(value: T, condition: Condition<T> = {}): boolean {
  const { eq = value, ne, in: many = [value], notIn = [] } = condition;
  return value === eq && value !== ne && many.includes(value) && !notIn.includes(value);
}

type Operand = string | number | boolean;
const comparisons = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** ` and <column> <comparison> ...` for each operator; the column and type are the store's own words. */
export function conditions(sql: Runner, column: string, type: string, condition: Condition<Operand> | undefined) {
  const left = sql.unsafe(column);
  const one = sql.unsafe(type);
  const many = sql.unsafe(`${type}[]`);
  let text = sql``;
  for (const [name, comparison] of Object.entries(comparisons)) {
    const operand = condition?.[name as keyof typeof comparisons];
    if (operand === undefined) continue;
    text = sql`${text} and ${left} ${sql.unsafe(comparison)} ${operand}::${one}`;
  }
  if (condition?.in !== undefined) text = sql`${text} and ${left} = any(${[...condition.in] as string[]}::${many})`;
  if (condition?.notIn !== undefined) {
    text = sql`${text} and not (${left} = any(${[...condition.notIn] as string[]}::${many}))`;
  }
  return text;
}

/** What the filter matches and is not deleted yet, oldest first, with the forms they belong to and their sizes. */
export async function findEntriesToDelete(
  sql: Runner,
  page: { account: string; filter: EntryFilter; after: string | undefined; limit: number },
): Promise<{ id: string; form: string; bytes: number }[]> {
  const where = whereOf(sql, { ...page, includesDeleted: false });
  return sql<{ id: string; form: string; bytes: number }[]>`select e.id, e.form, ${sql.unsafe(entryBytes)} as bytes
    from entries e where ${where} order by e.id limit ${page.limit}`;
}

/** Locks those of the entries that the filter still matches. */
export async function lockEntriesToDelete(
  sql: Runner,
  { ids, ...page }: { account: string; filter: EntryFilter; ids: readonly string[] },
): Promise<EntryRow[]> {
  const where = whereOf(sql, { ...page, after: undefined, includesDeleted: false });
  return sql<EntryRow[]>`select ${sql.unsafe(entryColumns)} from entries e
    where ${where} and e.id = any(${ids as string[]}::text[]) order by e.id for update`;
}

export async function markDeleted(
  sql: Runner,
  deletions: readonly { id: string; action: string }[],
  { account, time }: { account: string; time: string },
): Promise<void> {
  await sql`with mark as materialized (select ${changeTime(sql, sql`${account}`, time)} as time)
    update entries e set status = 3, revision = e.revision + 1,
      deleted_at = greatest(e.changed_at, m.time), changed_at = greatest(e.changed_at, m.time),
      modify_time = greatest(e.modify_time, ${time}::timestamptz),
      actions = ${actionsWith(sql, sql`d.action::text`, time)}
    from mark m, unnest(${deletions.map((one) => one.id)}::text[], ${deletions.map((one) => one.action)}::json[]) as d (id, action)
    where e.id = d.id`;
  const ids = deletions.map((one) => one.id);
  await forgetResponses(sql, ids);
  await deleteNotesOfEntries(sql, ids);
  await forgetChanges(sql, ids);
}
