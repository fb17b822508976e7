// The stored index of a form's entries: segments of bits, which changes came after them, and who builds. Every step is one
// transaction under the lock of the form's row, so that a change is either in a segment or known to have come after it.
// [entry-search.all] [entry-search.index]
import type { Db, Runner, Transaction } from '../connection/db.ts';

export interface SegmentFacts {
  readonly id: string;
  /** After this id, up to and with that one. */
  readonly fromId: string;
  readonly toId: string;
  readonly entries: number;
  readonly blocks: number;
  readonly width: number;
  readonly meaning: string;
}

export interface IndexState {
  /** Entries of the form that are not deleted. */
  readonly entries: number;
  /** False where the form has no index yet. */
  readonly isKnown: boolean;
  /** Newest first. */
  readonly segments: readonly SegmentFacts[];
  /** Entries of segments that may have changed after these were made; undefined where they are too many. */
  readonly changed: readonly string[] | undefined;
}

/** Transactions that began before may still commit: the database ends a statement after a minute. */
export const overlapSeconds = 60;
const maxChanged = 5_000;
/** Of all forms of the account; most of them are newer than the segments. */
const maxRecent = 50_000;
/** SQL: made by a clock that was ahead. Changes since then look older than the index, which would not know them: it is no good. */
export const isAhead = `watermark > clock_timestamp() + interval '5 seconds'`;

/** All of it as it was at one moment. */
export async function loadIndexState(
  sql: Runner,
  { account, form, overlap = overlapSeconds }: { account: string; form: string; overlap?: number },
): Promise<IndexState> {
  const [row] = await sql<
    { entries: number | null; isKnown: boolean; segments: string | null; changed: string | null; isMuch: boolean }[]
  >`
    with own as materialized (select watermark from form_indexes where form = ${form} and not (${sql.unsafe(isAhead)})),
    recent as materialized (select e.id, e.form from entries e where e.account = ${account}
      and e.changed_at > (select watermark from own) - make_interval(secs => ${overlap}) order by e.changed_at limit ${maxRecent + 1}),
    known as materialized (select id from entry_index_changes where form = ${form} limit ${maxChanged + 1}),
    changed as materialized (select id from recent where form = ${form}
      and id <= (select max(to_id) from entry_segments where form = ${form}) union select id from known)
    select (select current_all from form_counters where form = ${form}) as entries, exists (select from own) as "isKnown",
      (select json_agg(json_build_array(s.id, s.from_id, s.to_id, s.entries, s.blocks, s.width, s.meaning) order by s.to_id desc)
        from entry_segments s where s.form = ${form} and exists (select from own)) as segments,
      (select count(*) from recent) > ${maxRecent} or (select count(*) from changed) > ${maxChanged} as "isMuch",
      (select json_agg(c.id order by c.id desc) from changed c) as changed`;
  return {
    entries: row?.entries ?? 0,
    isKnown: row?.isKnown ?? false,
    segments: readSegments(row?.segments ?? '[]'),
    changed: row?.isMuch ? undefined : (JSON.parse(row?.changed ?? '[]') as string[]),
  };
}

type SegmentValues = [string, string, string, number, number, number, string];

function readSegments(json: string): SegmentFacts[] {
  return (JSON.parse(json) as SegmentValues[]).map(([id, fromId, toId, entries, blocks, width, meaning]) => ({
    id,
    fromId,
    toId,
    entries,
    blocks,
    width,
    meaning,
  }));
}

/** The rows by segment and place; a segment that went meanwhile has none. */
export async function readSignatures(
  sql: Runner,
  wanted: readonly { readonly segment: string; readonly place: number }[],
): Promise<Map<string, Map<number, Buffer>>> {
  const rows = await sql<{ segment: string; place: number; bits: Buffer }[]>`
    select g.segment, g.place, g.bits
    from unnest(${wanted.map((one) => one.segment)}::text[], ${wanted.map((one) => one.place)}::int[]) as w (segment, place)
    join entry_signatures g on g.segment = w.segment and g.place = w.place`;
  const found = new Map<string, Map<number, Buffer>>();
  for (const { segment, place, bits } of rows) {
    const own = found.get(segment) ?? new Map<number, Buffer>();
    found.set(segment, own.set(place, bits));
  }
  return found;
}

const idBytes = 12;

/** The last id of each block, of those segments that are still there. */
export async function readBounds(sql: Runner, segments: readonly string[]): Promise<Map<string, SegmentBounds>> {
  const rows = await sql<{ id: string; bounds: Buffer }[]>`
    select id, bounds from entry_segments where id = any(${segments as string[]}::text[])`;
  return new Map(rows.map(({ id, bounds }) => [id, (block) => boundAt(bounds, block)]));
}

/** undefined after the last block. Of thousands of blocks a search asks for a few. */
export type SegmentBounds = (block: number) => string | undefined;

function boundAt(bounds: Buffer, block: number): string | undefined {
  return (block + 1) * idBytes > bounds.length
    ? undefined
    : bounds.toString('hex', block * idBytes, (block + 1) * idBytes);
}

/** Makes the form's index known, and notes that it is used: at most once an hour, and otherwise without waiting for who builds. */
export async function noteUse(sql: Runner, { account, form }: { account: string; form: string }): Promise<void> {
  await sql`delete from form_indexes where form = ${form} and ${sql.unsafe(isAhead)}`;
  await sql`insert into form_indexes (form, account, last_use, watermark)
    select f.id, f.account, now(), now() from forms f where f.id = ${form} and f.account = ${account}
      and not exists (select from form_indexes i where i.form = f.id and i.last_use >= now() - interval '1 hour')
    on conflict (form) do update set last_use = now()`;
}

