// S3_DIRECT_UPLOADS: the bytes of an upload go to the store, and every rule of uploads holds.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { eicar, startClamdServer } from '../support/clamd-server.ts';
import { makeForm, root } from '../support/entries.ts';
import { type RunningS3, s3Settings, startS3 } from '../support/s3-server.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { type FilePolicy, getPolicy, partsOf, postParts, reach } from '../support/upload.ts';

const fileForm = { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } };
let s3: RunningS3;
let settings: Record<string, string>;
let service: TestService;
let form: string;
beforeAll(async () => {
  s3 = await startS3();
  settings = {
    ...s3Settings(s3.config),
    S3_DIRECT: '1',
    S3_DIRECT_UPLOADS: '1',
  };
  service = await startService(settings);
  form = await makeForm(service, fileForm);
});
afterAll(async () => {
  await service.close();
  await s3.close();
});

const content = randomBytes(300_000);

async function post(to: TestService, policy: FilePolicy, step: 'direct' | 'direct/done', body: unknown = policy) {
  return send('POST', `${to.url}/storage/${step}`, { body });
}

async function begin(to: TestService, policy: FilePolicy): Promise<{ url: string; headers: Record<string, string> }> {
  const reply = await post(to, policy, 'direct');
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
}

async function put(address: { url: string; headers: Record<string, string> }, bytes: Buffer, type?: string) {
  const headers = { ...address.headers, ...(type && { 'content-type': type }) };
  const reply = await fetch(address.url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  await reply.arrayBuffer();
  return reply.status;
}

const newPolicy = (to = service, inForm = form, size = content.length) =>
  getPolicy(to, inForm, { name: 'a.bin', type: 'text/plain', size });
const codeOf = (reply: { text: string }) => /<Code>(\w+)<\/Code>/.exec(reply.text)?.[1];
const isStored = async (to: TestService, { url }: FilePolicy) => (await fetch(reach(to, url))).status === 200;

test('[files.upload.direct] a file goes to the store and is stored when the service has looked at it; saying so again changes nothing', async () => {
  const policy = await newPolicy();
  expect(policy['direct']).toBe('http://forms.test/storage/direct');
  expect([(await post(service, policy, 'direct/done')).status]).toEqual([403]);
  const address = await begin(service, policy);
  expect(address.url.startsWith(`${s3.config.endpoint}/${s3.config.bucket}/incoming/${policy.key}?`)).toBe(true);
  const early = await post(service, policy, 'direct/done');
  expect([early.status, codeOf(early)]).toEqual([404, 'NoSuchUpload']);
  expect(await put(address, content)).toBe(200);
  expect(await isStored(service, policy)).toBe(false);
  const done = await post(service, policy, 'direct/done');
  expect([done.status, done.text]).toEqual([201, expect.stringContaining(`<Key>${policy.key}</Key>`)]);
  expect((await post(service, policy, 'direct/done')).text).toBe(done.text);
  const file = { name: 'a.bin', type: 'text/plain', size: content.length };
  const object = { ...file, storageKey: policy.key, storageBucket: policy.bucket, url: policy.url };
  const submitted = await service.call('POST', '/entry/submit', { body: { form, data: { files: [object] } } });
  expect(submitted.status).toBe(200);

  // An address that is still good, and the policy, are of no use any more.
  await put(address, randomBytes(content.length));
  for (const reply of [await post(service, policy, 'direct'), await postParts(service, partsOf(policy, content))]) {
    expect([reply.status, codeOf(reply)]).toEqual([403, 'AccessDenied']);
  }
  expect((await post(service, policy, 'direct/done')).status).toBe(201);
  const stored = await fetch(reach(service, policy.url));
  expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true);
  expect(await service.services.storage.removeUnfinished(Date.now() + 60_000)).toBe(1);
  expect(await service.services.storage.removeUnfinished(Date.now() + 60_000)).toBe(0);
  const page = await fetch(`${service.url}/f/${form}/`);
  expect(page.headers.get('content-security-policy')).toMatch(
    new RegExp(`connect-src [^;]*${new URL(s3.config.endpoint).host}`),
  );
});

