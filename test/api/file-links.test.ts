// The links of file objects are ours, also in drafts, and pages load pictures from nowhere else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { getPolicy, partsOf, postParts, reach, upload } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, { formSchema: { rootElem } });
});
afterAll(() => service.close());

const rootElem = root({ type: 'fFile', name: 'files' });
const evil = 'https://evil.example/cv.png';
const fileObject = (storageKey: string, url = evil) => ({
  name: 'cv.png',
  size: 3,
  type: 'image/png',
  storageKey,
  storageBucket: 'formstead',
  url,
});
const urlIn = (reply: { body: { entry: { data: { files: { url: string }[] } } } }) =>
  reply.body.entry.data.files[0]?.url;
const save = (files: object[]) => service.call('POST', '/entry/save', { body: { form, data: { files } } });

test('[files.object.links] a draft that names a file nobody uploaded keeps no link to elsewhere', async () => {
  const { key, url } = await getPolicy(service, form, { name: 'cv.png', size: 3, type: 'image/png' });
  for (const link of [evil, 'javascript:alert(1)', 'http://forms.test/storage/', `${url}x`]) {
    const saved = await save([fileObject(key, link)]);
    expect([saved.status, urlIn(saved)]).toEqual([200, `http://forms.test/storage/${key}`]);
    expect((await fetch(reach(service, urlIn(saved) ?? ''))).status).toBe(403);
  }
  for (const odd of ['x', '../../etc/passwd', `${key}?a=b`, '"><script>']) {
    const saved = await save([fileObject(odd)]);
    expect([saved.status, urlIn(saved)]).toEqual([200, 'http://forms.test/storage/unknown']);
    expect((await fetch(reach(service, urlIn(saved) ?? ''))).status).toBe(403);
  }
});

test('[files.object.links] the link of the upload policy stays, before and after the upload', async () => {
  const content = Buffer.from('abc');
  const policy = await getPolicy(service, form, { name: 'cv.png', size: 3, type: 'image/png' });
  const saved = await save([fileObject(policy.key, policy.url)]);
  expect(urlIn(saved)).toBe(policy.url);
  expect((await postParts(service, partsOf(policy, content))).status).toBe(201);
  const { entryId, bewit } = saved.body;
  const submitted = await service.call('POST', `/entry/${entryId}/submit`, { query: { bewit }, body: {} });
  expect([submitted.status, urlIn(submitted)]).toEqual([200, policy.url]);
  expect((await fetch(reach(service, policy.url))).status).toBe(200);
});

test('[files.object.links] templates and edits keep no link to elsewhere either; a stored file gets its own', async () => {
  const stored = await upload(service, form, { name: 'a.png', type: 'image/png', content: Buffer.from('abc') });
  const { entryId } = (await alice('POST', '/entry/template', { form, data: { files: [fileObject('x')] } })).body;
  expect(JSON.stringify((await alice('GET', `/entry/${entryId}`)).body.data)).not.toContain('evil');
  const edited = await alice('POST', `/entry/${entryId}/edit`, { data: { files: [{ ...stored, url: evil }] } });
  expect(edited.body.entry.data.files).toEqual([stored]);
});

test('[files.object.links] exports of a draft carry no link to elsewhere', async () => {
  const own = await makeForm(service, { formSchema: { rootElem } });
  await service.call('POST', '/entry/save', { body: { form: own, data: { files: [fileObject('x')] } } });
  const made = await alice('POST', '/entry/export', { query: { form: own } }, { query: { format: 'csv' } });
  const csv = await (await fetch(reach(service, made.body.url))).text();
  expect(csv).toContain('cv.png (http://forms.test/storage/unknown)');
});

test('[files.page-pictures] pages load pictures from themselves and the storage, a form’s page also from its logo’s host', async () => {
  const pictures = async (path: string) => {
    const { headers } = await fetch(`${service.url}${path}`);
    return /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };
  const ours = "'self' data: blob: http://forms.test";
  const { entryId, bewit } = (await save([])).body;
  for (const path of ['/admin/', `/admin/entries/${form}/${entryId}/`, '/admin/form-frame/', '/', `/f/${form}/`]) {
    expect([path, await pictures(path)]).toEqual([path, ours]);
  }
  expect(await pictures(`/e/${entryId}/?b=${bewit}`)).toBe(ours);
  expect(await pictures(`/e/${entryId}/`)).toBe(ours);
  const theme = { logo: 'https://pictures.example.org/a/logo.png?x=1' };
  const withLogo = await makeForm(service, { formSchema: { rootElem }, theme });
  expect(await pictures(`/f/${withLogo}/`)).toBe(`${ours} https://pictures.example.org`);
  for (const path of ['/admin/', '/admin/form-frame/', `/f/${form}/`]) {
    const html = await (await fetch(`${service.url}${path}`)).text();
    expect(html).toContain('<meta name="storage" content="http://forms.test/storage/">');
  }
});
