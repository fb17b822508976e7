// Which entries a stored file belongs to, and when it ends. The rules of files.life.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { makeForm, asAlice as openAlice, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach, type UploadedFile, upload } from '../support/upload.ts';

const rootElem = root(
  { type: 'fBool', name: 'has' },
  { type: 'fFile', name: 'doc', relevant: 'model.has' },
  { type: 'cRepeat', name: 'rows', children: [{ type: 'fFile', name: 'scan' }] },
);

let service: TestService;
let alice: ReturnType<typeof openAlice>;
let form: string;
beforeAll(async () => {
  service = await startService();
  alice = openAlice(service);
  form = await makeForm(service, { formSchema: { rootElem } });
});
afterAll(() => service.close());

const put = (inForm = form) =>
  upload(service, inForm, { name: 'a.txt', type: 'text/plain', content: Buffer.from('abc') });
const statusOf = async (file: UploadedFile) => (await fetch(reach(service, file.url))).status;
const statuses = (...files: UploadedFile[]) => Promise.all(files.map(statusOf));
const fill = async (verb: 'save' | 'submit', data: object, inForm = form) => {
  const reply = await service.call('POST', `/entry/${verb}`, { body: { form: inForm, data } });
  expect(reply.status).toBe(200);
  return reply.body as { entryId: string; bewit: string };
};
const goOn = ({ entryId, bewit }: { entryId: string; bewit: string }, verb: 'save' | 'submit', data: object) =>
  service.call('POST', `/entry/${entryId}/${verb}`, { query: { bewit }, body: { data } });
const remove = (entryId: string) => alice('DELETE', `/entry/${entryId}`);
const hours = (count: number) => service.advance(count * 3_600_000);

test('[files.life.entry] a file that relevance hid ends with its entry', async () => {
  const doc = await put();
  const draft = await fill('save', { has: true, doc: [doc] });
  expect((await goOn(draft, 'save', { has: false })).body.entry.data).toEqual({ has: false });
  expect(await statusOf(doc)).toBe(200);
  await remove(draft.entryId);
  expect(await statusOf(doc)).toBe(403);
  expect(await service.services.storage.stat(doc.storageKey)).toBeUndefined();
});

test('[files.life.entry] a file that a draft was submitted without ends with its entry', async () => {
  const doc = await put();
  const draft = await fill('save', { has: true, doc: [doc] });
  expect((await goOn(draft, 'submit', { has: true })).status).toBe(200);
  await remove(draft.entryId);
  expect(await statusOf(doc)).toBe(403);
});

test('[files.life.entry] files of a removed row, and files that an edit took out or replaced, end with their entry', async () => {
  const [first, second, doc, other] = [await put(), await put(), await put(), await put()];
  const { entryId } = await fill('submit', { has: true, doc: [doc], rows: [{ scan: [first] }, { scan: [second] }] });
  await alice('POST', `/entry/${entryId}/edit`, { updateMode: 'assign', data: { rows: [{ scan: [first] }] } });
  await alice('POST', `/entry/${entryId}/edit`, { updateMode: 'assign', data: { doc: [other] } });
  await alice('POST', `/entry/${entryId}/edit`, { updateMode: 'assign', data: { doc: [] } });
  // What staff take out of a submitted entry stays for as long as the entry does.
  hours(100);
  await removeFiles(service.services);
  expect(await statuses(first, second, doc, other)).toEqual([200, 200, 200, 200]);
  await remove(entryId);
  expect(await statuses(first, second, doc, other)).toEqual([403, 403, 403, 403]);
});

test('[files.life.entry] the same by query, for many at once', async () => {
  const own = await makeForm(service, { formSchema: { rootElem } });
  const docs = [await put(own), await put(own), await put(own)];
  for (const doc of docs) await goOn(await fill('save', { has: true, doc: [doc] }, own), 'save', { has: false });
  await alice('POST', '/entry/delete', { query: { form: own } });
  expect(await statuses(...docs)).toEqual([403, 403, 403]);
});

test('[files.life.entry] what one entry dropped and another holds stays until the last of them is deleted', async () => {
  const doc = await put();
  const draft = await fill('save', { has: true, doc: [doc] });
  const { entryId: other } = await fill('submit', { has: true, doc: [doc] });
  await goOn(draft, 'save', { has: false });
  await remove(draft.entryId);
  expect(await statusOf(doc)).toBe(200);
  await alice('POST', `/entry/${other}/edit`, { updateMode: 'assign', data: { doc: [] } });
  expect(await statusOf(doc)).toBe(200);
  await remove(other);
  expect(await statusOf(doc)).toBe(403);
});

test('[files.life.kept] a form that keeps files keeps those that were dropped as well, whatever it says later', async () => {
  const own = await makeForm(service, { keepUploadedFiles: ['deleted'], formSchema: { rootElem } });
  const [doc, shown] = [await put(own), await put(own)];
  const draft = await fill('save', { has: true, doc: [doc] }, own);
  await goOn(draft, 'save', { has: false, rows: [{ scan: [shown] }] });
  hours(50);
  await removeFiles(service.services);
  await remove(draft.entryId);
  await alice('PATCH', `/form/${own}`, { keepUploadedFiles: [] });
  hours(50);
  await removeFiles(service.services);
  expect(await statuses(doc, shown)).toEqual([200, 200]);
  await alice('DELETE', `/form/${own}`);
  expect(await statuses(doc, shown)).toEqual([403, 403]);
});

