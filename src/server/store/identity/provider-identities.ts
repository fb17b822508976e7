// Whom identity providers know as which of our users.
import type { Runner } from '../connection/db.ts';
import { type UserRow, userColumns } from './users.ts';

export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** Undefined: never seen. `user` is undefined where the user was removed. */
export async function findIdentity(
  sql: Runner,
  { issuer, subject }: ProviderSubject,
): Promise<{ user: UserRow | undefined } | undefined> {
  const [row] = await sql<Partial<UserRow>[]>`
    select ${sql.unsafe(userColumns)} from provider_identities p left join users u on u.id = p.user_id
    where p.issuer = ${issuer} and p.subject = ${subject}`;
  if (row === undefined) return undefined;
  return { user: row.id == null ? undefined : (row as UserRow) };
}

/** False where the identity, or the user, is linked to somebody else. */
export async function linkIdentity(
  sql: Runner,
  link: ProviderSubject & { user: string; time: string },
): Promise<boolean> {
  const { issuer, subject, user, time } = link;
  const others =
    await sql`select 1 from provider_identities where user_id = ${user} and issuer = ${issuer} and subject <> ${subject}`;
  if (others.length > 0) return false;
  const linked = await sql`insert into provider_identities (issuer, subject, user_id, create_time)
    values (${issuer}, ${subject}, ${user}, ${time})
    on conflict (issuer, subject) do update set user_id = excluded.user_id, create_time = excluded.create_time
      where provider_identities.user_id is null or provider_identities.user_id = excluded.user_id
    returning 1`;
  return linked.length === 1;
}

export async function hasIdentity(sql: Runner, user: string): Promise<boolean> {
  return (await sql`select 1 from provider_identities where user_id = ${user} limit 1`).length > 0;
}

/** How many were forgotten. */
export async function unlinkIdentities(sql: Runner, user: string): Promise<number> {
  return (await sql`delete from provider_identities where user_id = ${user} returning 1`).length;
}
