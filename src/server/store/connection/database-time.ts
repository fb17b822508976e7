// What time it is in the database.
import type { Runner } from './db.ts';

/** Milliseconds since 1970, with parts of them. */
export async function readDatabaseTime(sql: Runner): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  if (row === undefined) throw new Error('The database did not tell the time.');
  return row.ms;
}
