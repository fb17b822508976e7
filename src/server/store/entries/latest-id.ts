// The newest id that an entry ever had: new ones come after it, also when the clock says otherwise.
import type { Runner } from '../connection/db.ts';

export async function findLatestId(sql: Runner): Promise<string | undefined> {
  const [row] = await sql<{ latest: string | null }[]>`
    select greatest((select max(id) from entries), (select max(id) from entry_markers)) as latest`;
  return row?.latest ?? undefined;
}