test('[files.life.form] a form takes along what its entries held of other forms, unless others hold it', async () => {
  const own = await makeForm(service, { formSchema: { rootElem } });
  const [alone, shared] = [await put(), await put()];
  await fill('submit', { has: true, doc: [alone, shared] }, own);
  await fill('submit', { has: true, doc: [shared] });
  await alice('DELETE', `/form/${own}`);
  expect(await statuses(alone, shared)).toEqual([403, 200]);
});

test('[files.life.renders] deleting render copies leaves the uploads of the entry they were made of', async () => {
  const own = await makeForm(service, { saveRenderedEntries: 'all', formSchema: { rootElem } });
  const [doc, sent] = [await put(own), await put(own)];
  const { entryId } = await fill('submit', { has: true, doc: [doc] }, own);
  expect((await alice('POST', `/entry/${entryId}/render`)).status).toBe(200);
  expect((await alice('POST', '/entry/render', { form: own, data: { has: true, doc: [doc, sent] } })).status).toBe(200);
  const { data } = (await alice('GET', '/entry', undefined, { query: { query: { form: own, status: 5 } } })).body;
  expect(data.map((copy: { data: object }) => copy.data)).toEqual([
    { has: true, doc: [doc] },
    { has: true, doc: [doc, sent] },
  ]);
  expect((await alice('POST', '/entry/delete', { query: { form: own, status: 5 } })).status).toBe(200);
  expect(await statuses(doc, sent)).toEqual([200, 200]);
  hours(25);
  await removeFiles(service.services);
  // An upload that only a render names is an unused one.
  expect(await statuses(doc, sent)).toEqual([200, 403]);
  await remove(entryId);
  expect(await statusOf(doc)).toBe(403);
});

test('[files.life.dropped] a file that a draft no longer holds ends as an unused upload does; one that it holds again stays', async () => {
  const [replaced, back, kept] = [await put(), await put(), await put()];
  const draft = await fill('save', { has: true, doc: [replaced, back, kept] });
  expect((await goOn(draft, 'save', { has: true, doc: [kept] })).status).toBe(200);
  hours(23);
  await removeFiles(service.services);
  expect(await statuses(replaced, back, kept)).toEqual([200, 200, 200]);
  expect((await goOn(draft, 'save', { has: true, doc: [back, kept] })).status).toBe(200);
  hours(2);
  await removeFiles(service.services);
  expect(await statuses(replaced, back, kept)).toEqual([403, 200, 200]);
});

describe('[files.missing] a file that is not in storage is the 500, wherever rules are checked; a draft keeps what it names', () => {
  /** Every way in which a file that was stored ends. */
  const endings: Record<string, () => Promise<UploadedFile>> = {
    async 'expired without an entry'() {
      const doc = await put();
      hours(25);
      await removeFiles(service.services);
      return doc;
    },
    async 'deleted with the entry that showed it'() {
      const doc = await put();
      await remove((await fill('submit', { has: true, doc: [doc] })).entryId);
      return doc;
    },
    async 'deleted with the entry by query'() {
      const doc = await put();
      const { entryId } = await fill('submit', { has: true, doc: [doc] });
      await alice('POST', '/entry/delete', { query: { _id: entryId } });
      return doc;
    },
    async 'taken out with deleted: true'() {
      const doc = await put();
      const draft = await fill('save', { has: true, doc: [doc] });
      await goOn(draft, 'save', { has: true, doc: [{ ...doc, deleted: true }] });
      return doc;
    },
    async 'lost by storage'() {
      const doc = await put();
      await service.services.storage.delete(doc.storageKey);
      return doc;
    },
    async 'deleted long ago'() {
      const doc = await put();
      hours(40 * 24);
      await removeFiles(service.services);
      hours(70 * 24);
      await removeFiles(service.services);
      return doc;
    },
  };

  test.each(Object.keys(endings))('%s', async (ending) => {
    const doc = await endings[ending]!();
    const data = { has: true, doc: [doc] };
    const draft = await fill('save', data);
    const submitted = await fill('submit', { has: false });
    const replies = [
      await service.call('POST', '/entry/submit', { body: { form, data } }),
      await goOn(draft, 'submit', data),
      await alice('POST', `/entry/${submitted.entryId}/edit`, { data }),
    ];
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual(
      replies.map(() => [500, 'A file of this form entry does not exist in storage.']),
    );
    const kept = await alice('GET', `/entry/${draft.entryId}`);
    expect([kept.body.status, kept.body.data.doc[0].storageKey]).toEqual(['saved', doc.storageKey]);
  });
});

test('[files.life.entry] fields with the names of a file object are fields: they hide no file, and what is typed in them ends none', async () => {
  const named = await makeForm(service, {
    formSchema: { rootElem: root({ type: 'fInput', name: 'storageKey' }, { type: 'fFile', name: 'doc' }) },
  });
  const [shared, other] = [await put(named), await put(named)];
  await fill('submit', { doc: [shared] }, named);
  await fill('submit', { doc: [other] }, named);
  const second = await fill('submit', { storageKey: other.storageKey, doc: [shared] }, named);
  await remove(second.entryId);
  // One that the deleted entry showed ends, whoever else shows it; one whose key was only typed in it stays.
  expect(await statuses(shared, other)).toEqual([403, 200]);
});
