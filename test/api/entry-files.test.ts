// What a submit confirms about files; and the jobs that remove what nobody uses.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/definition/form-definition.ts';
import { filesIn } from '../../src/core/plan/files-in-entry.ts';
import { createNewId } from '../../src/server/base/new-id.ts';
import { attachFiles } from '../../src/server/files/attach-files.ts';
import { checkFiles } from '../../src/server/files/check-files.ts';
import { deleteFiles } from '../../src/server/files/delete-files.ts';
import { storeGenerated } from '../../src/server/files/store-generated.ts';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { runDue, startJobs } from '../../src/server/jobs/run-jobs.ts';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { type UploadedFile, upload } from '../support/upload.ts';

const day = 86_400_000;
const newId = createNewId(Date.now);
const elements = root(
  { type: 'fFile', name: 'files', fileTypes: ['image/*', 'text/plain'] },
  {
    type: 'cRepeat',
    name: 'rows',
    children: [{ type: 'cSection', name: 'inner', secFlat: false, children: [{ type: 'fFile', name: 'scan' }] }],
  },
);

let service: TestService;
let form: string;
beforeAll(async () => {
  service = await startService();
  form = await makeForm(service, { formSchema: { rootElem: elements } });
});
afterAll(() => service.close());

const put = (inForm = form, name = 'a.txt', type = 'text/plain') =>
  upload(service, inForm, { name, type, content: Buffer.from('0123456789') });

async function input(data: object, id = form) {
  const loaded = await service.services.forms.get(id);
  const files = filesIn(loaded.plan, data as JsonObject);
  return { form: loaded, account: loaded.account, data: data as JsonObject, files, entry: newId() };
}
const check = async (data: object, id?: string) => checkFiles(await input(data, id), service.services);
const rowsOf = (file: UploadedFile) =>
  service.services.db.sql`select state, used_at from files where storage_key = ${file.storageKey}`;

test('[files.confirmed] one that exists with its exact size passes, wherever it is', async () => {
  const [first, second] = [await put(), await put()];
  expect(await check({ files: [first, second], rows: [null, { inner: { scan: [first] } }] })).toEqual([]);
  expect(await check({})).toEqual([]);
});

test('[files.confirmed] another size is a message that names both, in the language of the form', async () => {
  const file = await put();
  const wrong = { ...file, size: 11 };
  expect(await check({ files: [file, wrong] })).toEqual([
    {
      modelPath: "model['files']",
      message: 'Reported size 11 does not match actual size 10',
      type: 'error',
      value: [file, wrong],
    },
  ]);
  const [inRow] = await check({ rows: [null, { inner: { scan: [wrong] } }] });
  expect(inRow?.modelPath).toBe("model['rows'][1]['inner']['scan']");
  const hebrew = await makeForm(service, { locale: 'he', formSchema: { rootElem: elements } });
  const [message] = await check({ files: [wrong] }, hebrew);
  expect(message?.message).toBe('הגודל המדווח 11 אינו תואם לגודל בפועל 10');
});

test('[files.missing] one that does not exist in storage is the 500', async () => {
  const file = await put();
  const lost = await put();
  await service.services.storage.delete(lost.storageKey);
  const deleted = await put();
  await deleteFiles({ account: service.people.alice.account, kind: 'upload', files: [deleted] }, service.services);
  for (const missing of [
    { ...file, storageKey: `${form}/${'0'.repeat(40)}` },
    { ...file, storageKey: '../../etc/passwd' },
    { ...file, storageBucket: 'other' },
    lost,
    deleted,
  ]) {
    await expect(check({ files: [missing] })).rejects.toMatchObject({ situation: 'fileMissing', status: 500 });
  }
});

test("[files.owner] another account's file, and one the service made, are Invalid data type.; another form's of the account is fine", async () => {
  const { alice, chelsea } = service.people;
  const ofOtherForm = await put(await makeForm(service, { formSchema: { rootElem: elements } }));
  expect(await check({ files: [ofOtherForm] })).toEqual([]);
  const foreign = await put(await makeForm(service, { formSchema: { rootElem: elements } }, chelsea.key));
  const made = await storeGenerated(
    {
      account: alice.account,
      form,
      name: 'a.txt',
      type: 'text/plain',
      content: Buffer.from('x'),
      life: { entry: newId() },
    },
    service.services,
  );
  for (const file of [foreign, made]) {
    expect(await check({ files: [file] })).toEqual([
      { modelPath: "model['files']", message: 'Invalid data type.', type: 'error', value: [file] },
    ]);
  }
});

test('[files.confirmed] the type it was uploaded with counts, not only the one it claims', async () => {
  const page = await put(form, 'page.html', 'text/html');
  const [message] = await check({ files: [{ ...page, type: 'image/png', name: 'page.png' }] });
  expect(message).toMatchObject({ modelPath: "model['files']", message: 'This type of file is not allowed.' });
});

