// The audit trail: lines, their places in the chain, and what is still to be chained. Lines are only ever added; the database
// itself refuses everything else. [identity.audit] [identity.audit.chain]
import type { Fragment, Runner, Transaction } from '../connection/db.ts';

export interface AuditLine {
  readonly id: string;
  readonly account: string;
  readonly time: string;
  readonly action: string;
  readonly user: string | null;
  readonly email: string | null;
  readonly credential: string | null;
  readonly keyId: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly object: string;
  readonly objectId: string | null;
  readonly name: string | null;
  /** JSON text. */
  readonly detail: string | null;
}

const lineColumns = `l.id, l.account, l.time, l.action, l.user_id as "user", l.email, l.credential, l.key_id as "keyId", l.ip,
  l.user_agent as "userAgent", l.object, l.object_id as "objectId", l.name, l.detail`;

export async function insertAuditLine(sql: Runner, line: AuditLine): Promise<void> {
  await sql`with added as (
      insert into audit_log (id, account, time, action, user_id, email, credential, key_id, ip, user_agent, object, object_id,
        name, detail)
      values (${line.id}, ${line.account}, ${line.time}, ${line.action}, ${line.user}, ${line.email}, ${line.credential},
        ${line.keyId}, ${line.ip}, ${line.userAgent}, ${line.object}, ${line.objectId}, ${line.name}, ${line.detail})
      returning id)
    insert into audit_pending (line) select id from added`;
}

/** One process chains at a time; false: another does. */
export async function takeChaining(tx: Transaction): Promise<boolean> {
  const [row] = await tx<
    { taken: boolean }[]
  >`select pg_try_advisory_xact_lock(hashtext('formstead audit chain')) as taken`;
  return row?.taken === true;
}

export async function listPendingLines(sql: Runner, limit: number): Promise<AuditLine[]> {
  return sql<AuditLine[]>`select ${sql.unsafe(lineColumns)} from audit_pending p join audit_log l on l.id = p.line
    order by l.id limit ${limit}`;
}

export interface AuditHead {
  readonly account: string;
  readonly seq: number;
  readonly hash: string;
  readonly mark: string;
}

export async function listAuditHeads(sql: Runner, accounts?: readonly string[]): Promise<AuditHead[]> {
  const of = accounts === undefined ? sql`` : sql`where account = any(${[...accounts]}::text[])`;
  return sql<AuditHead[]>`select account, seq::int as seq, hash, mark from audit_heads ${of} order by account`;
}

export interface ChainPlace {
  readonly account: string;
  readonly seq: number;
  readonly line: string;
  readonly keyMark: string;
  readonly hash: string;
}

export async function addToChain(
  tx: Transaction,
  { places, heads }: { places: readonly ChainPlace[]; heads: readonly AuditHead[] },
): Promise<void> {
  const column = <T>(read: (place: ChainPlace) => T) => places.map(read);
  await tx`insert into audit_chain (account, seq, line, key_mark, hash) select * from unnest(
    ${column(({ account }) => account)}::text[], ${column(({ seq }) => seq)}::int[], ${column(({ line }) => line)}::text[],
    ${column(({ keyMark }) => keyMark)}::text[], ${column(({ hash }) => hash)}::text[])`;
  await tx`delete from audit_pending where line = any(${column(({ line }) => line)}::text[])`;
  await tx`insert into audit_heads (account, seq, hash, mark) select * from unnest(
    ${heads.map(({ account }) => account)}::text[], ${heads.map(({ seq }) => seq)}::int[],
    ${heads.map(({ hash }) => hash)}::text[], ${heads.map(({ mark }) => mark)}::text[])
    on conflict (account) do update set seq = excluded.seq, hash = excluded.hash, mark = excluded.mark`;
}

export interface ChainedLine extends Omit<ChainPlace, 'line' | 'account'> {
  readonly line: AuditLine | undefined;
  readonly lineId: string;
}

