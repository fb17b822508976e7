// Entries in the order of one of their answers: a row for each, written when somebody first sorts by it and kept up with changes.
// [entry-search.sort] [entry-search.index]
import type { Runner } from '../connection/db.ts';
import { isAhead, overlapSeconds } from './entry-segments.ts';

export interface KeySet {
  readonly id: string;
  readonly path: string;
  readonly meaning: string;
  readonly isBuilt: boolean;
}

export interface KeySetState extends KeySet {
  /** Entries that may have changed after their key was written; undefined where they are too many. */
  readonly changed: readonly string[] | undefined;
}

const maxChanged = 5_000;
/** Of all forms of the account; most of them have their key, or are of other forms. */
const maxRecent = 50_000;

export async function loadKeySet(
  sql: Runner,
  about: { account: string; form: string; path: string; isTeam: boolean; overlap?: number },
): Promise<KeySetState | undefined> {
  const { account, form, path, isTeam, overlap = overlapSeconds } = about;
  const since = sql`(select watermark from own) - make_interval(secs => ${overlap})`;
  // A team's words change without the entry: its revision says nothing about them.
  const ofTeam = sql`union select t.entry from (select entry from entry_team where form = ${form} and modify_time > ${since}
    order by modify_time limit ${maxChanged + 1}) as t`;
  const [row] = await sql<(KeySet & { isMuch: boolean; changed: string | null })[]>`
    with own as materialized (select id, path, meaning, is_built, watermark from entry_key_sets
      where form = ${form} and path = ${path} and not (${sql.unsafe(isAhead)})),
    recent as materialized (select e.id, e.form, e.revision from entries e where e.account = ${account}
      and e.changed_at > ${since} order by e.changed_at limit ${maxRecent + 1}),
    changed as materialized (select r.id from recent r where r.form = ${form} and not exists (select from entry_keys k
      where k.key_set = (select id from own) and k.id = r.id and k.revision = r.revision) ${isTeam ? ofTeam : sql``})
    select o.id, o.path, o.meaning, o.is_built as "isBuilt",
      (select count(*) from recent) > ${maxRecent} or (select count(*) from changed) > ${maxChanged} as "isMuch",
      (select json_agg(c.id) from changed c) as changed
    from own o`;
  if (row === undefined) return undefined;
  const { isMuch, changed, ...set } = row;
  return { ...set, changed: isMuch ? undefined : (JSON.parse(changed ?? '[]') as string[]) };
}

/** Sets of one form; the one that was used longest ago goes first. */
const maxSets = 20;

export async function addKeySet(
  sql: Runner,
  set: { id: string; form: string; path: string; meaning: string },
): Promise<void> {
  await sql`delete from entry_key_sets where form = ${set.form} and path = ${set.path}
    and (meaning <> ${set.meaning} or ${sql.unsafe(isAhead)})`;
  await sql`insert into entry_key_sets (id, form, path, meaning, last_use, watermark, is_built)
    values (${set.id}, ${set.form}, ${set.path}, ${set.meaning}, now(), now(), false)
    on conflict (form, path) do update set last_use = now()`;
  await sql`delete from entry_key_sets where id in (
    select id from entry_key_sets where form = ${set.form} order by last_use desc offset ${maxSets})`;
}

export async function noteKeySetUse(sql: Runner, id: string): Promise<void> {
  await sql`update entry_key_sets set last_use = now() where id = ${id} and last_use < now() - interval '1 hour'`;
}

export async function listKeySets(sql: Runner, form: string): Promise<KeySet[]> {
  return sql<
    KeySet[]
  >`select id, path, meaning, is_built as "isBuilt" from entry_key_sets where form = ${form} order by last_use desc`;
}

export async function dropKeySet(sql: Runner, id: string): Promise<void> {
  await sql`delete from entry_key_sets where id = ${id}`;
}

export interface EntryKey {
  readonly id: string;
  readonly revision: number;
  readonly key: string | undefined;
}

/** A key of a newer revision stays. One of the same is written again: what a team says is of no revision. */
export async function writeKeys(sql: Runner, set: string, keys: readonly EntryKey[]): Promise<void> {
  await sql`insert into entry_keys (key_set, id, revision, key)
    select s.id, k.id, k.revision, k.key from entry_key_sets s,
      unnest(${keys.map((one) => one.id)}::text[], ${keys.map((one) => one.revision)}::int[],
        ${keys.map((one) => one.key ?? null) as string[]}::text[]) as k (id, revision, key)
    where s.id = ${set}
    on conflict (key_set, id) do update set revision = excluded.revision, key = excluded.key
      where entry_keys.revision <= excluded.revision`;
}

