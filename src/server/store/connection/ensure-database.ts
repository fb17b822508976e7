// A server that was just made has no database of ours yet. [running.embedded]
import postgres from 'postgres';

/** `url` leads to the database that every server has. */
export async function ensureDatabase({ url, name }: { url: string; name: string }): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false });
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length === 0) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
}
