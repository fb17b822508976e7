// When sessions and keys were last used, and from where.
import type { Runner } from '../connection/db.ts';

export interface LastUse {
  readonly id: string;
  readonly time: string;
  readonly ip: string;
  /** Of a session: its token came in the cookie of the management app. */
  readonly isOfApp: boolean;
}

/**
 * Rows that somebody else is changing at the moment are passed over: they get a time as late as this one. A session that was opened
 * before `is_of_app` was recorded gets it by the first use of its cookie.
 */
export async function setSessionUses(sql: Runner, uses: readonly LastUse[]): Promise<void> {
  const ofApp = uses.filter(({ isOfApp }) => isOfApp).map(({ id }) => id);
  await sql`with used as (${used(sql, uses)}),
      free as (select id from sessions where id in (select id from used) for no key update skip locked)
    update sessions s set last_use = used.time, is_of_app = coalesce(s.is_of_app, nullif(s.id = any(${ofApp}::text[]), false))
    from used join free on free.id = used.id
    where s.id = used.id and s.last_use < used.time`;
}

export async function setKeyUses(sql: Runner, uses: readonly LastUse[]): Promise<void> {
  await sql`with used as (${used(sql, uses)}),
      free as (select id from api_keys where id in (select id from used) for no key update skip locked)
    update api_keys k set last_use = used.time, last_address = used.ip from used join free on free.id = used.id
    where k.id = used.id and (k.last_use is null or k.last_use < used.time)`;
}

function used(sql: Runner, uses: readonly LastUse[]) {
  const [ids, times, ips] = [uses.map(({ id }) => id), uses.map(({ time }) => time), uses.map(({ ip }) => ip)];
  return sql`select * from unnest(${ids}::text[], ${times}::timestamptz[], ${ips}::text[]) as asked (id, time, ip)`;
}
