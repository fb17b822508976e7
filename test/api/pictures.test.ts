// Pictures of forms: sent, shown to anybody, counted, and gone with the last form that names them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { findMiscounts } from '../support/recount.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { smallPng } from '../support/small-png.ts';
import { reach } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const hour = 3_600_000;
const png = smallPng();

function add(form: string, content: Buffer, type = 'image/png', key = service.people.alice.key) {
  return service.call('POST', `/form/${form}/pictures`, { key, body: content, headers: { 'content-type': type } });
}

const show = (url: string, headers: Record<string, string> = {}) => fetch(reach(service, url), { headers });
const statusOf = async (url: string) => (await show(url)).status;
const named = (url: string) => ({
  formSchema: {
    rootElem: root({ type: 'eText', name: 't', html: `<p>Look: <img src="${url}" alt="A hall"></p>` }),
  },
});
const storedBytes = async () => {
  const { body } = await alice('GET', '/account/usage');
  return body.quotas.find(({ kind }: { kind: string }) => kind === 'storedBytes').used as number;
};

test('[forms.pictures] [forms.pictures.address] a picture is sent and shown to anybody, as what it is', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root() } });
  const before = await storedBytes();
  // A type that is not what the bytes are does not matter.
  const { status, body } = await add(form, png, 'image/jpeg');
  expect([status, body.type, body.size]).toEqual([200, 'image/png', png.length]);
  expect(body.url).toMatch(/^http:\/\/forms\.test\/pictures\/[A-Za-z0-9_-]{22}$/);
  const shown = await show(body.url);
  expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect((await show(body.url, { 'if-none-match': shown.headers.get('etag')! })).status).toBe(304);
  expect(await storedBytes()).toBe(before + png.length);
  expect(await statusOf(body.url.replace(/.$/, 'é'))).toBe(404);
  // Files of entries are another matter.
  expect((await alice('GET', `/form/${form}/fileCount`)).body).toEqual({ count: 0, size: 0 });
});

test('[forms.pictures] what is not a picture, is too large, or of another account is refused and leaves nothing', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root() } });
  const before = await storedBytes();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const huge = smallPng();
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  for (const [content, type, status, error] of [
    [svg, 'image/png', 400, 'pictureUnreadable'],
    [huge, 'image/png', 400, 'pictureUnreadable'],
    [Buffer.alloc(0), 'image/png', 400, 'pictureUnreadable'],
    [png, 'image/svg+xml', 415, 'unsupportedMediaType'],
    [Buffer.from('{}'), 'application/json', 415, 'unsupportedMediaType'],
    [Buffer.alloc(2_097_153), 'image/png', 413, 'payloadTooLarge'],
  ] as const) {
    const reply = await add(form, content, type);
    expect([type, reply.status, reply.headers.get('x-service-error')]).toEqual([type, status, error]);
  }
  expect((await add(form, png, 'image/png', service.people.chelsea.key)).status).toBe(403);
  expect((await add('f'.repeat(24), png)).status).toBe(404);
  // Elsewhere a picture is still no body.
  const elsewhere = { key: service.people.alice.key, body: png, headers: { 'content-type': 'image/png' } };
  expect((await service.call('POST', '/form', elsewhere)).status).toBe(415);
  expect(await storedBytes()).toBe(before);
});

test('[forms.pictures.life] it stays while a form names it, and goes with the last one', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root() } });
  const { url } = (await add(form, png)).body;
  const unused = (await add(form, png)).body.url;
  await alice('PATCH', `/form/${form}`, named(url));
  const copy = await makeForm(service, named(url));
  service.advance(25 * hour);
  await removeFiles(service.services);
  expect([await statusOf(url), await statusOf(unused)]).toEqual([200, 404]);

  expect((await alice('DELETE', `/form/${form}`)).status).toBe(200);
  expect(await statusOf(url)).toBe(200);
  // Taken out of the form, it can be put back for a day.
  await alice('PATCH', `/form/${copy}`, { formSchema: { rootElem: root() } });
  service.advance(23 * hour);
  await removeFiles(service.services);
  await alice('PATCH', `/form/${copy}`, named(url));
  service.advance(48 * hour);
  await removeFiles(service.services);
  expect(await statusOf(url)).toBe(200);
  expect((await alice('DELETE', `/form/${copy}`)).status).toBe(200);
  expect(await statusOf(url)).toBe(404);

  // Somebody else's form keeps nothing of ours.
  const mine = await makeForm(service, { formSchema: { rootElem: root() } });
  const kept = (await add(mine, png)).body.url;
  const { chelsea } = service.people;
  await service.call('POST', '/form', { key: chelsea.key, body: { name: 'x', ...named(kept) } });
  service.advance(25 * hour);
  await removeFiles(service.services);
  expect(await statusOf(kept)).toBe(404);
  expect(await findMiscounts(service.services.db.sql as never)).toEqual([]);
});

test('[limits.quotas] a picture takes of the stored bytes, and beyond them is refused', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root() } });
  const { sql } = service.services.db;
  await sql`insert into quota_limits (account, name, max) values (${service.people.alice.account}, 'form.storedBytes', ${png.length})`;
  service.advance(10_000);
  expect((await add(form, png)).status).toBe(200);
  const refused = await add(form, png);
  expect([refused.status, refused.body.quota]).toEqual([403, 'form.storedBytes']);
  await sql`delete from quota_limits`;
  const gone = await send('GET', `${service.url}/pictures/${'a'.repeat(22)}`);
  expect(gone.status).toBe(404);
});
