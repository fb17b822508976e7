// After very many entries were removed at once: until the database has cleaned up, their places are still in its indexes, and the
// first list that comes along would look at each of them (300,000 entries: 1 to 2 s). Walked over once, they are marked as gone.
import type { Db } from '../connection/db.ts';

export interface RemovedEntries {
  readonly count: number;
  /** The smallest and the largest id; null when there were none. */
  readonly first: string | null;
  readonly last: string | null;
}

/** Fewer are passed over as quickly by the list itself. */
const manyRemoved = 5_000;

/** Only a help for those who come next: what the database cannot do now, its own cleaning does later. */
export async function sweepIndexAfterDelete(db: Db, account: string, removed: RemovedEntries): Promise<void> {
  const { count, first, last } = removed;
  if (count < manyRemoved || first === null || last === null) return;
  await db.transaction(async (tx) => {
    // Only a plain walk along an index marks what it meets.
    await tx`set local enable_seqscan = off`;
    await tx`set local enable_bitmapscan = off`;
    // Lists go by the one index or, where nearly all entries are the account's, by the other. Entries that are still there lie between:
    // as many as were removed, then a walk has cost enough.
    await tx`select count(*) from (select from entries e where e.account = ${account} and e.id between ${first} and ${last}
      order by e.account, e.id limit ${count}) as walked`;
    await tx`select count(*) from (select from entries e where e.id between ${first} and ${last}
      order by e.id limit ${count}) as walked`;
    await tx`select count(*) from (select m.deleted_at from entry_markers m where m.account = ${account}
      and m.id between ${first} and ${last} order by m.account, m.id limit ${count}) as walked`;
  });
}
