// A look into the embedded database of a server process that runs, or ran until a moment ago.
import { findRunningEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';

export async function withDatabase<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await findRunningEmbedded(dataDir);
  const sql = openSql(database?.url as string, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
