// The storage host in front of an S3-compatible store, and at other addresses than its own path.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteFiles } from '../../src/server/files/delete-files.ts';
import { storeGenerated } from '../../src/server/files/store-generated.ts';
import { makeForm, root } from '../support/entries.ts';
import { type RunningS3, s3Settings, startS3 } from '../support/s3-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { getPolicy, multipartBody, multipartType, partsOf, postParts, reach, upload } from '../support/upload.ts';

const fileForm = { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } };
let s3: RunningS3;
let service: TestService;
let form: string;
beforeAll(async () => {
  s3 = await startS3();
  service = await startService({
    ...s3Settings(s3.config),
  });
  form = await makeForm(service, fileForm);
});
afterAll(async () => {
  await service.close();
  await s3.close();
});

const big = randomBytes(2_000_000);

test('[files.storage] an upload, its download whole and in part, and its end', async () => {
  const file = await upload(service, form, { name: 'קובץ.bin', type: 'application/octet-stream', content: big });
  const whole = await fetch(reach(service, file.url));
  expect(whole.headers.get('content-length')).toBe(String(big.length));
  expect(Buffer.from(await whole.arrayBuffer()).equals(big)).toBe(true);
  const part = await fetch(reach(service, file.url), { headers: { range: 'bytes=100-199' } });
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(big.subarray(100, 200))]).toEqual([206, true]);
  expect((await fetch(reach(service, file.url), { method: 'HEAD' })).status).toBe(200);
  const { account } = service.people.alice;
  await deleteFiles({ account, kind: 'upload', files: [file] }, service.services);
  expect((await fetch(reach(service, file.url))).status).toBe(403);
  expect(await service.services.storage.stat(file.storageKey)).toBeUndefined();
  const made = await storeGenerated(
    { account, form, name: 'a.pdf', type: 'application/pdf', content: Buffer.from('pdf'), life: { entry: form } },
    service.services,
  );
  expect(await (await fetch(reach(service, made.url))).text()).toBe('pdf');
});

test('[files.download.direct] S3_DIRECT: a good link leads to the store for a minute, as it would be shown or saved here; every other is the same 403', async () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.config;
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  // As people's browsers would name it.
  const shown = endpoint.replace('127.0.0.1', 'localhost');
  const settings = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_DIRECT: '1', S3_PUBLIC_ENDPOINT: shown, ...keys };
  const direct = await startService(settings);
  const inForm = await makeForm(direct, fileForm);
  const page = await upload(direct, inForm, {
    name: 'קובץ.html',
    type: 'text/html',
    content: Buffer.from('<script>1</script>'),
  });
  const picture = await upload(direct, inForm, { name: 'a.png', type: 'image/png', content: big });
  const look = (url: string, init: RequestInit = {}) => fetch(reach(direct, url), { redirect: 'manual', ...init });

  const sent = await look(picture.url);
  const location = sent.headers.get('location')!;
  expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
  expect(location.startsWith(`${shown}/${bucket}/${picture.storageKey}?`)).toBe(true);
  expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('60');
  const whole = await fetch(reach(direct, picture.url));
  expect([whole.url.startsWith(shown), whole.headers.get('content-type')]).toEqual([true, 'image/png']);
  expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename="a.png"/);
  expect(Buffer.from(await whole.arrayBuffer()).equals(big)).toBe(true);
  const part = await fetch(reach(direct, picture.url), { headers: { range: 'bytes=100-199' } });
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(big.subarray(100, 200))]).toEqual([206, true]);
  const saved = new URL((await look(page.url)).headers.get('location')!).searchParams;
  expect(saved.get('response-content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''%D7%A7/);
  // Another object, another header or another life is not what was signed.
  for (const change of [/image%2Fpng/, /inline/, /X-Amz-Expires=60/, new RegExp(picture.storageKey)]) {
    const forged = location.replace(change, (found) => (found.includes('=60') ? 'X-Amz-Expires=600' : `${found}x`));
    expect([String(change), forged !== location, (await fetch(forged)).status]).toEqual([String(change), true, 403]);
  }

  const script = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };
  expect((await look(picture.url, { headers: script })).status).toBe(200);
  expect((await look(picture.url, { method: 'HEAD' })).status).toBe(200);
  const etag = (await look(picture.url, { method: 'HEAD' })).headers.get('etag')!;
  expect((await look(picture.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await look(picture.url.replace(/signature=./, 'signature=!'))).status).toBe(403);
  const opened = await fetch(`${direct.url}/f/${inForm}/`);
  expect(opened.headers.get('content-security-policy')).toContain(` ${shown};`);
  await deleteFiles({ account: direct.people.alice.account, kind: 'upload', files: [picture] }, direct.services);
  expect((await look(picture.url)).status).toBe(403);
  expect((await fetch(location)).status).toBe(404);
  await direct.close();
});

