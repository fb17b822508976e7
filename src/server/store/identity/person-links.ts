// Links that let somebody in once: invitations and forgotten passwords. Only a hash of the token is stored.
// [identity.invitations] [identity.forgot]
import type { Runner } from '../connection/db.ts';

export interface PersonLinkRow {
  readonly id: string;
  readonly kind: 'invitation' | 'reset' | 'verify' | 'claim';
  readonly account: string;
  /** Missing of invitations. */
  readonly userId: string | null;
  readonly email: string;
  readonly name: string | null;
  readonly inviter: string | null;
  readonly inviterEmail: string | null;
  readonly createTime: string;
  readonly expiresAt: string;
  /** It reached the mailbox, or the operator's hands, and nobody else's: its use proves the email. */
  readonly provesEmail: boolean;
}

const linkColumns = `l.id, l.kind, l.account, l.user_id as "userId", l.email, l.name, l.inviter, l.inviter_email as "inviterEmail",
  l.create_time as "createTime", l.expires_at as "expiresAt", l.proves_email as "provesEmail"`;

/** One that can still be used; never of an account that is closed or a user who is barred. */
export async function findOpenLink(
  sql: Runner,
  asked: { tokenHash: string; now: string },
): Promise<(PersonLinkRow & { accountName: string | null }) | undefined> {
  const [row] = await sql<(PersonLinkRow & { accountName: string | null })[]>`
    select ${sql.unsafe(linkColumns)}, a.name as "accountName"
    from person_links l join accounts a on a.id = l.account left join users u on u.id = l.user_id
    where l.token_hash = ${asked.tokenHash} and l.used_at is null and l.expires_at > ${asked.now}
      and a.closed_at is null and u.disabled_at is null`;
  return row;
}

/** True for the one caller that uses it. */
export async function takeLink(sql: Runner, link: { id: string; tokenHash: string; now: string }): Promise<boolean> {
  const rows = await sql`update person_links set used_at = ${link.now}
    where id = ${link.id} and token_hash = ${link.tokenHash} and used_at is null and expires_at > ${link.now} returning id`;
  return rows.length === 1;
}

/** After one was used the others of the user are no good. */
export async function endResets(sql: Runner, user: string): Promise<void> {
  await sql`delete from person_links where user_id = ${user} and kind = 'reset' and used_at is null`;
}

export async function insertPersonLink(
  sql: Runner,
  link: PersonLinkRow & { userId: string; tokenHash: string },
): Promise<void> {
  await sql`insert into person_links (id, token_hash, kind, account, user_id, email, create_time, expires_at, proves_email)
    values (${link.id}, ${link.tokenHash}, ${link.kind}, ${link.account}, ${link.userId}, ${link.email}, ${link.createTime},
      ${link.expiresAt}, ${link.provesEmail})`;
}

/** The link of the invitation went out by email, and nobody else has it. */
export async function setMailed(sql: Runner, link: { id: string; tokenHash: string }): Promise<void> {
  await sql`update person_links set proves_email = true where id = ${link.id} and token_hash = ${link.tokenHash}`;
}

/** One that is open for the same email is replaced: its link ends. The id of the invitation. */
export async function putInvitation(sql: Runner, link: PersonLinkRow & { tokenHash: string }): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into person_links (id, token_hash, kind, account, email, name, inviter, inviter_email, create_time, expires_at)
    values (${link.id}, ${link.tokenHash}, 'invitation', ${link.account}, ${link.email}, ${link.name}, ${link.inviter},
      ${link.inviterEmail}, ${link.createTime}, ${link.expiresAt})
    on conflict (account, lower(email)) where kind = 'invitation' and used_at is null do update set
      token_hash = excluded.token_hash, email = excluded.email, name = coalesce(excluded.name, person_links.name),
      inviter = excluded.inviter, inviter_email = excluded.inviter_email, create_time = excluded.create_time,
      expires_at = excluded.expires_at, proves_email = false
    returning id`;
  if (row === undefined) throw new Error('An invitation was neither made nor replaced.');
  return row.id;
}

/** Those that nobody has used or withdrawn, newest first; they are listed for a while after they ended. */
export async function listInvitations(sql: Runner, account: string): Promise<PersonLinkRow[]> {
  return sql<PersonLinkRow[]>`select ${sql.unsafe(linkColumns)} from person_links l
    where l.account = ${account} and l.kind = 'invitation' and l.used_at is null order by l.create_time desc, l.id desc`;
}

export async function deleteInvitation(
  sql: Runner,
  asked: { id: string; account: string },
): Promise<{ email: string } | undefined> {
  const [row] = await sql<{ email: string }[]>`delete from person_links
    where id = ${asked.id} and account = ${asked.account} and kind = 'invitation' and used_at is null returning email`;
  return row;
}

/** Whether there is an invitation with the id, in whatever account. */
export async function invitationExists(sql: Runner, id: string): Promise<boolean> {
  return (
    (await sql`select 1 from person_links where id = ${id} and kind = 'invitation' and used_at is null`).length > 0
  );
}

export async function deleteOldLinks(sql: Runner, before: string): Promise<void> {
  await sql`delete from person_links where expires_at < ${before}`;
}