const leaseSeconds = 60;

/** True for the one process that builds; again and again while it does. */
export async function claimBuild(sql: Runner, { form, builder }: { form: string; builder: string }): Promise<boolean> {
  const rows =
    await sql`update form_indexes set builder = ${builder}, builds_until = now() + make_interval(secs => ${leaseSeconds})
    where form = ${form} and (builder is null or builder = ${builder} or builds_until < now()) returning form`;
  return rows.length === 1;
}

export async function endBuild(sql: Runner, { form, builder }: { form: string; builder: string }): Promise<void> {
  await sql`update form_indexes set builder = null where form = ${form} and builder = ${builder}`;
}

export interface NewSegment extends SegmentFacts {
  readonly form: string;
  readonly account: string;
  readonly builder: string;
  /** When reading its entries began, by the database. */
  readonly asOf: string;
  readonly bounds: readonly string[];
  readonly rows: readonly Buffer[];
  /** Segments that it takes the place of. */
  readonly replaced: readonly string[];
}

const rowsAtOnce = 250;

/** False where another process builds by now: then nothing is written. */
export async function writeSegment(db: Db, segment: NewSegment, overlap = overlapSeconds): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [own] =
      await tx`select form from form_indexes where form = ${segment.form} and builder = ${segment.builder} for no key update`;
    if (own === undefined) return false;
    await tx`delete from entry_segments where id = any(${segment.replaced as string[]}::text[])`;
    const [other] = await tx`select id from entry_segments
      where form = ${segment.form} and from_id < ${segment.toId} and to_id > ${segment.fromId} limit 1`;
    if (other !== undefined) throw new Error('a segment of the index of entries overlaps another');
    const bounds = Buffer.from(segment.bounds.join(''), 'hex');
    await tx`insert into entry_segments (id, form, from_id, to_id, entries, blocks, width, meaning, as_of, bounds)
      values (${segment.id}, ${segment.form}, ${segment.fromId}, ${segment.toId}, ${segment.entries}, ${segment.blocks},
        ${segment.width}, ${segment.meaning}, ${segment.asOf}, ${bounds})`;
    for (let at = 0; at < segment.rows.length; at += rowsAtOnce) {
      const texts = segment.rows.slice(at, at + rowsAtOnce).map((row) => row.toString('base64'));
      await tx`insert into entry_signatures (segment, place, bits)
        select ${segment.id}, ${at} + r.place - 1, decode(r.bits, 'base64')
        from unnest(${texts}::text[]) with ordinality as r (bits, place)`;
    }
    await tx`delete from entry_index_changes where form = ${segment.form} and id > ${segment.fromId} and id <= ${segment.toId}`;
    await noteChanges(tx, { ...segment, since: segment.asOf, overlap });
    return true;
  });
}

/** Changes since then, of entries in segments that may not know them. */
async function noteChanges(
  tx: Transaction,
  { account, form, since, overlap }: { account: string; form: string; since: string; overlap: number },
): Promise<void> {
  await tx`insert into entry_index_changes (form, id)
    select ${form}, e.id from entries e
    join entry_segments s on s.form = ${form} and s.from_id < e.id and s.to_id >= e.id
      and s.as_of - make_interval(secs => ${overlap}) < e.changed_at
    where e.account = ${account} and e.form = ${form}
      and e.changed_at > ${since}::timestamptz - make_interval(secs => ${overlap})
    on conflict do nothing`;
}

/** Brings the watermark to now. */
export async function catchUp(
  db: Db,
  { account, form, overlap = overlapSeconds }: { account: string; form: string; overlap?: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [own] = await tx<{ watermark: string; now: string }[]>`
      select watermark, clock_timestamp()::timestamptz(3) as now from form_indexes where form = ${form} for no key update`;
    if (own === undefined) return;
    await noteChanges(tx, { account, form, since: own.watermark, overlap });
    await tx`update form_indexes set watermark = greatest(watermark, ${own.now}) where form = ${form}`;
  });
}

export async function databaseNow(sql: Runner): Promise<string> {
  const [row] = await sql<{ now: string }[]>`select clock_timestamp()::timestamptz(3) as now`;
  return row!.now;
}

/** How many known changes each segment has. */
export async function countChanges(sql: Runner, form: string): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; count: number }[]>`select s.id, count(c.id) as count from entry_segments s
    join entry_index_changes c on c.form = s.form and c.id > s.from_id and c.id <= s.to_id
    where s.form = ${form} group by s.id`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** How many entries are newer than that one, up to the limit. */
export async function countEntriesAfter(
  sql: Runner,
  { account, form, after, limit }: { account: string; form: string; after: string; limit: number },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from (
    select from entries e where e.account = ${account} and e.form = ${form} and e.id > ${after} limit ${limit}) as newer`;
  return row?.count ?? 0;
}

/** Forms whose index is used. */
export async function listIndexedForms(sql: Runner): Promise<{ form: string; account: string }[]> {
  return sql<{ form: string; account: string }[]>`select form, account from form_indexes order by last_use desc`;
}

const unusedDays = 30;

export async function dropUnusedIndexes(sql: Runner): Promise<void> {
  await sql`delete from form_indexes where last_use < now() - make_interval(days => ${unusedDays}) or ${sql.unsafe(isAhead)}`;
  await sql`delete from entry_key_sets where last_use < now() - make_interval(days => ${unusedDays}) or ${sql.unsafe(isAhead)}`;
}
