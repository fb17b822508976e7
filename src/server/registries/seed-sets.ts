// Makes the maintained sets that a database does not have yet: on the very first start all of them, some with options that
// come along with the service. The others are empty until their first refresh.

import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { allMaintainedSets, type MaintainedSet, maintainingAccount } from '../options-sets/maintained-sets.ts';
import { writeChunks } from '../options-sets/read-options.ts';
import type { Option } from '../options-sets/search-index.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import { insertOptionsSet, listOptionsSets, lockOptionsSet } from '../store/options-sets/options-sets.ts';
import { insertList } from '../store/options-sets/set-lists.ts';
import { recordSeed } from '../store/options-sets/set-refreshes.ts';
import { fingerprintOf } from './fingerprint.ts';

type SeedServices = Pick<Services, 'db' | 'clock'>;

export async function seedSets(services: SeedServices): Promise<void> {
  const rows = await listOptionsSets(services.db.sql, {
    accounts: [maintainingAccount],
    after: undefined,
    limit: undefined,
    ids: {},
  });
  const missing = allMaintainedSets.filter(({ id }) => !rows.some((row) => row.id === id));
  if (missing.length === 0) return;
  // Large, and needed once in the life of a database.
  const { makeSeedOptions } = await import('./seed-options.ts');
  const seeds = makeSeedOptions({ today: isoNow(services.clock).slice(0, 10) });
  for (const set of missing) await seedSet(set, seeds.get(set.key) ?? [], services);
}

async function seedSet(set: MaintainedSet, options: readonly Option[], services: SeedServices): Promise<void> {
  const chunks = await runInSlices(writeChunks(options));
  const time = isoNow(services.clock);
  await services.db.transaction(
    async (tx) => {
      // Of several processes that start at once, one makes it.
      if (!(await insertOptionsSet(tx, { id: set.id, account: maintainingAccount, name: set.name, time }))) return;
      const row = await lockOptionsSet(tx, set.id);
      const fingerprint = fingerprintOf(chunks);
      const facts = { source: '', warnings: [] };
      const list = { landing: 1, kind: 'seed', isRefused: false, chunks, fingerprint, facts, taxYears: null } as const;
      // None is a list that anybody would go back to.
      if (row !== undefined && chunks.length > 0) await insertList(tx, row, { ...list, time, by: null });
      await recordSeed(tx, { set: set.id, fingerprint });
    },
    { isLong: true },
  );
}