test('[files.object.links] what is stored shows our own link, for files of the account only', async () => {
  const own = await put();
  const foreign = await put(
    await makeForm(service, { formSchema: { rootElem: elements } }, service.people.chelsea.key),
  );
  const evil = 'https://evil.example/';
  const data = {
    files: [
      { ...own, url: evil },
      { ...foreign, url: evil },
    ],
    rows: [null, { inner: { scan: [{ ...own, url: evil }] } }],
  };
  const adopted = await input(data);
  await attachFiles(adopted, service.services);
  expect(adopted.data).toEqual({
    // No signature for the mere name of somebody's key.
    files: [own, { ...foreign, url: `http://forms.test/storage/${foreign.storageKey}` }],
    rows: [null, { inner: { scan: [own] } }],
  });
  expect((await rowsOf(foreign))[0]?.['used_at']).toBeNull();
  expect((await rowsOf(own))[0]?.['used_at']).not.toBeNull();
});

test('[files.life.unused] uploads that no entry holds go after a day with their content, renders and exports after 2, what is held stays', async () => {
  const { account } = service.people.alice;
  const [used, unused] = [await put(), await put()];
  const entry = (await service.call('POST', '/entry/save', { body: { form, data: { files: [used] } } })).body.entryId;
  const make = (life: { entry: string } | 'temporary') =>
    storeGenerated(
      { account, form, name: 'a.pdf', type: 'application/pdf', content: Buffer.from('x'), life },
      service.services,
    );
  const [archived, render] = [await make({ entry }), await make('temporary')];
  const item = JSON.stringify([{ file: archived }]);
  await service.services.db.sql`update entries set archived_renders = ${item}::json where id = ${entry}`;
  const exists = async (file: { storageKey: string }) =>
    (await service.services.storage.stat(file.storageKey)) !== undefined;
  const states = async () =>
    Promise.all([used, unused, archived, render].map(async (file) => (await rowsOf(file))[0]?.['state']));

  const inStorage = () => Promise.all([used, unused, archived, render].map(exists));

  service.advance(0.9 * day);
  await removeFiles(service.services);
  expect(await states()).toEqual(['stored', 'stored', 'stored', 'stored']);
  service.advance(0.2 * day);
  await removeFiles(service.services);
  expect(await states()).toEqual(['stored', 'deleted', 'stored', 'stored']);
  expect(await inStorage()).toEqual([true, false, true, true]);
  service.advance(1.4 * day);
  await removeFiles(service.services);
  expect(await states()).toEqual(['stored', 'deleted', 'stored', 'deleted']);
  expect(await inStorage()).toEqual([true, false, true, false]);
  service.advance(1.1 * day);
  await removeFiles(service.services);
  // A deleted upload stays known for as long as a page on somebody's device may name it.
  expect(await states()).toEqual(['stored', 'deleted', 'stored', undefined]);
  service.advance(60 * day);
  await removeFiles(service.services);
  expect(await states()).toEqual(['stored', undefined, 'stored', undefined]);
});

test('[running.jobs] of several processes one runs a job, again when its time has come, and a failure stops nothing', async () => {
  let runs = 0;
  const job = {
    name: 'counted',
    everyMs: 3_600_000,
    run: async () => {
      runs += 1;
    },
  };
  const turns = await Promise.all(Array.from({ length: 8 }, () => runDue(job, service.services)));
  expect([turns.filter(Boolean).length, runs]).toEqual([1, 1]);
  service.advance(3_600_001);
  expect(await runDue(job, service.services)).toBe(true);
  const failing = { ...job, name: 'failing', run: () => Promise.reject(new Error('no luck')) };
  expect(await runDue(failing, service.services)).toBe(false);
  expect(service.log.some((line) => line.includes('job failed: Error: no luck'))).toBe(true);
  const running = startJobs(service.services, [{ ...job, name: 'started' }, failing]);
  await running.stop();
  expect(runs).toBeLessThanOrEqual(3);
});

test('[forms.file-count] the files of a form are counted: those given out, not those that run out by themselves', async () => {
  const { alice, chelsea } = service.people;
  const own = await makeForm(service, { formSchema: { rootElem: elements } });
  const count = (key = alice.key) => service.call('GET', `/form/${own}/fileCount`, { key });
  expect((await count()).body).toEqual({ count: 0, size: 0 });
  const file = await put(own);
  await put(own, 'b.txt');
  const render = {
    account: alice.account,
    form: own,
    name: 'a.pdf',
    type: 'application/pdf',
    content: Buffer.from('x'),
  };
  await storeGenerated({ ...render, life: 'temporary' }, service.services);
  expect((await count()).body).toEqual({ count: 2, size: 20 });
  const body = { form: own, data: { files: [file] } };
  const { entryId } = (await service.call('POST', '/entry/submit', { body })).body;
  await service.call('DELETE', `/entry/${entryId}`, { key: alice.key });
  expect((await count()).body).toEqual({ count: 1, size: 10 });
  expect((await count(chelsea.key)).status).toBe(403);
});
