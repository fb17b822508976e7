// Upload policies and uploads: policies work once, nothing is left behind.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import {
  type FilePolicy,
  getPolicy,
  multipartBody,
  multipartType,
  partsOf,
  postBody,
  postParts,
  reach,
} from '../support/upload.ts';

let service: TestService;
let form: string;
beforeAll(async () => {
  service = await startService();
  form = await makeForm([{ type: 'fFile', name: 'attachment' }]);
});
afterAll(() => service.close());

async function makeForm(children: object[]): Promise<string> {
  const rootElem = { type: 'cSection', name: 'root', children };
  const { key } = service.people.alice;
  return (await service.call('POST', '/form', { key, body: { formSchema: { rootElem } } })).body.id;
}

const content = Buffer.from('one exact file');
const file = { name: 'a.txt', size: content.length, type: 'text/plain' };

const patience = { timeout: 180_000, interval: 20 };

async function holds(): Promise<number> {
  return (await service.services.db.sql`select 1 from upload_holds`).length;
}

/** Nothing half written, no row for the key, nothing to download. */
async function expectNothingLeft(policy: FilePolicy): Promise<void> {
  const unfinished = join(service.dataDir, 'files', 'unfinished');
  expect(readdirSync(join(service.dataDir, 'files')).includes('unfinished') ? readdirSync(unfinished) : []).toEqual([]);
  expect(await service.services.storage.stat(policy.key)).toBeUndefined();
  expect(await service.services.db.sql`select 1 from files where storage_key = ${policy.key}`).toHaveLength(0);
  expect((await fetch(reach(service, policy.url))).status).toBe(403);
}

function xmlValue(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1];
}

test('[files.policy] exactly these fields; no credential needed', async () => {
  const reply = await service.call('POST', `/form/${form}/uploadPolicy`, { body: file });
  expect(reply.status).toBe(200);
  const { key, policy, signature, url, ...rest } = reply.body;
  expect(rest).toEqual({
    bucket: 'formstead',
    StorageAccessKeyId: 'FORMSTEAD',
    acl: 'private',
    success_action_status: '201',
    'Content-Type': 'text/plain',
  });
  expect(key).toMatch(new RegExp(`^${form}/[0-9a-f]{40}$`));
  expect(url).toMatch(new RegExp(`^http://forms\\.test/storage/${key}\\?expires=\\d+&signature=[\\w-]+$`));
  expect(JSON.parse(Buffer.from(policy, 'base64').toString()).conditions).toContainEqual([
    'content-length-range',
    content.length,
    content.length,
  ]);
  expect(Buffer.from(signature, 'base64')).toHaveLength(32);
});

test('[files.policy.form] works only for a form that has a file field, wherever it is', async () => {
  const plain = await makeForm([{ type: 'fInput', name: 'text' }]);
  const refused = await service.call('POST', `/form/${plain}/uploadPolicy`, { body: file });
  expect([refused.status, refused.body]).toEqual([
    403,
    { statusCode: 403, error: 'Forbidden', message: 'You cannot upload this file for this form' },
  ]);
  const hebrew = await service.call('POST', `/form/${plain}/uploadPolicy`, { body: file, query: { locale: 'he' } });
  expect(hebrew.body.message).toBe('אי אפשר להעלות את הקובץ הזה לטופס הזה');
  const nested = await makeForm([{ type: 'cRepeat', name: 'rows', children: [{ type: 'fFile', name: 'attachment' }] }]);
  expect((await service.call('POST', `/form/${nested}/uploadPolicy`, { body: file })).status).toBe(200);
  const nowhere = await service.call('POST', `/form/${'0'.repeat(24)}/uploadPolicy`, { body: file });
  expect([nowhere.status, nowhere.body.message]).toEqual([404, `Could not find a form with ID ${'0'.repeat(24)}.`]);
  const badKey = await service.call('POST', `/form/${form}/uploadPolicy`, { body: file, key: 'x'.repeat(56) });
  expect(badKey.status).toBe(401);
});

test('[files.policy.names] every file name rule', async () => {
  const bad = [
    ...['\\', '/', ':', '*', '?', '"', '<', '>', '|'].map((character) => `a${character}b.txt`),
    '.hidden',
    '..',
    '../../etc/passwd',
    'ends with space ',
    'ends with dot.',
    ...['con', 'CON', 'nul', 'prn', 'aux', 'com1', 'LPT9', 'nul.txt', 'Con.tar.gz'],
    'x'.repeat(256),
    'line\nbreak',
    'bell\u0007',
  ];
  for (const name of bad) {
    const reply = await service.call('POST', `/form/${form}/uploadPolicy`, { body: { ...file, name } });
    expect([name, reply.status, reply.body]).toEqual([
      name,
      400,
      { statusCode: 400, error: 'Bad Request', message: 'Invalid file name' },
    ]);
  }
  const good = [
    'a',
    'x'.repeat(255),
    'קובץ.pdf',
    ' leading space',
    'con2.txt',
    'console',
    'a.b.c',
    "it's (1).txt",
    '😀',
  ];
  for (const name of good) {
    const reply = await service.call('POST', `/form/${form}/uploadPolicy`, { body: { ...file, name } });
    expect([name, reply.status]).toEqual([name, 200]);
  }
});

