// Public links of files that only a stranger's draft, or nothing, names: they end with it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach, upload } from '../support/upload.ts';

let service: TestService;
let form: string;
beforeAll(async () => {
  service = await startService();
  form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
});
afterAll(() => service.close());

const put = () => upload(service, form, { name: 'a.png', type: 'image/png', content: Buffer.from('abc') });
const open = async (url: string) => {
  const { status, headers } = await fetch(reach(service, url));
  return [status, headers.get('cache-control')];
};

test('[files.download] [files.download.ends] a file of a stranger’s draft is private to caches, and its link ends with the draft', async () => {
  const file = await put();
  const saved = await service.call('POST', '/entry/save', { body: { form, data: { files: [file] } } });
  expect(await open(file.url)).toEqual([200, 'private, no-cache']);
  await asAlice(service)('DELETE', `/entry/${saved.body.entryId}`);
  expect((await open(file.url))[0]).toBe(403);
  expect(await service.services.storage.stat(file.storageKey)).toBeUndefined();
});

test('[files.life.removed] a file that the filler takes out of the draft is gone at once', async () => {
  const file = await put();
  const { body } = await service.call('POST', '/entry/save', { body: { form, data: { files: [file] } } });
  const change = { query: { bewit: body.bewit }, body: { data: { files: [{ ...file, deleted: true }] } } };
  expect((await service.call('POST', `/entry/${body.entryId}/save`, change)).status).toBe(200);
  expect((await open(file.url))[0]).toBe(403);
});

test('[files.life.unused] the link of an upload that nothing names ends after hours, not years', async () => {
  const file = await put();
  expect(await open(file.url)).toEqual([200, 'private, no-cache']);
  service.advance((service.services.config.unusedUploadHours + 1) * 3_600_000);
  await removeFiles(service.services);
  expect((await open(file.url))[0]).toBe(403);
});
