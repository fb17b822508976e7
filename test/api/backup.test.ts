// Backups of a running service: what is restored is, byte for byte, what was there.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { listOwnTables, tablesLeftOut } from '../../src/server/store/backup/backup-tables.ts';
import { backUp, restore, verify } from '../support/backups.ts';
import { fill, look, makeForm, submit } from '../support/filled-service.ts';
import { startS3 } from '../support/s3-server.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { withSql } from '../support/with-sql.ts';

let service: TestService;
let alice: Person;
let chelsea: Person;
let folder: string;

beforeAll(async () => {
  service = await startService();
  ({ alice, chelsea } = service.people);
  folder = mkdtempSync(join(tmpdir(), 'formstead-backups-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test('[running.backup] [running.restore] [heavy] under a storm of submits, uploads, edits and deletions: one state of everything', async () => {
  const [form, other] = [await makeForm(service, alice.key), await makeForm(service, chelsea.key)];
  const [quiet, foreign] = [await fill(service, form, 7), await fill(service, other, 3)];
  const before = await look(service, alice.key, form, quiet);
  const address = join(folder, 'storm');
  let isOver = false;
  const sent: string[] = [];
  const storm = Array.from({ length: 3 }, async (_, lane) => {
    for (let at = 0; !isOver || at < 5; at += 1) {
      const id = await submit(service, form, `storm ${lane} ${at}`, randomBytes(2_000));
      sent.push(id);
      if (at % 4 === 1) {
        const body = { data: { name: `edited ${at}` }, updateMode: 'merge' };
        await service.call('POST', `/entry/${id}/edit`, { key: alice.key, body });
      }
      if (at % 4 === 2) await service.call('DELETE', `/entry/${id}`, { key: alice.key });
    }
  });
  const report = await backUp(service, address).finally(() => {
    isOver = true;
  });
  await Promise.all(storm);
  expect(report).toMatchObject({ missingFiles: 0, isEncrypted: false, warnings: [] });
  expect(await verify(address)).toMatchObject({ isWhole: true, problems: [], rows: report.rows, files: report.files });

  const restored = await restore(address);
  expect(restored.report).toMatchObject({
    backup: report.backup,
    rows: report.rows,
    files: report.files,
    secret: 'same',
  });
  const after = await look(restored, alice.key, form, quiet);
  for (const id of quiet) expect(after[id]).toBe(before[id]);
  for (const key of Object.keys(before).filter((name) => /^[0-9a-f]{24}\//.test(name))) {
    expect(before[key]).toMatch(/^200 /);
    expect(after[key]).toBe(before[key]);
  }
  // Everything is of one moment: numbers without gaps, counters that fit them, and the file of each entry.
  const { counts } = (await restored.call('GET', `/form/${form}`, { key: alice.key })).body;
  const found = await look(restored, alice.key, form, sent);
  const there = sent.filter((id) => found[id]?.startsWith('200'));
  const numbers = there.map((id) => JSON.parse(found[id]!.slice(4)).idx as number).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, at) => at + quiet.length + 1));
  expect(counts.all).toBe(quiet.length + there.length);
  const shown = Object.entries(found).filter(([name]) => /^[0-9a-f]{24}\//.test(name));
  const living = there.filter((id) => JSON.parse(found[id]!.slice(4)).status === 'submitted');
  expect(shown.filter(([, content]) => content.startsWith('200 ')).length).toBeGreaterThanOrEqual(living.length);
  // Another account's data is there, and still nobody else's.
  for (const id of foreign) {
    expect((await restored.call('GET', `/entry/${id}`, { key: chelsea.key })).status).toBe(200);
    expect((await restored.call('GET', `/entry/${id}`, { key: alice.key })).status).toBe(403);
  }
  // Tokens and what comes next work on.
  expect((await restored.call('GET', '/me', { token: alice.token })).status).toBe(200);
  const next = await restored.call('POST', '/entry/submit', { body: { form, data: { name: 'next' } } });
  expect(next.body.entry.idx).toBe(quiet.length + there.length + 1);
  await restored.close();
});

test('[running.backup.files] a file that is deleted between the snapshot and its copy is in the backup, and goes afterwards', async () => {
  const form = await makeForm(service, alice.key);
  const entry = await submit(service, form, 'deleted meanwhile', randomBytes(500));
  const before = await look(service, alice.key, form, [entry]);
  const key = Object.keys(before).find((name) => /^[0-9a-f]{24}\//.test(name))!;
  const address = join(folder, 'meanwhile');
  await backUp(service, address, {
    async onPut(name) {
      // After the tables, before the files.
      if (!/\/erasures\./.test(name)) return;
      expect((await service.call('DELETE', `/entry/${entry}`, { key: alice.key })).status).toBe(200);
    },
  });
  expect(await service.services.storage.stat(key)).toBeDefined();
  await removeFiles(service.services);
  expect(await service.services.storage.stat(key)).toBeUndefined();
  const restored = await restore(address);
  expect((await look(restored, alice.key, form, [entry]))[key]).toBe(before[key]);
  await restored.close();
});

test('[running.backup] a migration that rewrites a table waits until every table is read', async () => {
  await makeForm(service, alice.key);
  const tried: string[] = [];
  const made = await backUp(service, join(folder, 'migrated'), {
    async onPut(name) {
      if (tried.length > 0 || !name.includes('/tables/')) return;
      await withSql(service.databaseUrl, async (sql) => {
        await sql`set lock_timeout = '200ms'`;
        // Rewrites all of it, under another snapshot.
        const change = sql`alter table users alter column id type text using id || ''`;
        tried.push(
          await change.then(
            () => 'changed',
            (error) => (error as { code: string }).code,
          ),
        );
      });
    },
  });
  // 55P03: lock not available.
  expect(tried).toEqual(['55P03']);
  expect(await verify(join(folder, 'migrated'))).toMatchObject({ isWhole: true, rows: made.rows });
});

test('[running.backup.files] a second backup stores only what is new, and equal content once', async () => {
  const form = await makeForm(service, alice.key);
  const same = randomBytes(3_000);
  for (const name of ['a', 'b', 'c']) await submit(service, form, name, same);
  const address = join(folder, 'second');
  const first = await backUp(service, address);
  expect(first.newFiles).toBeLessThanOrEqual(first.files - 2);
  const again = await backUp(service, address);
  expect([again.files, again.newFiles, again.newFileBytes]).toEqual([first.files, 0, 0]);
  await submit(service, form, 'd', randomBytes(1_234));
  const third = await backUp(service, address);
  expect([third.files, third.newFiles, third.newFileBytes]).toEqual([first.files + 1, 1, 1_234]);
  expect((await verify(address, { id: first.backup })).isWhole).toBe(true);
  expect((await verify(address)).backup).toBe(third.backup);
});

test('[running.backup] [running.restore.files] to one file, and to S3 and from there to a service whose files are in S3', async () => {
  const form = await makeForm(service, alice.key);
  const entries = await fill(service, form, 4);
  const before = await look(service, alice.key, form, entries);
  const file = join(folder, 'all.tar');
  await backUp(service, file);
  await backUp(service, file);
  expect(readdirSync(folder).filter((name) => name.startsWith('all.tar'))).toEqual(['all.tar']);
  expect(await verify(file)).toMatchObject({ isWhole: true });
  const fromFile = await restore(file);
  expect(await look(fromFile, alice.key, form, entries)).toEqual(before);
  await fromFile.close();

  const s3 = await startS3();
  const settings = {
    S3_ENDPOINT: s3.config.endpoint,
    S3_BUCKET: s3.config.bucket,
    S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  };
  const address = `s3://${s3.config.bucket}/backups/here`;
  const { region: _region, bucket: _bucket, ...store } = s3.config;
  const toS3 = { ...service, services: { ...service.services, config: withStore(service, store) } };
  await backUp(toS3, address);
  expect((await backUp(toS3, address, { keep: 1 })).removed).toHaveLength(1);
  expect(await verify(address, { settings })).toMatchObject({ isWhole: true });
  const fromS3 = await restore(address, { settings });
  expect(await look(fromS3, alice.key, form, entries)).toEqual(before);
  await fromS3.close();
  await s3.close();
});

function withStore(of: TestService, store: { endpoint: string; accessKeyId: string; secretAccessKey: string }) {
  const { config } = of.services;
  return { ...config, backup: { ...config.backup, s3: { ...store, region: 'us-east-1' } } };
}

test('[running.backup.keep] the oldest go by number, with content that no other has; a file that nobody has any more goes too', async () => {
  const form = await makeForm(service, alice.key);
  const entry = await submit(service, form, 'old', randomBytes(777));
  const address = join(folder, 'kept');
  const ids = [(await backUp(service, address)).backup];
  await service.call('DELETE', `/entry/${entry}`, { key: alice.key });
  await removeFiles(service.services);
  ids.push((await backUp(service, address)).backup, (await backUp(service, address)).backup);
  const count = () => readdirSync(join(address, 'files'), { recursive: true }).length;
  const before = count();
  const last = await backUp(service, address, { keep: 2 });
  expect(last.removed).toEqual(ids.slice(0, 2));
  expect(readdirSync(join(address, 'backups'))).toEqual([ids[2], last.backup]);
  expect(count()).toBeLessThan(before);
  for (const id of [ids[2]!, last.backup]) expect((await verify(address, { id })).isWhole).toBe(true);
});

test('[running.backup] a disk that is full: one line, nothing that looks like a backup, and the service goes on', async () => {
  const address = join(folder, 'full');
  const failing = backUp(service, address, {
    async onPut(name) {
      if (!/tables\/users/.test(name)) return;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    },
  });
  await expect(failing).rejects.toThrow(`${address}: ENOSPC: no space left on device, write`);
  expect(existsSync(join(address, 'backups'))).toBe(false);
  await expect(verify(address)).rejects.toThrow('There is no finished backup in');
  const form = await makeForm(service, alice.key);
  expect(await submit(service, form, 'goes on', randomBytes(10))).toMatch(/^[0-9a-f]{24}$/);
  expect((await backUp(service, address)).missingFiles).toBe(0);
});

test('[running.backup.tables] a backup has every table there is, but for those that fill again by themselves', async () => {
  const { sql } = service.services.db;
  const found = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = current_schema()`;
  expect(listOwnTables().sort()).toEqual(found.map(({ name }) => name).sort());
  expect(Object.keys(tablesLeftOut).filter((name) => !listOwnTables().includes(name))).toEqual([]);
});
