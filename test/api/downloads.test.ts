// Downloads: what they carry, how long they last, and that they run nothing.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteFiles } from '../../src/server/files/delete-files.ts';
import { storeGenerated } from '../../src/server/files/store-generated.ts';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach, type UploadedFile, upload } from '../support/upload.ts';

let service: TestService;
let form: string;
beforeAll(async () => {
  service = await startService();
  form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
});
afterAll(() => service.close());

const digits = Buffer.from('0123456789');
const put = (name: string, type: string, content = digits) => upload(service, form, { name, type, content });
const get = (file: Pick<UploadedFile, 'url'>, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(reach(service, file.url), { method, headers });

test('[files.download] headers of a file: its type, its name, safe in a page, never in a shared cache', async () => {
  const reply = await get(await put('a.txt', 'text/plain'));
  const etag = createHash('md5').update(digits).digest('hex');
  expect(reply.status).toBe(200);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '10',
    'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
    etag: `"${etag}"`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    'x-service-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(await reply.text()).toBe('0123456789');
});

test('[files.download] only pictures and PDFs are shown in place; what can run a script is saved', async () => {
  for (const [type, kind] of [
    ['image/png', 'inline'],
    ['image/jpeg', 'inline'],
    ['IMAGE/GIF', 'inline'],
    ['application/pdf', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['image/SVG+xml; charset=utf-8', 'attachment'],
    ['text/html', 'attachment'],
    ['application/xhtml+xml', 'attachment'],
    ['text/xml', 'attachment'],
    ['application/javascript', 'attachment'],
    ['text/plain', 'attachment'],
  ] as const) {
    const { headers } = await get(await put('file', type));
    expect([type, headers.get('content-disposition')?.split(';')[0]]).toEqual([type, kind]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
  }
});

test('[files.download] names in any script, with nothing that could end the header', async () => {
  for (const [name, header] of [
    ['דוח שנתי.pdf', `filename="___ ____.pdf"; filename*=UTF-8''%D7%93%D7%95%D7%97%20%D7%A9%D7%A0%D7%AA%D7%99.pdf`],
    ["it's (1) 100%.pdf", `filename="it's (1) 100_.pdf"; filename*=UTF-8''it%27s%20%281%29%20100%25.pdf`],
    ['a;b=c,d.pdf', `filename="a;b=c,d.pdf"; filename*=UTF-8''a%3Bb%3Dc%2Cd.pdf`],
  ] as const) {
    const { headers } = await get(await put(name, 'application/pdf'));
    expect(headers.get('content-disposition')).toBe(`inline; ${header}`);
  }
});

test('[files.download] ranges', async () => {
  const file = await put('a.txt', 'text/plain');
  for (const [range, status, body, contentRange] of [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
    ['bytes=-100', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ] as const) {
    const reply = await get(file, { range });
    expect([range, reply.status, await reply.text(), reply.headers.get('content-range')]).toEqual([
      range,
      status,
      body,
      contentRange,
    ]);
    expect(reply.headers.get('content-length')).toBe(String(body.length));
  }
  for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
    const reply = await get(file, { range });
    expect([range, reply.status, reply.headers.get('content-range')]).toEqual([range, 416, 'bytes */10']);
    expect(await reply.text()).toContain('<Code>InvalidRange</Code>');
  }
  const etag = (await get(file)).headers.get('etag')!;
  expect((await get(file, { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
  expect((await get(file, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
});

test('[files.download] HEAD and conditional requests', async () => {
  const file = await put('a.txt', 'text/plain');
  const head = await get(file, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  const part = await get(file, { range: 'bytes=2-5' }, 'HEAD');
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '4']);
  const etag = head.headers.get('etag')!;
  for (const [tag, status] of [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"x", ${etag}`, 304],
    ['*', 304],
    ['"x"', 200],
  ] as const) {
    expect([tag, (await get(file, { 'if-none-match': tag })).status]).toEqual([tag, status]);
  }
});

test('[files.download.ends] a link that was changed or expired opens nothing', async () => {
  const file = await put('a.txt', 'text/plain');
  const other = await put('b.txt', 'text/plain');
  const good = new URL(reach(service, file.url));
  const changed = (change: (url: URL) => void) => {
    const url = new URL(good);
    change(url);
    return { url: url.href };
  };
  const signature = good.searchParams.get('signature')!;
  for (const link of [
    changed((url) =>
      url.searchParams.set(
        'signature',
        signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
      ),
    ),
    changed((url) => url.searchParams.set('signature', '')),
    changed((url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))),
    changed((url) => url.searchParams.set('expires', 'never')),
    changed((url) => {
      url.search = '';
    }),
    changed((url) => {
      url.pathname = `/storage/${other.storageKey}`;
    }),
    changed((url) => {
      url.pathname = '/storage/../../etc/passwd';
    }),
    changed((url) => {
      url.pathname = `/storage/${file.storageKey}/x`;
    }),
  ]) {
    const reply = await get(link);
    const isOutside = !link.url.includes('/storage/');
    expect([link.url, reply.status]).toEqual([link.url, isOutside ? 404 : 403]);
    if (!isOutside) expect(await reply.text()).toContain('<Code>AccessDenied</Code>');
  }
  expect((await get(file)).status).toBe(200);
  expect((await fetch(`${good.href}&more=1`)).status).toBe(200);
});

test('[files.download.ends] a deleted file answers 403 and is gone from storage; another account cannot delete it', async () => {
  const file = await put('a.txt', 'text/plain');
  const { alice, chelsea } = service.people;
  const remove = (account: string, kind: 'upload' | 'generated' = 'upload') =>
    deleteFiles({ account, kind, files: [file] }, service.services);
  await remove(chelsea.account);
  await remove(alice.account, 'generated');
  expect((await get(file)).status).toBe(200);
  await remove(alice.account);
  const reply = await get(file);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([403, 'application/xml; charset=utf-8']);
  expect(await reply.text()).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<Error><Code>AccessDenied<\/Code><Message>Access Denied<\/Message><RequestId>[0-9a-f-]{36}<\/RequestId><\/Error>$/,
  );
  expect((await get(file, {}, 'HEAD')).status).toBe(403);
  expect(await service.services.storage.stat(file.storageKey)).toBeUndefined();
  await remove(alice.account);
});

test('[files.download.ends] [files.download] files the service makes: lasting and temporary, plain and compressed, from memory and from a stream', async () => {
  const { account } = service.people.alice;
  const make = (options: {
    content: Buffer | Readable;
    life: { entry: string } | 'temporary';
    contentEncoding?: 'gzip';
  }) => storeGenerated({ account, form, name: 'export.csv', type: 'text/csv', ...options }, service.services);

  const archived = await make({ content: Buffer.from('pdf'), life: { entry: form } });
  expect(archived).toEqual({
    name: 'export.csv',
    size: 3,
    type: 'text/csv',
    storageKey: expect.stringMatching(new RegExp(`^${form}/[0-9a-f]{40}$`)),
    storageBucket: 'formstead',
    url: expect.stringContaining('http://forms.test/storage/'),
  });
  const zipped = gzipSync('a,b\n1,2\n');
  const pieces = Readable.from([zipped.subarray(0, 5), zipped.subarray(5)]);
  const exported = await make({ content: pieces, life: 'temporary', contentEncoding: 'gzip' });
  expect(exported.size).toBe(zipped.length);
  const reply = await get(exported);
  expect([reply.headers.get('content-encoding'), await reply.text()]).toEqual(['gzip', 'a,b\n1,2\n']);

  service.advance(1.9 * 86_400_000);
  expect((await get(exported)).status).toBe(200);
  service.advance(0.2 * 86_400_000);
  const expired = await get(exported);
  expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  service.advance(5 * 365 * 86_400_000);
  expect((await get(archived)).status).toBe(200);
});
