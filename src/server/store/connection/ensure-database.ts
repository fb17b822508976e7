// A server that was just made has no database of ours yet. [running.embedded]
import { openSql } from './pool.ts';

/** `url` leads to the database that every server has. */
export async function ensureDatabase({ url, name }: { url: string; name: string }): Promise<void> {
  const sql = openSql(url, { max: 1 });
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length === 0) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
}
