// A restored service beside the one whose backup it is: every GET, byte for byte.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp, restore } from '../support/backups.ts';
import { bringLists, setId } from '../support/bring-lists.ts';
import { fillEverything, readEveryGet, type Shown, waitUntilWritten } from '../support/every-get.ts';
import { startService } from '../support/service.ts';

test('[running.restore] [running.backup.tables] every GET of the OpenAPI document, pages, OData and files: equal byte for byte', async () => {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'formstead-backups-'));
  try {
    const { token } = service.people.alice;
    const filled = await fillEverything(service, token);
    for (const last of ['b', 'c']) await bringLists({ institutions: ['a', last] }, service.services);
    const institutions = setId('institutions');
    const lists = await service.call('GET', `/optionsSet/${institutions}/lists`, { token });
    const { number } = lists.body.data.at(-1);
    const diff = '/optionsSet/{setId}/lists/{number}/diff';
    const addresses = { [diff]: `/optionsSet/${institutions}/lists/${number}/diff` };
    const shown: Shown = { ...filled, addresses };
    await waitUntilWritten(service, shown);
    await backUp(service, join(folder, 'all.tar'));
    // After the backup: both are asked the same in the same order, from the same state on.
    const there = await readEveryGet(service, shown);
    const restored = await restore(join(folder, 'all.tar'));
    const here = await readEveryGet(restored, shown);
    await restored.close();
    expect([...here.keys()]).toEqual([...there.keys()]);
    expect(findSilent([...there])).toEqual([]);
    // The exports of then are over: their progress is not in a backup. [running.backup.tables]
    const differing = [...there].filter(([address, content]) => here.get(address) !== content);
    expect(differing.map(([address]) => address)).toEqual([`/entry/export/${filled.owned['progressId']}/progress`]);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Kinds of requests of which none was granted: nothing was compared but refusals. */
function findSilent(seen: readonly [address: string, content: string][]): string[] {
  const kindOf = (address: string) =>
    address.replaceAll(/[0-9a-f]{24,}/g, 'id').replace(/(?<=^.storage.id.).*|(?<=^.s.).*/, '');
  const granted = new Set(
    seen.filter(([, content]) => /^(200|302) /.test(content)).map(([address]) => kindOf(address)),
  );
  return [...new Set(seen.map(([address]) => kindOf(address)))].filter((kind) => !granted.has(kind));
}
