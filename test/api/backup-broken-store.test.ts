// Backups to and from a store that breaks: what fails for a while is tried again, what fails for good leaves nothing half.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backUp, restore, restoreInto, verify } from '../support/backups.ts';
import { type Break, type BreakingStore, type SeenRequest, startBreakingStore } from '../support/breaking-store.ts';
import { fill, look, makeForm, submit } from '../support/filled-service.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';
import { type RunningS3, startS3 } from '../support/s3-server.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { withSql } from '../support/with-sql.ts';

let s3: RunningS3;
let store: BreakingStore;
let service: TestService;
let alice: Person;
let form: string;
let settings: Record<string, string>;
const addressOf = (name: string) => `s3://${s3.config.bucket}/${name}`;

beforeAll(async () => {
  s3 = await startS3();
  store = await startBreakingStore(s3);
  settings = {
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  };
  service = await startService(settings);
  alice = service.people.alice;
  form = await makeForm(service, alice.key);
});
afterEach(() => {
  store.breaks = () => undefined;
});
afterAll(async () => {
  await service.close();
  await store.close();
  await s3.close();
});

/** Each kind once for each kind of request; no request so often that it is given up. */
function breakEachKindOnce(kinds: readonly Break[]) {
  const left = new Set(
    ['GET', 'HEAD', 'PUT', 'DELETE', 'LIST'].flatMap((what) => kinds.map((how) => `${what} ${how}`)),
  );
  let last = 0;
  const broken: string[] = [];
  return {
    broken,
    breaks({ method, search }: SeenRequest, number: number): Break | undefined {
      const what = search === '' ? method : 'LIST';
      const how = kinds.find((kind) => left.has(`${what} ${kind}`));
      if (how === undefined || (what !== 'LIST' && number < last + 3)) return undefined;
      last = number;
      left.delete(`${what} ${how}`);
      broken.push(`${what} ${how}`);
      return how;
    },
  };
}

test('[running.backup.s3] [heavy] connections that are cut, lost responses, 503 and half a body: backup, verify and restore come to their end', async () => {
  const entries = await fill(service, form, 4);
  entries.push(await submit(service, form, 'large', randomBytes(900_000)));
  const before = await look(service, alice.key, form, entries);
  const address = addressOf('cut');
  const writing = breakEachKindOnce(['refuse', 'lose', 'busy']);
  store.breaks = writing.breaks;
  const made = await backUp(service, address);
  expect(writing.broken).toEqual(expect.arrayContaining(['PUT refuse', 'PUT lose', 'PUT busy', 'HEAD refuse']));

  // A body that breaks off goes on where it did.
  const reading = breakEachKindOnce(['cut', 'refuse', 'busy']);
  store.breaks = reading.breaks;
  expect(await verify(address, { settings })).toMatchObject({ isWhole: true, backup: made.backup });
  expect(reading.broken).toEqual(expect.arrayContaining(['GET cut', 'GET refuse', 'GET busy', 'LIST cut']));

  const isLarge = new Set<string>();
  store.breaks = ({ method, path, search }) => {
    // Every file breaks off once.
    if (method !== 'GET' || search !== '' || !path.includes('/files/') || isLarge.has(path)) return undefined;
    isLarge.add(path);
    return 'cut';
  };
  const restored = await restore(address, { settings });
  expect(isLarge.size).toBe(made.files);
  expect(await look(restored, alice.key, form, entries)).toEqual(before);
  await restored.close();
});

test('[running.verify] [running.restore] a store that sends half of a part as if it were all: it is named, and nothing is restored', async () => {
  await submit(service, form, 'with a file', randomBytes(3_000));
  const address = addressOf('halved');
  await backUp(service, address);
  const isPart =
    /\/(?:manifest\.json|formstead-backup\.json|tables\/entries\.\d+\.gz|files\.\d+\.gz|files\/\w\w\/\w+)$/;
  const seen = new Set<string>();
  const names = new Set<string>();
  store.breaks = ({ method, path }) => {
    if (method === 'GET' && isPart.test(path)) names.add(path);
    return undefined;
  };
  await verify(address, { settings });
  // Of the content of files one will do; their table, their list, entries, the manifest and the two copies of the header.
  for (const name of [...names].filter((one) => one.includes('/files/')).slice(1)) names.delete(name);
  expect(names.size).toBe(7);
  const database = await createFreshDatabase();
  for (const name of names) {
    store.breaks = ({ method, path }) => {
      if (method !== 'GET' || path !== name) return undefined;
      seen.add(path);
      return 'halve';
    };
    const part = name.slice(name.indexOf('halved/') + 'halved/'.length);
    const problems = await verify(address, { settings }).then(
      (report) => report.problems.join('\n'),
      (error: Error) => error.message,
    );
    expect(problems).toContain(part);
    // There is another copy of these: test/api/backup-damage.test.ts.
    if (/manifest\.json|formstead-backup\.json/.test(name)) continue;
    // Files that an earlier try brought are not asked for again: each begins without any.
    const DataDir = mkdtempSync(join(tmpdir(), 'formstead-halved-'));
    await expect(restoreInto(database.url, address, { settings: { ...settings, DATA_DIR: DataDir } })).rejects.toThrow(
      part,
    );
    rmSync(DataDir, { recursive: true });
  }
  expect(seen).toEqual(names);
  const tables = await withSql(database.url, (sql) => sql`select 1 from pg_tables where schemaname = current_schema()`);
  expect(tables).toEqual([]);
  await database.drop();
});

test('[running.backup.s3] [heavy] half a list is never taken for a whole one: what other backups hold stays', async () => {
  const address = addressOf('listed');
  await submit(service, form, 'first', randomBytes(3_000));
  const first = await backUp(service, address);
  store.breaks = ({ method, search }) => (method === 'GET' && search !== '' ? 'halve' : undefined);
  await expect(backUp(service, address, { keep: 1 })).rejects.toThrow('half a list');
  store.breaks = () => undefined;
  expect(await verify(address, { settings, id: first.backup })).toMatchObject({ isWhole: true });
  await backUp(service, address, { keep: 1 });
  expect(await verify(address, { settings })).toMatchObject({ isWhole: true });
});

test('[running.backup.s3] a store that stays away ends a backup with one line; the next one is whole', async () => {
  const address = addressOf('away');
  store.breaks = ({ method, path }) => (method === 'PUT' && path.includes('tables/users') ? 'busy' : undefined);
  await expect(backUp(service, address)).rejects.toThrow('answered 503 (SlowDown) to PUT');
  await expect(verify(address, { settings })).rejects.toThrow('There is no finished backup');
  store.breaks = () => undefined;
  await backUp(service, address);
  expect(await verify(address, { settings })).toMatchObject({ isWhole: true });
});
