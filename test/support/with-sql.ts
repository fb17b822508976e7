// One connection to a database, beside whatever else uses it.
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';

export async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openSql(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