// This server keeps the bytes of a PUT that was broken off, which real stores drop: so each case has a policy of its own, and
// what counts is that nothing of it is ever given out.
test('[files.upload.size] [files.storage] wrong sizes, a field too many and an aborted upload leave nothing that anybody could get', async () => {
  const newPolicy = (size = big.length) => getPolicy(service, form, { name: 'a', type: 'text/plain', size });
  const expectNothing = async ({ key, url }: { key: string; url: string }) => {
    expect((await fetch(reach(service, url))).status).toBe(403);
    expect(await service.services.db.sql`select 1 from files where storage_key = ${key}`).toHaveLength(0);
  };
  for (const [change, status, code] of [
    [(content: Buffer) => content.subarray(1), 400, 'EntityTooSmall'],
    [(content: Buffer) => Buffer.concat([content, Buffer.from('x')]), 400, 'EntityTooLarge'],
  ] as const) {
    const policy = await newPolicy();
    const reply = await postParts(service, partsOf(policy, change(big)));
    expect([reply.status, reply.text.includes(`<Code>${code}</Code>`)]).toEqual([status, true]);
    await expectNothing(policy);
  }
  const trailed = await newPolicy();
  const reply = await postParts(service, [...partsOf(trailed, big), { name: 'submit', value: 'Upload' }]);
  expect(reply.status).toBe(403);
  await expectNothing(trailed);

  const aborted = await newPolicy();
  const body = multipartBody(partsOf(aborted, big));
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(
    `POST /storage/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  // All of the file, but not the end of the form.
  socket.write(body.subarray(0, -10));
  await sleep(200);
  socket.destroy();
  await sleep(200);
  await expectNothing(aborted);

  const empty = await newPolicy(0);
  expect((await postParts(service, partsOf(empty, big))).status).toBe(400);
  expect((await postParts(service, partsOf(empty, Buffer.alloc(0)))).status).toBe(201);
});

test('[files.upload.once] of many uploads with one policy one wins, although this store knows no conditional writes', async () => {
  const policy = await getPolicy(service, form, { name: 'a', type: 'text/plain', size: 200_000 });
  const contents = Array.from({ length: 6 }, (_, index) => Buffer.alloc(200_000, index));
  const replies = await Promise.all(contents.map((one) => postParts(service, partsOf(policy, one))));
  // Which content this store then holds says nothing: it writes requests into the object while they arrive.
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403]);
});

test('[errors.unavailable] a store that is away is a 503 in XML and stores nothing', async () => {
  const away = await startService({
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'x',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  });
  const inForm = await makeForm(away, fileForm);
  const policy = await getPolicy(away, inForm, { name: 'a', type: 'text/plain', size: 1 });
  const reply = await postParts(away, partsOf(policy, Buffer.from('x')));
  expect([reply.status, reply.text.includes('<Code>ServiceUnavailable</Code>')]).toEqual([503, true]);
  expect(reply.text).not.toContain('127.0.0.1');
  expect(await away.services.db.sql`select 1 from files`).toHaveLength(0);
  await away.close();
});

test('[files.storage-host] at a host of its own, and at another path; throttled in XML', async () => {
  for (const [address, path] of [
    ['http://files.test', ''],
    ['http://forms.test/some/where', '/some/where'],
  ] as const) {
    const other = await startService({ STORAGE_URL: address });
    const inForm = await makeForm(other, fileForm);
    const policy = await getPolicy(other, inForm, { name: 'a', type: 'text/plain', size: 1 });
    expect(policy.url.startsWith(`${address}/${policy.key}?`)).toBe(true);
    const headers = { 'content-type': multipartType };
    const body = new Uint8Array(multipartBody(partsOf(policy, Buffer.from('x'))));
    const posted = await fetch(`${other.url}${path}/`, { method: 'POST', headers, body });
    expect([address, posted.status]).toEqual([address, 201]);
    const url = policy.url.replace(address, `${other.url}${path}`);
    expect(await (await fetch(url)).text()).toBe('x');
    expect((await fetch(`${other.url}/v1.0/nowhere`)).status).toBe(404);
    await other.close();
  }
  const throttled = await startService({ RATE_LIMIT: '20' });
  let reply = await fetch(`${throttled.url}/storage/x`);
  while (reply.status !== 429) reply = await fetch(`${throttled.url}/storage/x`);
  expect([reply.headers.get('content-type'), reply.headers.has('retry-after')]).toEqual([
    'application/xml; charset=utf-8',
    true,
  ]);
  expect(await reply.text()).toContain('<Code>SlowDown</Code>');
  await throttled.close();
});