test('[files.upload.direct] another size, another type, another key or a changed policy: refused, and the right file can still come', async () => {
  const policy = await newPolicy();
  const address = await begin(service, policy);
  expect(await put(address, content.subarray(1))).toBe(403);
  expect(await put(address, Buffer.concat([content, content]))).toBe(403);
  expect(await put(address, content, 'text/html')).toBe(403);
  const other = { ...address, url: address.url.replace(policy.key.slice(-8), '00000000') };
  expect(await put(other, content)).toBe(403);
  expect(codeOf(await post(service, policy, 'direct/done'))).toBe('NoSuchUpload');
  const signature = `${policy['signature']!.startsWith('A') ? 'B' : 'A'}${policy['signature']!.slice(1)}`;
  for (const body of [{ ...policy, signature }, {}, { policy: 1, signature: [] }, [], null]) {
    expect([body, codeOf(await post(service, policy, 'direct', body))]).toEqual([body, 'AccessDenied']);
    expect([body, codeOf(await post(service, policy, 'direct/done', body))]).toEqual([body, 'AccessDenied']);
  }
  expect(codeOf(await post(service, policy, 'direct', Buffer.from('{"policy"')))).toBe('MalformedPolicy');
  const long = { ...policy, padding: 'x'.repeat(40_000) };
  expect(codeOf(await post(service, policy, 'direct', long))).toBe('MaxPostPreDataLengthExceededError');
  // Begun twice is begun once.
  expect(await put(await begin(service, policy), content)).toBe(200);
  const replies = await Promise.all(Array.from({ length: 5 }, () => post(service, policy, 'direct/done')));
  expect(replies.map(({ status }) => status).filter((status) => status === 201).length).toBeGreaterThan(0);
  expect(replies.filter(({ status }) => status !== 201 && status !== 403)).toEqual([]);
  expect(await isStored(service, policy)).toBe(true);
  const rows = await service.services.db.sql`select 1 from upload_holds`;
  expect(rows).toHaveLength(0);
});

test('[files.upload.direct] who says so while another has it taken into place gets the same response', async () => {
  const { direct } = service.services.storage as { direct: { find: (key: string) => Promise<unknown> } };
  const { find } = direct;
  for (const isBefore of [true, false]) {
    const policy = await newPolicy();
    expect(await put(await begin(service, policy), content)).toBe(200);
    let first = '';
    direct.find = async (key) => {
      direct.find = find;
      const seen = isBefore ? undefined : await find(key);
      first = (await post(service, policy, 'direct/done')).text;
      return seen ?? find(key);
    };
    const second = await post(service, policy, 'direct/done');
    expect([second.status, second.text]).toEqual([201, first]);
  }
});

test('[files.upload.direct] quotas count what is begun, a deleted form takes nothing, what is never done ends', async () => {
  const limited = await startService({ ...settings, QUOTAS: 'form.unusedUploads=2' });
  const inForm = await makeForm(limited, fileForm);
  const policies = [];
  for (let at = 0; at < 3; at += 1) policies.push(await newPolicy(limited, inForm));
  for (const policy of policies.slice(0, 2)) expect(await put(await begin(limited, policy), content)).toBe(200);
  const third = await post(limited, policies[2]!, 'direct');
  expect([third.status, codeOf(third)]).toEqual([403, 'QuotaExceeded']);
  const { db } = limited.services;
  await db.sql`update files set create_time = now() - interval '3 days' where storage_key = ${policies[0]!.key}`;
  await removeFiles(limited.services);
  expect((await post(limited, policies[0]!, 'direct/done')).status).toBe(403);
  expect((await post(limited, policies[2]!, 'direct')).status).toBe(200);

  await limited.call('DELETE', `/form/${inForm}`, { key: limited.people.alice.key });
  for (const policy of policies.slice(1)) expect((await post(limited, policy, 'direct/done')).status).toBe(403);
  await limited.close();
});

test('[files.upload.direct] [files.scanner] a virus is found before anybody gets the file; the policy works again', async () => {
  const clamd = await startClamdServer();
  const scanned = await startService({ ...settings, CLAMD_URL: clamd.url });
  const inForm = await makeForm(scanned, fileForm);
  const policy = await newPolicy(scanned, inForm, eicar.length);
  expect(await put(await begin(scanned, policy), eicar)).toBe(200);
  const found = await post(scanned, policy, 'direct/done');
  expect([found.status, codeOf(found)]).toEqual([400, 'VirusFound']);
  expect([await isStored(scanned, policy), await scanned.services.storage.stat(policy.key)]).toEqual([
    false,
    undefined,
  ]);
  expect(await put(await begin(scanned, policy), Buffer.alloc(eicar.length, 97))).toBe(200);
  expect((await post(scanned, policy, 'direct/done')).status).toBe(201);
  await scanned.close();
  await clamd.close();
});

test('[files.upload.direct] without the setting there is no such place', async () => {
  const { S3_DIRECT_UPLOADS: _off, ...plain } = settings;
  const other = await startService(plain);
  const policy = await newPolicy(other, await makeForm(other, fileForm));
  expect(policy).not.toHaveProperty('direct');
  expect((await post(other, policy, 'direct')).status).toBe(405);
  expect((await post(other, policy, 'direct/done')).status).toBe(405);
  await other.close();
});
