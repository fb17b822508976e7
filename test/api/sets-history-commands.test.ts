// `formstead sets history`, `rollback` and `refresh --accept` as they are run beside a server, and one that is killed in the middle.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMaintained } from '../../src/server/program/sets-commands.ts';
import { historyCommand, readListNumber, rollbackCommand } from '../../src/server/program/sets-history-commands.ts';
import { bringLists, setId } from '../support/bring-lists.ts';
import { time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

const program = resolve(import.meta.dirname, '../../scripts/formstead.mjs');
const institutions = setId('institutions');
let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formstead-history-'));
  writeFileSync(join(folder, 'sources.json'), '{"institutions":"file:institutions.txt"}');
  service = await startService();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

const settings = () => [
  ...['--database-url', service.databaseUrl, '--data-dir', join(folder, 'data')],
  ...['--sets-sources', join(folder, 'sources.json')],
];

function run(...args: string[]) {
  const result = spawnSync(process.execPath, [program, 'sets', ...args, ...settings()], { encoding: 'utf8' });
  return { ...result, json: result.stdout === '' ? undefined : JSON.parse(result.stdout) };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `מכללה ${index}`);
const bring = (values: string[]) => bringLists({ institutions: values }, service.services);
async function isValid(value: string): Promise<boolean> {
  service.advance(4_000);
  const path = `/optionsSet/${institutions}/validate`;
  return (await service.call('GET', path, { query: { value } })).body.isValid;
}

test('[options-sets.maintained.history] [options-sets.maintained.rollback] history and the list before, beside a server that notices', async () => {
  await bring(names(50));
  await bring(['poison', ...names(49)]);
  expect(await isValid('poison')).toBe(true);
  const history = run('history', 'institutions');
  expect([history.status, history.json]).toEqual([
    0,
    {
      set: 'institutions',
      id: institutions,
      name: 'Institutions of higher education',
      lists: [
        expect.objectContaining({ count: 50, isCurrent: true, source: 'file:///srv/lists/new.csv', warnings: [] }),
        expect.objectContaining({ count: 50, isCurrent: false, fingerprint: expect.any(String), time }),
        expect.objectContaining({ kind: 'seed', isCurrent: false }),
      ],
    },
  ]);
  const [bad, good] = history.json.lists;
  const rollback = run('rollback', institutions);
  const moved = { set: 'institutions', id: institutions, from: bad.number, to: good.number, count: 50 };
  expect([rollback.status, rollback.json]).toEqual([
    0,
    {
      ...moved,
      diff: {
        added: { count: 1, examples: ['מכללה 49'] },
        removed: { count: 1, examples: ['poison'] },
        changed: { count: 0, examples: [] },
      },
      sets: [moved],
    },
  ]);
  expect(rollback.stderr).toContain('institutions: 1 added, 1 removed, 0 changed\n  + מכללה 49\n  - poison\n');
  await expect.poll(() => isValid('poison')).toBe(false);
});

test('[running.commands] what cannot be done is one line, and 1', async () => {
  const { status, stdout, stderr } = run('rollback', 'institutions', '--to', '77');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^formstead: institutions has no list 77\. There are: \d+, \d+, \d+\.\n$/);
  expect(() => findMaintained('towns')).toThrow('There is no maintained set "towns". There are: cities,');
  expect(() => readListNumber('x')).toThrow('--to is "x", but must be the number of a list');
  const rollback = (key: string, to?: number) => rollbackCommand({ set: findMaintained(key), to }, service.services);
  await expect(rollback('countries')).rejects.toThrow('There is nothing to go back to: countries has no earlier list.');
  const current = (await historyCommand(findMaintained('institutions'), service.services)).lists.find(
    (list) => list.isCurrent,
  );
  await expect(rollback('institutions', current?.number)).rejects.toThrow('is the current one already.');
});

test('[options-sets.maintained.accept] [options-sets.maintained.diff] a refused list shows what it changes, and --accept takes it', async () => {
  await bring(names(100));
  writeFileSync(join(folder, 'institutions.txt'), names(45).join('\n'));
  const refused = run('refresh', 'institutions');
  const diff = {
    added: { count: 0, examples: [] },
    removed: { count: 55, examples: names(65).slice(45) },
    changed: { count: 0, examples: [] },
  };
  expect([refused.status, refused.json.sets]).toEqual([
    1,
    [
      {
        set: 'institutions',
        id: institutions,
        outcome: 'kept',
        count: 100,
        reason: expect.stringContaining('shrunk'),
        warnings: [],
        diff,
      },
    ],
  ]);
  expect(refused.stderr).toContain('institutions: 0 added, 55 removed, 0 changed\n  - מכללה 45\n');
  const accepted = run('refresh', 'institutions', '--accept');
  expect([accepted.status, accepted.json.sets[0]]).toMatchObject([0, { outcome: 'refreshed', count: 45, diff }]);
  expect(accepted.stderr).toContain('0 added, 55 removed');
  expect(run('history', 'institutions').json.lists[0]).toMatchObject({
    kind: 'accepted',
    currentBy: 'command line',
    isCurrent: true,
    count: 45,
  });
});

test('[options-sets.maintained.anchors] a page of a firewall under a dated name is refused with 1, until somebody accepts it', async () => {
  await bring(names(50));
  const page = Array.from({ length: 60 }, (_, i) => `הגישה לאתר נחסמה על ידי מדיניות אבטחת המידע ${i}`).join('\n');
  writeFileSync(join(folder, 'institutions-2026-11-18.txt'), page);
  writeFileSync(join(folder, 'sources.json'), '{"institutions":"file:institutions-2026-11-18.txt"}');
  const refused = run('refresh', 'institutions');
  const reason = expect.stringContaining('institutions: 60 of 60 values are not names of this kind, such as ');
  expect([refused.status, refused.json.sets]).toMatchObject([1, [{ outcome: 'kept', count: 50, reason }]]);
  expect(run('refresh', 'institutions', '--accept').json.sets).toMatchObject([{ outcome: 'refreshed', count: 60 }]);
});

test('[options-sets.maintained.rollback] killed in the middle it has done nothing, and works the next time', async () => {
  const { sql } = service.services.db;
  await bring(names(50));
  await bring(['poison']);
  const before = (await sql`select generation, version from options_sets where id = ${institutions}`)[0];
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHolding = () => {};
  const holding = new Promise<void>((resolve) => {
    isHolding = resolve;
  });
  // The new list is current in the transaction of the command when it comes to this row.
  const holder = service.services.db.transaction(async (tx) => {
    await tx`select 1 from set_refreshes where set_id = ${institutions} for update`;
    isHolding();
    await hold;
  });
  await holding;
  const child = spawn(process.execPath, [program, 'sets', 'rollback', 'institutions', ...settings()], {
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', (_code, signal) => done(signal)));
  const isWaiting = async () =>
    (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).length;
  await expect.poll(isWaiting).toBe(1);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  release();
  await holder;
  await expect.poll(isWaiting).toBe(0);
  expect((await sql`select generation, version from options_sets where id = ${institutions}`)[0]).toEqual(before);
  expect(run('rollback', 'institutions').json).toMatchObject({ from: before?.['generation'], count: 50 });
});
