// Files through the API: submit, draft, edit and delete with uploaded files.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { reach, type UploadedFile, upload } from '../support/upload.ts';

const elements = root(
  { type: 'fInput', name: 'name' },
  { type: 'fFile', name: 'files', fileMaxNum: 2, fileTypes: ['.txt'] },
);

let service: TestService;
let form: string;
beforeAll(async () => {
  service = await startService();
  form = await makeForm(service, { formSchema: { rootElem: elements } });
});
afterAll(() => service.close());

const put = (inForm = form) =>
  upload(service, inForm, { name: 'a.txt', type: 'text/plain', content: Buffer.from('0123456789') });
const submit = (data: object, inForm = form) => service.call('POST', '/entry/submit', { body: { form: inForm, data } });
const statusOf = async (file: UploadedFile) => (await fetch(reach(service, file.url))).status;
const asAlice = (method: string, path: string, body?: unknown): Promise<Reply> =>
  service.call(method, path, { key: service.people.alice.key, body });

test('[values.file] [files.object.links] a submitted file is shown as it was uploaded, with the link of its policy', async () => {
  const file = await put();
  const reply = await submit({ files: [{ ...file, extra: 1, url: 'https://evil.example/' }] });
  expect([reply.status, reply.body.entry?.data]).toEqual([200, { files: [file] }]);
  expect(await statusOf(file)).toBe(200);
});

test('[files.confirmed] [files.missing] [validation.files] what a submit refuses, and that nothing is stored then', async () => {
  const file = await put();
  const foreignForm = await makeForm(service, { formSchema: { rootElem: elements } }, service.people.chelsea.key);
  const foreign = await put(foreignForm);
  const { storageKey: _key, ...noKey } = file;
  const { url: _url, ...noUrl } = file;
  const { storageBucket: _bucket, ...noBucket } = file;
  for (const [files, message] of [
    [[{ ...file, size: 9 }], 'Reported size 9 does not match actual size 10'],
    [[foreign], 'Invalid data type.'],
    [[noKey], 'Invalid data type.'],
    [[noUrl], 'Invalid data type.'],
    [[noBucket], 'Invalid data type.'],
    [file, 'Invalid data type.'],
    ['x', 'Invalid data type.'],
    [[file, file, file], 'There must be 2 files or less.'],
    [[{ ...file, name: 'a.exe' }], 'This type of file is not allowed.'],
  ] as const) {
    const reply = await submit({ files });
    expect([reply.status, reply.body.id, reply.body.messages?.[0]]).toEqual([
      400,
      'entry_failed_validation',
      { modelPath: "model['files']", message, type: 'error', value: files },
    ]);
  }
  const missing = await submit({ files: [{ ...file, storageKey: `${form}/${'0'.repeat(40)}` }] });
  expect([missing.status, missing.body]).toEqual([
    500,
    {
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'A file of this form entry does not exist in storage.',
    },
  ]);
  const { data } = (await service.call('GET', '/entry', { key: service.people.chelsea.key })).body;
  expect(data).toEqual([]);
});

test('[files.life.removed] [files.life.kept] deleted: true takes a file from the entry and from storage, unless the form keeps it', async () => {
  for (const [keepUploadedFiles, status] of [
    [[], 403],
    [['deleted'], 200],
  ] as const) {
    const inForm = await makeForm(service, { keepUploadedFiles, formSchema: { rootElem: elements } });
    const [first, second] = [await put(inForm), await put(inForm)];
    const { entryId } = (await submit({ files: [first, second] }, inForm)).body;
    const edited = await asAlice('POST', `/entry/${entryId}/edit`, {
      data: { files: [{ ...first, deleted: true }, second] },
    });
    expect([edited.status, edited.body.entry?.data]).toEqual([200, { files: [second] }]);
    expect([await statusOf(first), await statusOf(second)]).toEqual([status, 200]);
    await asAlice('DELETE', `/entry/${entryId}`);
    expect(await statusOf(second)).toBe(status);
  }
});

test('[files.life.entry] deleting either of two entries with the same pointer deletes the file both show', async () => {
  const file = await put();
  const one = (await submit({ files: [file] })).body.entryId;
  const other = (await submit({ files: [file] })).body.entryId;
  await asAlice('DELETE', `/entry/${other}`);
  expect(await statusOf(file)).toBe(403);
  expect((await asAlice('GET', `/entry/${one}`)).body.data).toEqual({ files: [file] });
});

test("[files.owner] a forged pointer deletes nothing of another account's", async () => {
  const file = await put();
  const foreignForm = await makeForm(service, { formSchema: { rootElem: elements } }, service.people.chelsea.key);
  const { key } = service.people.chelsea;
  for (const verb of ['save', 'submit', 'template']) {
    const forged = await service.call('POST', `/entry/${verb}`, {
      key,
      body: { form: foreignForm, data: { files: [file] } },
    });
    expect([verb, forged.status, forged.body.messages?.[0].message]).toEqual([verb, 400, 'Invalid data type.']);
  }
  const { entryId } = (await service.call('POST', '/entry/save', { key, body: { form: foreignForm } })).body;
  const path = `/entry/${entryId}`;
  await service.call('POST', `${path}/save`, { key, body: { data: { files: [{ ...file, deleted: true }] } } });
  await service.call('DELETE', path, { key });
  expect(await statusOf(file)).toBe(200);
});

test('[files.life.form] deleting a form deletes its files', async () => {
  const inForm = await makeForm(service, { formSchema: { rootElem: elements } });
  const file = await put(inForm);
  await submit({ files: [file] }, inForm);
  await asAlice('DELETE', `/form/${inForm}`);
  expect(await statusOf(file)).toBe(403);
});
