// Values the service keeps for itself, such as its generated secret.
import type { Runner } from '../connection/db.ts';

export async function findSetting(sql: Runner, name: string): Promise<string | undefined> {
  const [row] = await sql<{ value: string }[]>`select value from settings where name = ${name}`;
  return row?.value;
}

/** Keeps the first value ever given; every process then reads the same one. */
export async function keepFirstSetting(sql: Runner, name: string, value: string): Promise<string> {
  await sql`insert into settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
  return (await findSetting(sql, name)) ?? value;
}

export async function replaceSetting(sql: Runner, name: string, value: string): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`;
}

/** True for the one caller that took it away. */
export async function takeSetting(sql: Runner, name: string, value: string): Promise<boolean> {
  const rows = await sql`delete from settings where name = ${name} and value = ${value} returning name`;
  return rows.length === 1;
}
