// What became of the emails of entries, attempt by attempt. The first is written in the statement that records the email, so the
// two agree whatever happens; further ones before and after they are made. [after-actions.emails.states]
import type { EmailState } from '../../../api-types/notes.ts';
import type { Fragment, Runner } from '../connection/db.ts';

export interface FirstAttempt {
  /** Its id in sentEmails. */
  readonly email: string;
  readonly state: EmailState;
  readonly words: string;
}

/** For the statement that records emails: one more part, for what `done` names. */
export function attemptsPart(sql: Runner, attempts: readonly FirstAttempt[]): Fragment {
  if (attempts.length === 0) return sql``;
  return sql`, attempted as (
      insert into email_attempts (entry, email, attempt, form, time, state, words)
      select d.entry, a.email, 0, d.form, clock_timestamp(), a.state, a.words
      from done d, json_to_recordset(${JSON.stringify(attempts)}::text::json) as a (email text, state text, words text)
      on conflict do nothing)`;
}

export interface AttemptRow {
  readonly email: string;
  readonly attempt: number;
  readonly time: string;
  /** `sending` is an attempt in progress. */
  readonly state: EmailState | 'sending';
  readonly words: string;
  readonly user: string | null;
  /** Empty for somebody who is no longer there. */
  readonly userName: string;
  /** By the database's clock, like the time itself. */
  readonly ageMs: number;
}

/** Of all emails of an entry, or of these entries, oldest first. */
export async function listAttempts(sql: Runner, entry: string | readonly string[]): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    select a.email, a.attempt, a.time, a.state, a.words, a.user_id as user,
      coalesce(nullif(u.name, ''), u.email, '') as "userName",
      (extract(epoch from clock_timestamp() - a.time) * 1000)::float8 as "ageMs"
    from email_attempts a left join users u on u.id = a.user_id where a.entry = any(${[entry].flat() as string[]}::text[])
    order by a.attempt, a.email`;
}

export interface NewAttempt {
  readonly entry: string;
  readonly form: string;
  readonly email: string;
  /** One more than there are: of two at once one finds its place taken. */
  readonly attempt: number;
  readonly user: string;
}

/** False when somebody else has begun this attempt, or the entry is deleted. */
export async function beginAttempt(sql: Runner, attempt: NewAttempt): Promise<boolean> {
  const { entry, form, email, user } = attempt;
  const rows = await sql`
    with held as (select e.id from entries e where e.id = ${entry} and e.status <> 3 for share)
    insert into email_attempts (entry, email, attempt, form, time, state, words, user_id)
    select h.id, ${email}, ${attempt.attempt}::int, ${form}, clock_timestamp(), 'sending', '', ${user} from held h
    on conflict do nothing returning attempt`;
  return rows.length > 0;
}

/** Safe to repeat. */
export async function endAttempt(
  sql: Runner,
  attempt: NewAttempt,
  { state, words }: { state: EmailState; words: string },
): Promise<void> {
  await sql`update email_attempts set state = ${state}, words = ${words}
    where entry = ${attempt.entry} and email = ${attempt.email} and attempt = ${attempt.attempt} and state = 'sending'`;
}

export async function deleteAttempts(sql: Runner, entries: readonly string[]): Promise<void> {
  await sql`delete from email_attempts where entry = any(${entries as string[]}::text[])`;
}
