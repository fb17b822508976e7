// Storage that differs from the database, both ways. docs/operations.md "Files and the database".
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileStorage } from '../../src/server/files/reconcile-storage.ts';
import { newStorageKey } from '../../src/server/files/storage/storage-key.ts';
import { reconcileFiles } from '../../src/server/jobs/reconcile-files.ts';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { upload } from '../support/upload.ts';

const rootElem = root({ type: 'fFile', name: 'files' });

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const put = (form: string) =>
  upload(service, form, { name: 'a.txt', type: 'text/plain', content: Buffer.from('0123456789') });
const hours = (count: number) => service.advance(count * 3_600_000);

test('[files.life.reconcile] objects without a file in the database go after a day, lost content is reported, leftovers are removed', async () => {
  const { storage, newId, db } = service.services;
  const form = await makeForm(service, { formSchema: { rootElem } });
  const options = { contentType: 'text/plain', size: 3 };
  const [unknown, dropped] = [newStorageKey(form, newId), await put(form)];
  await storage.put(unknown, Buffer.from('abc'), options);
  await db.sql`delete from files where storage_key = ${dropped.storageKey}`;
  const lost = await put(form);
  await service.call('POST', '/entry/submit', { body: { form, data: { files: [lost] } } });
  await storage.delete(lost.storageKey);
  const [part, email] = ['x.eml.part', 'x.eml'].map((name) => join(service.dataDir, 'outbox', name)) as [
    string,
    string,
  ];
  const half = join(service.dataDir, 'files', 'unfinished', 'half');
  mkdirSync(join(service.dataDir, 'outbox'), { recursive: true });
  mkdirSync(half, { recursive: true });
  for (const path of [part, email, join(half, 'content')]) writeFileSync(path, 'x');

  const check = { remove: 'few', after: '', maxFiles: Number.POSITIVE_INFINITY } as const;
  expect(await reconcileStorage(check, service.services)).toMatchObject({
    ...{ unknown: 0, removed: 0, missing: 1, missingKeys: [lost.storageKey], leftovers: 0 },
  });
  hours(25);
  expect(await reconcileStorage({ ...check, remove: 'none' }, service.services)).toMatchObject({
    ...{ unknown: 2, removed: 0, missing: 1, leftovers: 0 },
  });
  await reconcileFiles(service.services);
  const told = service.log
    .filter((line) => line.includes('storage and files were compared'))
    .map((line) => JSON.parse(line));
  expect(told.at(-1)).toMatchObject({ unknown: 2, removed: 2, missing: 1, leftovers: 2 });
  expect([await storage.stat(unknown), await storage.stat(dropped.storageKey)]).toEqual([undefined, undefined]);
  expect([part, email, half].map(existsSync)).toEqual([false, true, false]);
  expect((await storage.list({ limit: 1_000 })).keys.length).toBe(told.at(-1).objects - 2);
});

test('[files.life.reconcile] a database that knows hardly any of the objects removes none of them by itself', async () => {
  const { storage, newId } = service.services;
  const keys = Array.from({ length: 101 }, () => newStorageKey(newId(), newId));
  for (const key of keys) await storage.put(key, Buffer.from('abc'), { contentType: 'text/plain', size: 3 });
  hours(25);
  await reconcileFiles(service.services);
  expect(service.log.some((line) => line.includes('is this the right database'))).toBe(true);
  expect(await storage.stat(keys[0] ?? '')).toBeDefined();
  const check = { remove: 'all', after: '', maxFiles: 0 } as const;
  expect(await reconcileStorage(check, service.services)).toMatchObject({ unknown: 101, removed: 101 });
  expect(await storage.stat(keys[0] ?? '')).toBeUndefined();
});