/** In the order of the chain, above `after`. */
export async function listChain(
  sql: Runner,
  page: { account: string; after: number; limit: number },
): Promise<ChainedLine[]> {
  const rows = await sql<
    (AuditLine & { seq: number; keyMark: string; hash: string; lineId: string; id: string | null })[]
  >`
    select c.seq::int as seq, c.key_mark as "keyMark", c.hash, c.line as "lineId", ${sql.unsafe(lineColumns)}
    from audit_chain c left join audit_log l on l.id = c.line
    where c.account = ${page.account} and c.seq > ${page.after} order by c.seq limit ${page.limit}`;
  return rows.map(({ seq, keyMark, hash, lineId, ...line }) => ({
    seq,
    keyMark,
    hash,
    lineId,
    line: line.id === null ? undefined : line,
  }));
}

/** Lines that are neither in a chain nor waiting for it: somebody put them in by another way. */
export async function countStrayLines(sql: Runner): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from audit_log l
    where not exists (select 1 from audit_chain c where c.line = l.id)
      and not exists (select 1 from audit_pending p where p.line = l.id)`;
  return row?.count ?? 0;
}

export async function countPendingLines(sql: Runner): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from audit_pending`;
  return row?.count ?? 0;
}

/**
 * Accounts with lines, whether they have a head or lost it. Where somebody signed in there is a trail: an account without one
 * lost all of it, unless its first lines still wait for their place.
 */
export async function listAuditedAccounts(sql: Runner): Promise<string[]> {
  const rows = await sql<{ account: string }[]>`
    select account from audit_heads union select distinct account from audit_chain
    union select account from users u where last_login is not null and not exists
      (select 1 from audit_pending p join audit_log l on l.id = p.line where l.account = u.account)
    order by account`;
  return rows.map(({ account }) => account);
}

export interface AuditFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly user?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly objectId?: string | undefined;
}

/** Newest first, below the id `before`. */
export async function listAuditLines(
  sql: Runner,
  page: { account: string; filter: AuditFilter; before: string | undefined; limit: number },
): Promise<(AuditLine & { seq: number | null })[]> {
  return sql<(AuditLine & { seq: number | null })[]>`select ${sql.unsafe(lineColumns)}, c.seq::int as seq
    from audit_log l left join audit_chain c on c.line = l.id
    where l.account = ${page.account} ${matches(sql, page.filter)}
      ${page.before === undefined ? sql`` : sql`and l.id < ${page.before}`}
    order by l.id desc limit ${page.limit}`;
}

function matches(sql: Runner, { from, to, user, action, object, objectId }: AuditFilter): Fragment {
  return sql`${from === undefined ? sql`` : sql`and l.time >= ${from}`} ${to === undefined ? sql`` : sql`and l.time < ${to}`}
    ${user === undefined ? sql`` : sql`and l.user_id = ${user}`} ${action === undefined ? sql`` : sql`and l.action = ${action}`}
    ${object === undefined ? sql`` : sql`and l.object = ${object}`}
    ${objectId === undefined ? sql`` : sql`and l.object_id = ${objectId}`}` as Fragment;
}

/** The hash at the place up to which lines were removed, as the note of that removal says. */
export async function findExpiredHash(
  sql: Runner,
  asked: { account: string; upTo: number },
): Promise<string | undefined> {
  const [row] = await sql<{ hash: string | null }[]>`select detail ->> 'hash' as hash from audit_log
    where account = ${asked.account} and action = 'auditExpire' and detail ->> 'upTo' = ${String(asked.upTo)}
    order by id desc limit 1`;
  return row?.hash ?? undefined;
}

/** The only way lines leave; the right to it lasts for the transaction. */
export async function deletePlaces(
  tx: Transaction,
  old: { account: string; upTo: number; lines: readonly string[] },
): Promise<void> {
  await tx`select set_config('formstead.audit_retention', 'on', true)`;
  await tx`grant delete on audit_log, audit_chain to current_user`;
  await tx`delete from audit_chain where account = ${old.account} and seq <= ${old.upTo}`;
  await tx`delete from audit_log where id = any(${[...old.lines]}::text[])`;
  await tx`revoke delete on audit_log, audit_chain from current_user`;
}