test('[files.policy] [errors.request] bad bodies are named', async () => {
  for (const [body, message] of [
    [{}, '"name" is required'],
    [{ name: 'a' }, '"size" is required'],
    [{ name: 'a', size: 1 }, '"type" is required'],
    [{ ...file, size: -1 }, '"size" must be greater than or equal to 0'],
    [{ ...file, size: 1.5 }, '"size" must be an integer'],
    [{ ...file, size: 6e9 }, '"size" must be less than or equal to 5368709120'],
    [{ ...file, acl: 'public-read' }, '"acl" is not allowed'],
  ] as const) {
    const reply = await service.call('POST', `/form/${form}/uploadPolicy`, { body });
    expect([reply.status, reply.body.message, reply.body.validation.source]).toEqual([400, message, 'payload']);
  }
  for (const type of ['text', 'text/html\r\nx: y', 'a/b/c', '<script>/x']) {
    const reply = await service.call('POST', `/form/${form}/uploadPolicy`, { body: { ...file, type } });
    expect([type, reply.status, reply.body.validation?.keys]).toEqual([type, 400, ['type']]);
  }
  const untyped = await getPolicy(service, form, { ...file, type: '' });
  expect(untyped['Content-Type']).toBe('application/octet-stream');
});

test('[files.upload] 201 with Location, Bucket, Key and ETag; the url then gives the file', async () => {
  const policy = await getPolicy(service, form, file);
  expect((await fetch(reach(service, policy.url))).status).toBe(403);
  const reply = await postParts(service, partsOf(policy, content));
  const etag = createHash('md5').update(content).digest('hex');
  expect(reply.status).toBe(201);
  expect(reply.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(reply.headers.get('x-service-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const location = `http://forms.test/storage/${policy.key}`;
  expect([reply.headers.get('location'), reply.headers.get('etag')]).toEqual([location, `"${etag}"`]);
  expect(reply.text).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>${location}</Location><Bucket>formstead</Bucket>` +
      `<Key>${policy.key}</Key><ETag>&quot;${etag}&quot;</ETag></PostResponse>`,
  );
  const got = await fetch(reach(service, policy.url));
  expect([got.status, await got.text()]).toEqual([200, content.toString()]);
});

test('[files.upload] a browser form, an empty file, a large file and a form sent in crumbs', async () => {
  const big = randomBytes(3_000_000);
  const policy = await getPolicy(service, form, { ...file, size: big.length });
  const data = new FormData();
  for (const { name, value } of partsOf(policy, big).slice(0, -1)) data.append(name, value as string);
  data.append('file', new Blob([new Uint8Array(big)], { type: 'text/plain' }), 'קובץ.txt');
  expect((await fetch(`${service.url}/storage/`, { method: 'POST', body: data })).status).toBe(201);
  const got = Buffer.from(await (await fetch(reach(service, policy.url))).arrayBuffer());
  expect(got.equals(big)).toBe(true);

  const empty = await getPolicy(service, form, { ...file, size: 0 });
  expect((await postParts(service, partsOf(empty, Buffer.alloc(0)))).status).toBe(201);
  const none = await fetch(reach(service, empty.url));
  expect([none.status, none.headers.get('content-length'), await none.text()]).toEqual([200, '0', '']);

  const crumbs = await getPolicy(service, form, file);
  const body = multipartBody(partsOf(crumbs, content));
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(
    `POST /storage HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n` +
      'connection: close\r\n\r\n',
  );
  for (let at = 0; at < body.length; at += 97) {
    socket.write(body.subarray(at, at + 97));
    await sleep(1);
  }
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 201 Created/);
});

test('[files.upload.size] another size: EntityTooLarge or EntityTooSmall, 400, nothing left, and the policy still works', async () => {
  const policy = await getPolicy(service, form, file);
  for (const [sent, code] of [
    [Buffer.concat([content, Buffer.from('!')]), 'EntityTooLarge'],
    [randomBytes(5_000_000), 'EntityTooLarge'],
    [content.subarray(1), 'EntityTooSmall'],
    [Buffer.alloc(0), 'EntityTooSmall'],
  ] as const) {
    const reply = await postParts(service, partsOf(policy, sent));
    expect([sent.length, reply.status, xmlValue(reply.text, 'Code')]).toEqual([sent.length, 400, code]);
    expect(reply.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(xmlValue(reply.text, 'Message')).toBeTruthy();
    expect(xmlValue(reply.text, 'RequestId')).toBe(reply.headers.get('x-service-request-id'));
    await expectNothingLeft(policy);
  }
  const empty = await getPolicy(service, form, { ...file, size: 0 });
  const tooLarge = await postParts(service, partsOf(empty, content));
  expect([tooLarge.status, xmlValue(tooLarge.text, 'Code')]).toEqual([400, 'EntityTooLarge']);
  await expectNothingLeft(empty);
  expect((await postParts(service, partsOf(policy, content))).status).toBe(201);
});

test('[files.upload.pace] a client that sends all of a refused upload before it reads sees the response, and the connection lives on', async () => {
  const policy = await getPolicy(service, form, file);
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const requestOf = (content: Buffer, connection: string) => {
    const body = multipartBody(partsOf(policy, content));
    const head = `POST /storage/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\nconnection: ${connection}\r\n`;
    return Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body]);
  };
  socket.pause();
  await new Promise((sent) => socket.write(requestOf(randomBytes(8_000_000), 'keep-alive'), sent));
  await sleep(100);
  socket.write(requestOf(content, 'close'));
  let answers = '';
  for await (const chunk of socket) answers += chunk;
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 201']);
});

test('[files.upload.denied] any mismatch is AccessDenied, 403, and leaves nothing', async () => {
  const policy = await getPolicy(service, form, file);
  const other = await getPolicy(service, form, { ...file, type: 'text/html' });
  const good = partsOf(policy, content);
  const replaced = (name: string, value: string) =>
    good.map((part) => (part.name === name ? { ...part, value } : part));
  const [key, ...rest] = good;
  const forged = Buffer.from(
    Buffer.from(policy['policy']!, 'base64').toString().replaceAll('text/plain', 'text/html'),
  ).toString('base64');
  const cases = {
    'another key': replaced('key', other.key),
    'a key that climbs': replaced('key', '../../../etc/passwd'),
    'another acl': replaced('acl', 'public-read'),
    'another type': replaced('Content-Type', 'text/html'),
    'another access key': replaced('StorageAccessKeyId', 'OTHER'),
    'another status': replaced('success_action_status', '204'),
    'another policy': replaced('policy', other['policy']!),
    'a changed policy': replaced('policy', forged),
    'a policy that is none': replaced('policy', 'e30='),
    'another signature': replaced('signature', other['signature']!),
    'no signature': replaced('signature', ''),
    'a signature and more': replaced('signature', `${policy['signature']}x`),
    'a signature and blanks': replaced('signature', ` ${policy['signature']}`),
    'file first': [good.at(-1)!, ...good.slice(0, -1)],
    'file before the last field': [...good.slice(0, -2), good.at(-1)!, good.at(-2)!],
    'a field after the file': [...good, { name: 'submit', value: 'Upload' }],
    'an extra field': [{ name: 'x-amz-meta-a', value: '1' }, ...good],
    'another bucket': [{ name: 'bucket', value: 'other' }, ...good],
    'a field twice': [key!, ...good],
    'a field twice in another case': [{ name: 'KEY', value: policy.key }, ...good],
    'two files': [...good, good.at(-1)!],
    'no file': good.slice(0, -1),
    'a file by another name': [...good.slice(0, -1), { ...good.at(-1)!, name: 'upload' }],
    'no fields': [good.at(-1)!],
    ...Object.fromEntries(
      good.slice(0, -1).map((missing) => [`without ${missing.name}`, good.filter((part) => part !== missing)]),
    ),
  };
  for (const [title, parts] of Object.entries(cases)) {
    const reply = await postParts(service, parts);
    expect([title, reply.status, xmlValue(reply.text, 'Code')]).toEqual([title, 403, 'AccessDenied']);
    await expectNothingLeft(policy);
  }
  expect(rest).toHaveLength(7);
  // Allowed: the bucket that the policy names, and a field that carries a file name.
  const lenient = [{ name: 'bucket', value: policy.bucket }, { ...key!, filename: 'x' }, ...rest];
  expect((await postParts(service, lenient)).status).toBe(201);
});

test('[files.upload.once] a policy works once, also when it is used many times at once', async () => {
  const policy = await getPolicy(service, form, file);
  const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(content.length, String(index)));
  const replies = await Promise.all(contents.map((one) => postParts(service, partsOf(policy, one))));
  const winners = replies.flatMap((reply, index) => (reply.status === 201 ? [index] : []));
  expect(winners).toHaveLength(1);
  for (const reply of replies) {
    if (reply.status !== 201) expect([reply.status, xmlValue(reply.text, 'Code')]).toEqual([403, 'AccessDenied']);
  }
  const kept = async () => (await fetch(reach(service, policy.url))).text();
  expect(await kept()).toBe(contents[winners[0]!]!.toString());
  expect((await postParts(service, partsOf(policy, content))).status).toBe(403);
  expect(await kept()).toBe(contents[winners[0]!]!.toString());
});

test('[files.upload.denied] broken multipart is a 400 and leaves nothing', async () => {
  const policy = await getPolicy(service, form, file);
  const body = multipartBody(partsOf(policy, content));
  for (const [title, sent, type] of [
    ['no end', body.subarray(0, -6), multipartType],
    ['cut inside the file', body.subarray(0, body.indexOf('exact')), multipartType],
    ['cut inside a field', body.subarray(0, 200), multipartType],
    ['another boundary', body, 'multipart/form-data; boundary=other'],
    ['no boundary', body, 'multipart/form-data'],
    ['no multipart', Buffer.from('{}'), 'application/json'],
    ['form fields', Buffer.from('key=1'), 'application/x-www-form-urlencoded'],
    ['no body', Buffer.alloc(0), multipartType],
  ] as const) {
    const reply = await postBody(service, Buffer.from(sent), type);
    expect([title, reply.status, xmlValue(reply.text, 'Code')]).toEqual([title, 400, 'MalformedPOSTRequest']);
    await expectNothingLeft(policy);
  }
  const long = [{ name: 'key', value: 'x'.repeat(20_000) }, ...partsOf(policy, content)];
  const many = Array.from({ length: 30 }, (_, index) => ({ name: `field${index}`, value: '1' }));
  for (const parts of [long, [...many, ...partsOf(policy, content)]]) {
    expect((await postParts(service, parts)).status).toBe(400);
  }
  expect((await postParts(service, partsOf(policy, content))).status).toBe(201);
});

test('[files.upload.denied] a policy is valid for 2 hours', async () => {
  const early = await getPolicy(service, form, file);
  const late = await getPolicy(service, form, file);
  service.advance(2 * 3_600_000 - 60_000);
  expect((await postParts(service, partsOf(early, content))).status).toBe(201);
  service.advance(120_000);
  const reply = await postParts(service, partsOf(late, content));
  expect([reply.status, xmlValue(reply.text, 'Code')]).toEqual([403, 'AccessDenied']);
  await expectNothingLeft(late);
});

test('[files.upload.once] an upload that is aborted leaves nothing, and its policy can be used again', async () => {
  const big = randomBytes(2_000_000);
  const policy = await getPolicy(service, form, { ...file, size: big.length });
  const body = multipartBody(partsOf(policy, big));
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /storage/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 1_500_000));
  const unfinished = () => readdirSync(join(service.dataDir, 'files', 'unfinished'));
  await vi.waitFor(() => expect(unfinished()).toHaveLength(1), patience);
  socket.destroy();
  await vi.waitFor(() => expect(unfinished()).toEqual([]), patience);
  await vi.waitFor(async () => expect(await holds()).toBe(0), patience);
  await expectNothingLeft(policy);
  expect((await postParts(service, partsOf(policy, big))).status).toBe(201);
});

test('[files.upload.pace] a stream far larger than its policy is cut off at once', async () => {
  const policy = await getPolicy(service, form, { ...file, size: 1024 });
  const [head] = multipartBody(partsOf(policy, Buffer.from('@@@')))
    .toString('latin1')
    .split('@@@');
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /storage/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: 5000000000\r\n\r\n${head}`,
  );
  const chunk = Buffer.alloc(1_000_000);
  let sent = 0;
  while (!socket.destroyed && sent < 200_000_000) {
    sent += chunk.length;
    if (!socket.write(chunk)) await Promise.race([new Promise((done) => socket.once('drain', done)), closed]);
  }
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(answer).toContain('<Code>EntityTooLarge</Code>');
  expect(sent).toBeLessThan(100_000_000);
  await expectNothingLeft(policy);
});

test('[files.upload.denied] a form that was deleted takes no more files', async () => {
  const gone = await makeForm([{ type: 'fFile', name: 'attachment' }]);
  const policy = await getPolicy(service, gone, file);
  await service.call('DELETE', `/form/${gone}`, { key: service.people.alice.key });
  const reply = await postParts(service, partsOf(policy, content));
  expect([reply.status, xmlValue(reply.text, 'Code')]).toEqual([403, 'AccessDenied']);
  await expectNothingLeft(policy);
});

test('[files.storage-host] other methods and places', async () => {
  for (const [method, path, status] of [
    ['GET', '/storage/', 403],
    ['GET', '/storage/x', 403],
    ['PUT', '/storage/x', 405],
    ['DELETE', '/storage/x', 405],
    ['POST', '/storage/x', 405],
  ] as const) {
    const reply = await fetch(`${service.url}${path}`, { method });
    expect([method, path, reply.status]).toEqual([method, path, status]);
  }
});
