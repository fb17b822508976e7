// How often forms were opened, started and sent, by hour.
import type { Runner } from '../connection/db.ts';

export const visitKinds = ['opened', 'started', 'sent'] as const;
export type VisitKind = (typeof visitKinds)[number];

export type VisitCount = Readonly<Record<VisitKind, number>>;

export interface HourOfVisits extends VisitCount {
  readonly form: string;
  /** ISO text: when it begins. */
  readonly hour: string;
}

/** Adds to what is there. A form that somebody is changing or deleting at the moment is passed over; gives those it was not. */
export async function addVisits(sql: Runner, hours: readonly HourOfVisits[]): Promise<Set<string>> {
  const list = <Key extends keyof HourOfVisits>(key: Key) => hours.map((one) => one[key]);
  const written = await sql<{ form: string }[]>`
    with asked as (select * from unnest(${list('form')}::text[], ${list('hour')}::timestamptz[], ${list('opened')}::int[],
        ${list('started')}::int[], ${list('sent')}::int[]) as asked (form, hour, opened, started, sent)),
      free as (select id from forms where id in (select form from asked) order by id for key share skip locked)
    insert into form_visits as v (form, hour, opened, started, sent)
      select asked.* from asked join free on free.id = asked.form order by asked.form, asked.hour
    on conflict (form, hour) do update set opened = v.opened + excluded.opened, started = v.started + excluded.started,
      sent = v.sent + excluded.sent
    returning form`;
  return new Set(written.map(({ form }) => form));
}

export async function listKnownForms(sql: Runner, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`select id from forms where id = any(${ids as string[]}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

export interface CountedVisits extends VisitCount {
  /** The first hour that was counted, whatever range was asked for. */
  readonly since: string | null;
}

/** ISO texts: hours that begin from the one on, and before the other. */
export async function countVisits(
  sql: Runner,
  wanted: { form: string; from: string | undefined; to: string | undefined },
): Promise<CountedVisits> {
  const [row] = await sql<CountedVisits[]>`
    select coalesce(sum(opened), 0)::float8 as opened, coalesce(sum(started), 0)::float8 as started,
      coalesce(sum(sent), 0)::float8 as sent, (select min(hour) from form_visits where form = ${wanted.form}) as since
    from form_visits where form = ${wanted.form}
      ${wanted.from === undefined ? sql`` : sql`and hour >= ${wanted.from}::timestamptz`}
      ${wanted.to === undefined ? sql`` : sql`and hour < ${wanted.to}::timestamptz`}`;
  return row as CountedVisits;
}
