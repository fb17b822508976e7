import { expect, test } from 'vitest';
import { allMaintainedSets, type MaintainedSetKey } from '../../src/server/options-sets/maintained-sets.ts';
import { families } from '../../src/server/registries/gather-sets.ts';
import { createBackgroundRefresh, refreshNames } from '../../src/server/registries/refresh-in-background.ts';
import type { RefreshOptions } from '../../src/server/registries/store-made-sets.ts';
import { planRefresh } from '../../src/server/store/connection/refresh-plan.ts';
import { listSetRefreshes } from '../../src/server/store/options-sets/set-refreshes.ts';
import { idOf, startSets } from '../support/maintained-sets.ts';
import { ticksDuring } from '../support/measure.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
const { writeSources } = startSets((started) => {
  ({ service } = started);
});

const never = () => new Promise<void>(() => {});
const due = async () => {
  for (const name of refreshNames)
    await planRefresh(service.services.db.sql, { name, nextTime: '2020-01-01T00:00:00Z', failures: 0 });
};

test('[options-sets.maintained.refresh] of several processes one refreshes; a failure is one warning and is tried again later', async () => {
  await due();
  writeSources({});
  let gathered = 0;
  const gather: RefreshOptions['gather'] = async (request, onEvent) => {
    gathered += 1;
    onEvent({ type: 'kept', keys: request.sets.map(({ key }) => key), reason: 'no network' });
  };
  const processes = [1, 2, 3].map(() => createBackgroundRefresh(service.services, { gather, delayMs: 1 }));
  const linesBefore = service.log.length;
  await Promise.all(processes.map((one) => one.startIfDue()));
  await waitFor(() => service.log.slice(linesBefore).some((line) => line.includes('no network')));
  expect(gathered).toBe(1);
  const lines = service.log
    .slice(linesBefore)
    .map((line) => JSON.parse(line))
    .filter(({ sets }) => sets);
  expect(lines).toEqual([
    {
      sets: allMaintainedSets.map(({ key }) => key),
      reasons: ['no network'],
      nextTry: expect.any(String),
      message: 'maintained sets could not be refreshed; they keep their options',
    },
  ]);
  await Promise.all(processes.map((one) => one.startIfDue()));
  expect(gathered).toBe(1);
  service.advance(11 * 60_000);
  await Promise.all(processes.map((one) => one.startIfDue()));
  await waitFor(() => gathered === 2);
  await Promise.all(processes.map((one) => one.close()));
});

test('[options-sets.maintained.refresh] a source that stays broken is tried less and less, another that fails is tried soon', async () => {
  await due();
  const ids = allMaintainedSets.map(({ id }) => id);
  const known = await listSetRefreshes(service.services.db.sql, ids);
  /** The options that the set has, made again. */
  const asItIs = (key: MaintainedSetKey) => {
    const fingerprint = known.find(({ set }) => set === idOf(key))?.fingerprint ?? '';
    return { key, source: '', chunks: [], fingerprint, warnings: [] };
  };
  const broken = new Set<string>(['streets']);
  let gathered: string[] = [];
  const gather: RefreshOptions['gather'] = async ({ sets: asked }, onEvent) => {
    gathered = asked.map(({ key }) => key);
    for (const family of families.filter(([first]) => gathered.includes(first!))) {
      const reason = family.some((key) => broken.has(key)) ? 'it is away' : undefined;
      if (reason !== undefined) onEvent({ type: 'kept', keys: family, reason });
      else onEvent({ type: 'made', sets: family.map(asItIs), taxYears: [] });
    }
  };
  const places = ['cities', 'citiesEnglish', 'streets'];
  const start = async (minutes: number) => {
    service.advance(minutes * 60_000);
    gathered = [];
    const one = createBackgroundRefresh(service.services, { gather, delayMs: 1 });
    await one.startIfDue();
    await one.settled();
    await one.close();
    return gathered;
  };
  const began = service.services.clock.now();
  const dayMs = 86_400_000;
  try {
    // Noon: no set's own time is near.
    service.advance(Math.ceil(began / dayMs) * dayMs + dayMs / 2 - began);
    expect(await start(0)).toHaveLength(13);
    expect(await start(11)).toEqual(places);
    expect(await start(11)).toEqual([]);
    expect(await start(20)).toEqual(places);
    // Hours later another source fails: its own first pause is short.
    await planRefresh(service.services.db.sql, {
      name: 'institutions',
      nextTime: '2020-01-01T00:00:00Z',
      failures: 0,
    });
    broken.add('institutions');
    expect(await start(0)).toEqual(['institutions']);
    broken.clear();
    expect(await start(11)).toEqual(['institutions']);
    expect(await start(110)).toEqual(places);
    expect(await start(11)).toEqual([]);
  } finally {
    service.advance(began - service.services.clock.now());
  }
});

test('[options-sets.maintained.refresh] a stop does not wait for a refresh, and the next start goes on with it', async () => {
  await due();
  let gathered = 0;
  const gather: RefreshOptions['gather'] = async (_request, _onEvent, signal) => {
    gathered += 1;
    await Promise.race([
      never(),
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ]);
  };
  const first = createBackgroundRefresh(service.services, { gather, delayMs: 1 });
  await first.startIfDue();
  await waitFor(() => gathered === 1);
  expect(await ticksDuring(() => first.close())).toBeLessThan(100);
  const second = createBackgroundRefresh(service.services, { gather, delayMs: 1 });
  await second.startIfDue();
  await waitFor(() => gathered === 2);
  await second.close();
});

async function waitFor(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue).toBe(true);
}