export async function deleteKeys(sql: Runner, set: string, ids: readonly string[]): Promise<void> {
  await sql`delete from entry_keys where key_set = ${set} and id = any(${ids as string[]}::text[])`;
}

/** How far a build got, which goes from the newest entry on. */
export async function oldestKey(sql: Runner, set: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string | null }[]>`select min(id) as id from entry_keys where key_set = ${set}`;
  return row?.id ?? undefined;
}

/** Every entry has been read; what changed since the set was added is not in the keys yet. */
export async function markBuilt(sql: Runner, set: string): Promise<void> {
  await sql`update entry_key_sets set is_built = true where id = ${set}`;
}

/** Everything up to then is in the keys. */
export async function markKeys(sql: Runner, { set, upTo }: { set: string; upTo: string }): Promise<void> {
  await sql`update entry_key_sets set watermark = ${upTo} where id = ${set} and watermark < ${upTo}`;
}

const changesAtOnce = 2_000;

/** The entries that changed after the set's watermark, from the earliest on, and the time of the last where there are more. */
export async function listKeyChanges(
  sql: Runner,
  {
    account,
    form,
    set,
    after,
    overlap = overlapSeconds,
  }: { account: string; form: string; set: string; after: string | undefined; overlap?: number },
): Promise<{ ids: string[]; last: string | undefined }> {
  const rows = await sql<{ id: string; form: string; changedAt: string }[]>`
    select e.id, e.form, e.changed_at as "changedAt" from entries e where e.account = ${account} and e.changed_at >
      ${after === undefined ? sql`(select watermark from entry_key_sets where id = ${set}) - make_interval(secs => ${overlap})` : sql`${after}::timestamptz`}
    order by e.changed_at limit ${changesAtOnce}`;
  const ids = rows.filter((row) => row.form === form).map((row) => row.id);
  const last = rows.length < changesAtOnce ? undefined : rows.at(-1)?.changedAt;
  // Many entries of one moment: all of them, or some would be left out between two pages.
  if (last !== undefined && last === rows[0]?.changedAt) {
    const same = await sql<
      { id: string }[]
    >`select id from entries where account = ${account} and form = ${form} and changed_at = ${last}`;
    return { ids: same.map((row) => row.id), last };
  }
  return { ids, last: last === undefined ? undefined : beforeLast(rows.map((row) => row.changedAt)) };
}

/** Entries of which the team has said something since the set's watermark. */
export async function listTeamChanges(
  sql: Runner,
  { form, set, overlap = overlapSeconds }: { form: string; set: string; overlap?: number },
): Promise<string[]> {
  const rows = await sql<{ entry: string }[]>`select entry from entry_team where form = ${form} and modify_time >
    (select watermark from entry_key_sets where id = ${set}) - make_interval(secs => ${overlap})`;
  return rows.map(({ entry }) => entry);
}

/** The entries of the last moment may not all be there: the next page begins with them. */
function beforeLast(times: readonly string[]): string {
  const last = times.at(-1) as string;
  return times.findLast((time) => time !== last) ?? last;
}

export interface KeyPlace {
  readonly id: string;
  readonly key: string | null;
}

/** The places after that one in the set's order; a null key is last both ways. */
export async function listKeys(
  sql: Runner,
  page: {
    set: string;
    isDescending: boolean;
    after: { id: string; key: string | undefined } | undefined;
    limit: number;
  },
): Promise<KeyPlace[]> {
  const { set, after, limit } = page;
  const order = sql.unsafe(page.isDescending ? 'desc' : 'asc');
  const beyond = sql.unsafe(page.isDescending ? '<' : '>');
  const filled =
    after !== undefined && after.key === undefined
      ? []
      : await sql<KeyPlace[]>`select id, key from entry_keys where key_set = ${set} and key is not null
          ${after === undefined ? sql`` : sql`and (key, id) ${beyond} (${after.key as string}, ${after.id})`}
          order by key ${order}, id ${order} limit ${limit}`;
  if (filled.length === limit) return filled;
  const isAmongEmpty = after !== undefined && after.key === undefined;
  const empty = await sql<KeyPlace[]>`select id, key from entry_keys where key_set = ${set} and key is null
    ${isAmongEmpty ? sql`and id ${beyond} ${after.id}` : sql``} order by id ${order} limit ${limit - filled.length}`;
  return [...filled, ...empty];
}
