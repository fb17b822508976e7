// Notes of a team about an entry, and its team's status, assignee and tags. Written only while the entry's row is locked and not
// deleted; removed in the transaction that deletes the entry, so that none outlives it. [entries.notes] [entries.team]
import type { Runner } from '../connection/db.ts';

export interface NoteRow {
  readonly id: string;
  readonly time: string;
  readonly author: string;
  /** Empty for somebody who is no longer there. */
  readonly authorName: string;
  readonly text: string;
}

/** Oldest first. */
export async function listNotes(sql: Runner, entry: string): Promise<NoteRow[]> {
  return sql<NoteRow[]>`
    select n.id, n.create_time as time, n.author, coalesce(nullif(u.name, ''), u.email, '') as "authorName", n.text
    from entry_notes n left join users u on u.id = n.author where n.entry = ${entry} order by n.id`;
}

export async function findNote(sql: Runner, wanted: { entry: string; note: string }): Promise<NoteRow | undefined> {
  const [row] = await sql<NoteRow[]>`select n.id, n.create_time as time, n.author, '' as "authorName", n.text
    from entry_notes n where n.id = ${wanted.note} and n.entry = ${wanted.entry}`;
  return row;
}

/** Undefined when the entry is gone or deleted; it stays as it is until the transaction ends. */
export async function lockEntry(sql: Runner, entry: string): Promise<{ form: string } | undefined> {
  const [row] = await sql<{ form: string }[]>`
    select form from entries where id = ${entry} and status <> 3 for no key update`;
  return row;
}

/** In a transaction that holds the entry. False when there are as many as there may be. */
export async function insertNote(
  sql: Runner,
  note: { id: string; entry: string; form: string; author: string; text: string; time: string },
  max: number,
): Promise<boolean> {
  const { id, entry, form, author, text, time } = note;
  const rows = await sql`insert into entry_notes (id, entry, form, author, text, create_time)
    select ${id}, ${entry}, ${form}, ${author}, ${text}, ${time}::timestamptz
    where (select count(*) from (select 1 from entry_notes where entry = ${entry} limit ${max}) as n) < ${max}
    returning id`;
  return rows.length > 0;
}

/** False when it was gone. */
export async function deleteNote(sql: Runner, id: string): Promise<boolean> {
  return (await sql`delete from entry_notes where id = ${id} returning id`).length > 0;
}

export interface TeamRow {
  readonly status: string;
  readonly assignee: string | null;
  readonly assigneeName: string;
  readonly tags: readonly string[];
}

export const noTeam: TeamRow = { status: '', assignee: null, assigneeName: '', tags: [] };

export async function findTeam(sql: Runner, entry: string): Promise<TeamRow | undefined> {
  return (await listTeams(sql, [entry])).get(entry);
}

/** By entry; those of which the team has said nothing are missing. */
export async function listTeams(sql: Runner, entries: readonly string[]): Promise<Map<string, TeamRow>> {
  const rows = await sql<(StoredTeam & { entry: string })[]>`select entry, ${sql.unsafe(teamColumns)}
    from entry_team t where entry = any(${entries as string[]}::text[])`;
  return new Map(rows.map(({ entry, ...team }) => [entry, readTeam(team)]));
}

/** Lists come from the database as JSON text. */
type StoredTeam = Omit<TeamRow, 'tags'> & { readonly tags: string };
const teamColumns = `t.status, t.assignee, to_json(t.tags)::text as tags,
  coalesce((select coalesce(nullif(u.name, ''), u.email) from users u where u.id = t.assignee), '') as "assigneeName"`;

function readTeam({ tags, ...team }: StoredTeam): TeamRow {
  return { ...team, tags: JSON.parse(tags) as string[] };
}

/** In a transaction that holds the entry. What is undefined stays as it is. */
export async function changeTeam(
  sql: Runner,
  change: {
    entry: string;
    form: string;
    status: string | undefined;
    assignee: string | null | undefined;
    tags: readonly string[] | undefined;
  },
): Promise<TeamRow> {
  const { entry, form, status, assignee, tags } = change;
  const kept = (name: string, isKept: boolean) => sql.unsafe(`${isKept ? 't' : 'excluded'}.${name}`);
  const [row] = await sql<StoredTeam[]>`
    insert into entry_team as t (entry, form, status, assignee, tags, modify_time)
    values (${entry}, ${form}, ${status ?? ''}, ${assignee ?? null}, ${(tags ?? []) as string[]}::text[], clock_timestamp())
    on conflict (entry) do update set status = ${kept('status', status === undefined)},
      assignee = ${kept('assignee', assignee === undefined)}, tags = ${kept('tags', tags === undefined)},
      modify_time = excluded.modify_time
    returning ${sql.unsafe(teamColumns)}`;
  return readTeam(row as StoredTeam);
}

/** Entries that were changed last: older ones have had their say. */
const recentTeams = 5_000;
const maxWords = 50;

/** The words that entries of a form have, most used first. */
export async function listTeamWords(sql: Runner, form: string): Promise<{ statuses: string[]; tags: string[] }> {
  const [row] = await sql<{ statuses: string; tags: string }[]>`
    with recent as materialized (
      select status, tags from entry_team where form = ${form} order by modify_time desc limit ${recentTeams}),
    statuses as (select status as word, count(*) as n from recent where status <> '' group by status
      order by n desc, word limit ${maxWords}),
    tags as (select tag as word, count(*) as n from recent, unnest(tags) as tag group by tag
      order by n desc, word limit ${maxWords})
    select coalesce((select json_agg(word order by n desc, word) from statuses), '[]')::text as statuses,
      coalesce((select json_agg(word order by n desc, word) from tags), '[]')::text as tags`;
  return { statuses: JSON.parse(row?.statuses ?? '[]'), tags: JSON.parse(row?.tags ?? '[]') };
}

/** Entries of the form of which the team has said something, newest first. */
export async function listTeamEntries(
  sql: Runner,
  { form, after, limit }: { form: string; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ entry: string }[]>`select entry from entry_team where form = ${form}
    ${after === undefined ? sql`` : sql`and entry < ${after}`} order by entry desc limit ${limit}`;
  return rows.map(({ entry }) => entry);
}

export async function countTeamEntries(sql: Runner, form: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from entry_team where form = ${form}`;
  return row?.count ?? 0;
}

/** A text that differs when the team has said something else. */
export async function findTeamState(sql: Runner, form: string): Promise<string> {
  const [row] = await sql<{ state: string }[]>`
    select count(*) || ' ' || coalesce(max(modify_time)::text, '') as state from entry_team where form = ${form}`;
  return row?.state ?? '';
}

/** In the transaction that deletes the entries. */
export async function deleteNotesOfEntries(sql: Runner, entries: readonly string[]): Promise<void> {
  const ids = entries as string[];
  await sql`with notes as (delete from entry_notes where entry = any(${ids}::text[]))
    delete from entry_team where entry = any(${ids}::text[])`;
}
