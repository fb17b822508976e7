// A look into the embedded database of a server process that runs, or ran until a moment ago.
import postgres from 'postgres';
import { findRunningEmbedded } from '../../src/server/postgres/embedded.ts';

export async function withDatabase<T>(dataDir: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const database = await findRunningEmbedded(dataDir);
  const sql = postgres(database?.url as string, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
