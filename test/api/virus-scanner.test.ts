// The hook for a virus scanner, docs/operations.md "Virus scanner". With clamd itself: npm run test:clamd.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/server/base/config.ts';
import { ConfigError } from '../../src/server/base/settings.ts';
import { startClamdServer, type TestClamd } from '../support/clamd-server.ts';
import { makeForm, root } from '../support/entries.ts';
import { describeScanner } from '../support/scanner-suite.ts';
import { startService, type TestService } from '../support/service.ts';
import { getPolicy, multipartBody, multipartType, partsOf, postParts, reach } from '../support/upload.ts';

describeScanner('a server of clamd’s protocol', startClamdServer);

let clamd: TestClamd;
let service: TestService;
let form: string;
beforeAll(async () => {
  clamd = await startClamdServer();
  service = await startService({ CLAMD_URL: clamd.url });
  form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
});
afterAll(async () => {
  await service.close();
  await clamd.close();
});
beforeEach(() => {
  clamd.verdict = undefined;
});

const content = Buffer.from('a file');
const policyFor = () => getPolicy(service, form, { name: 'a.txt', size: content.length, type: 'text/plain' });
const unavailable = expect.stringContaining('<Code>ServiceUnavailable</Code>');

test('[files.scanner] without a verdict nothing is let in: 503 with Retry-After, and the same policy works once it is back', async () => {
  const policy = await policyFor();
  for (const verdict of [() => undefined, () => 'stream: Can’t allocate memory ERROR', () => 'what?']) {
    clamd.verdict = verdict;
    const reply = await postParts(service, partsOf(policy, content));
    expect([reply.status, reply.headers.get('retry-after'), reply.text]).toEqual([503, '30', unavailable]);
    expect((await fetch(reach(service, policy.url))).status).toBe(403);
  }
  clamd.verdict = undefined;
  expect((await postParts(service, partsOf(policy, content))).status).toBe(201);
});

test('[files.scanner] one that is away: refused before the content is taken, everything else goes on', async () => {
  const gone = await startClamdServer();
  const lonely = await startService({ CLAMD_URL: gone.url });
  try {
    await gone.close();
    const own = await makeForm(lonely, {
      formSchema: { rootElem: root({ type: 'fFile', name: 'files' }, { type: 'fInput', name: 'a' }) },
    });
    const policy = await getPolicy(lonely, own, { name: 'a.txt', size: content.length, type: 'text/plain' });
    const reply = await postParts(lonely, partsOf(policy, content));
    expect([reply.status, reply.headers.get('retry-after'), reply.text]).toEqual([503, '30', unavailable]);
    expect(await lonely.services.db.sql`select 1 from files`).toHaveLength(0);
    const submitted = await lonely.call('POST', '/entry/submit', { body: { form: own, data: { a: 'x' } } });
    expect(submitted.status).toBe(200);
  } finally {
    await lonely.close();
  }
});

test('[files.scanner] until the verdict the file is neither given out nor to be submitted', async () => {
  const policy = await policyFor();
  const seen: number[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  clamd.verdict = () => held.then(() => 'stream: OK');
  const sending = postParts(service, partsOf(policy, content));
  while ((await service.services.storage.stat(policy.key)) === undefined) await sleep(5);
  seen.push((await fetch(reach(service, policy.url))).status);
  const { key: storageKey, bucket: storageBucket, url } = policy;
  const file = { name: 'a.txt', size: content.length, type: 'text/plain', storageKey, storageBucket, url };
  seen.push((await service.call('POST', '/entry/submit', { body: { form, data: { files: [file] } } })).status);
  release();
  seen.push((await sending).status, (await fetch(reach(service, policy.url))).status);
  expect(seen).toEqual([403, 500, 201, 200]);
});

test('[files.scanner] a slow sender keeps none of the scanner’s threads', async () => {
  const policy = await policyFor();
  const body = multipartBody(partsOf(policy, content));
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = `POST /storage/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head);
  socket.write(body.subarray(0, body.length - 30));
  const before = clamd.scanned();
  // Others are served meanwhile, and nothing is asked for the one that has not arrived.
  for (let place = 0; place < 12; place += 1) {
    expect((await postParts(service, partsOf(await policyFor(), content))).status).toBe(201);
  }
  expect(clamd.scanned() - before).toBe(12);
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.write(body.subarray(body.length - 30));
  expect(await answered).toContain('201 Created');
  socket.destroy();
  expect(clamd.scanned() - before).toBe(13);
});

test('[running.settings] CLAMD_URL is tcp://host:port or unix:/path', () => {
  const read = (CLAMD_URL: string) => readConfig({ CLAMD_URL }).clamd;
  expect(read('tcp://scanner:3310')).toEqual({ host: 'scanner', port: 3310 });
  expect(read('tcp://[::1]:3310')).toEqual({ host: '::1', port: 3310 });
  expect(read('unix:/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  expect(read('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  expect(readConfig({}).clamd).toBeUndefined();
  for (const wrong of ['scanner:3310', 'http://scanner:3310', 'tcp://scanner', 'tcp://scanner:70000', 'unix:clamd']) {
    expect(() => read(wrong), wrong).toThrow(ConfigError);
  }
});
