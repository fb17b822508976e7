// Backups are ordered by their numbers: a clock that was ahead, or that differs between machines, decides nothing.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareBackups, sequenceOf } from '../../src/server/backup/find-backups.ts';
import { areFilesHeld, holdFiles } from '../../src/server/store/backup/backup-holds.ts';
import { openDb } from '../../src/server/store/connection/db.ts';
import { backUp, listPlaceAt, restore, restoreInto, verify } from '../support/backups.ts';
import { makeForm, submit } from '../support/filled-service.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { withSql } from '../support/with-sql.ts';

let service: TestService;
let alice: Person;
let folder: string;
let form: string;

beforeAll(async () => {
  service = await startService();
  alice = service.people.alice;
  folder = mkdtempSync(join(tmpdir(), 'formstead-backups-'));
  form = await makeForm(service, alice.key);
  await withSql(service.databaseUrl, async (sql) => {
    await sql`create schema ahead`;
    for (const name of ['now', 'clock_timestamp']) {
      await sql.unsafe(`create function ahead.${name}() returns timestamptz stable language sql
        as $$ select pg_catalog.${name}() + interval '2 years' $$`);
    }
  });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The service as its commands see it while the clock of the database is two years ahead. */
async function whileAhead<T>(work: (ahead: TestService) => Promise<T>): Promise<T> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await withSql(service.databaseUrl, (sql) =>
    sql.unsafe(`alter database "${name}" set search_path = public, ahead, pg_catalog`),
  );
  const db = await openDb(service.databaseUrl, { maxConnections: 3 });
  try {
    return await work({ ...service, services: { ...service.services, db } });
  } finally {
    await db.close();
    await withSql(service.databaseUrl, (sql) => sql.unsafe(`alter database "${name}" reset search_path`));
  }
}

const backupsIn = (place: string) => readdirSync(join(place, 'backups')).sort(compareBackups);

test('[running.backup.order] [running.backup.keep] [running.backup.list] after a clock that was two years ahead: the backup just made is the newest, and stays', async () => {
  const place = join(folder, 'ahead');
  const early = await backUp(service, place);
  const ahead = await whileAhead((then) => backUp(then, place));
  expect(ahead.backup.slice(0, 4)).toBe(String(Number(early.backup.slice(0, 4)) + 2));
  // The machine's clock tells it while the database's is still wrong.
  expect(ahead.warnings).toEqual([
    expect.stringContaining(`Backup ${ahead.backup} is dated ${ahead.time}, in the future`),
  ]);
  const entry = await submit(service, form, 'after the correction');
  const later = await backUp(service, place);
  expect(later.sequence).toBeGreaterThan(ahead.sequence);
  expect(later.warnings).toEqual([expect.stringContaining(`Backup ${ahead.backup} is dated`)]);

  expect((await verify(place)).backup).toBe(later.backup);
  expect((await verify(place, { id: ahead.backup })).warnings).toEqual([expect.stringContaining('in the future')]);
  const list = await listPlaceAt(place);
  expect(list.newest).toBe(later.backup);
  expect(list.backups.map(({ backup, isFutureDated }) => [backup, isFutureDated])).toEqual([
    [early.backup, false],
    [ahead.backup, true],
    [later.backup, false],
  ]);
  const restored = await restore(place);
  expect(restored.report.backup).toBe(later.backup);
  expect((await restored.call('GET', `/entry/${entry}`, { key: alice.key })).status).toBe(200);
  await restored.close();
  // What was deleted after the backup of "2028" is known by the one of now.
  await service.call('DELETE', `/entry/${entry}`, { key: alice.key });
  const last = await backUp(service, place);
  const database = await createFreshDatabase();
  const settings = { DATA_DIR: join(folder, 'target') };
  expect((await restoreInto(database.url, place, { id: later.backup, settings })).erased.entries).toBe(1);
  await database.drop();

  const one = await backUp(service, place, { keep: 1 });
  expect([one.removed, backupsIn(place)]).toEqual([
    [early, ahead, later, last].map(({ backup }) => backup),
    [one.backup],
  ]);
});

test('[running.backup.order] a claim and a hold on files that were made while the clock was ahead end with its correction', async () => {
  const place = join(folder, 'claims');
  await backUp(service, place);
  // On another machine, so that its time decides.
  const id = '20281117T095546736Z-7c7780-999';
  mkdirSync(join(place, 'backups', id));
  const time = Date.now() + 2 * 365 * 86_400_000;
  writeFileSync(
    join(place, 'backups', id, 'alive.json'),
    JSON.stringify({ pid: 1, startedAt: '', machine: 'elsewhere', time }),
  );
  const made = await backUp(service, place);
  expect([made.removedUnfinished, made.sequence]).toEqual([[id], 1_000]);

  await whileAhead((then) => holdFiles(then.services.db.sql, 'killed then'));
  expect(await areFilesHeld(service.services.db.sql)).toBe(false);
  await holdFiles(service.services.db.sql, 'now');
  expect(await areFilesHeld(service.services.db.sql)).toBe(true);
  await service.services.db.sql`delete from settings where name like 'backupHold.%'`;
});

test('[running.backup.order] numbers only grow: in a place that lost its files, in another place, in a restored database, and of two at once', async () => {
  const place = join(folder, 'grow');
  const first = await backUp(service, place);
  rmSync(join(place, 'backups'), { recursive: true });
  rmSync(join(place, 'manifests'), { recursive: true });
  const second = await backUp(service, place);
  expect(second.sequence).toBeGreaterThan(first.sequence);
  const elsewhere = [join(folder, 'a'), join(folder, 'b.tar')];
  const made = await Promise.all(elsewhere.map((address) => backUp(service, address)));
  expect(new Set(made.map(({ sequence }) => sequence)).size).toBe(2);
  expect(Math.min(...made.map(({ sequence }) => sequence))).toBeGreaterThan(second.sequence);
  // Of two at once in one place one is made, and the other says why not.
  const both = await Promise.allSettled([backUp(service, place), backUp(service, place)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(String(refused.reason)).toContain('Another backup (');
  const highest = Math.max(...backupsIn(place).map(sequenceOf));
  const restored = await restore(place, { id: second.backup });
  const after = await backUp({ ...service, services: restored.services } as TestService, join(folder, 'after'));
  expect(after.sequence).toBeGreaterThan(highest);
  await restored.close();
});

test('[running.backup.order] backups of versions without numbers come first, whatever their dates', async () => {
  const ids = ['20281117T095546736Z-7c7780', '20200101T000000000Z-abcdef-12', '20261118T000000000Z-abcdef-3'];
  expect(ids.map(sequenceOf)).toEqual([0, 12, 3]);
  expect([...ids].sort(compareBackups)).toEqual([ids[0], ids[2], ids[1]]);
  const place = join(folder, 'old');
  await backUp(service, place);
  const old = join(place, 'backups', ids[0]!);
  mkdirSync(old);
  writeFileSync(join(old, 'manifest.json'), 'of another time');
  // It may be the newest: an older version may have made it since.
  const warning = `Backup ${ids[0]} has no number`;
  expect((await listPlaceAt(place)).warnings.join()).toContain(warning);
  expect((await verify(place)).warnings.join()).toContain(warning);
  const made = await backUp(service, place, { keep: 2 });
  expect(made.removed).toEqual([ids[0]]);
  expect(made.warnings.join()).toContain(warning);
  expect((await verify(place)).backup).toBe(made.backup);
});
