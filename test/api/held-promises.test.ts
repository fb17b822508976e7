// A declared size is no reservation: uploads that send little, in number or slowly, keep no room from anybody else, whether on the
// disk, in the quotas, or by addresses of an S3 store. docs/limits.md "Quotas and disk space".
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskReserve } from '../../src/server/quotas/disk-reserve.ts';
import { s3Settings, startS3 } from '../support/s3-server.ts';
import { type CallOptions, send, startService, type TestService } from '../support/service.ts';
import { type FilePolicy, multipartBody, multipartType, partsOf, postParts } from '../support/upload.ts';

const gb = 1e9;
const mb = 2 ** 20;
const field = { type: 'fFile', name: 'files' };
const sockets: Socket[] = [];
let service: TestService;

beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1' });
  roomOf(service, 62 * gb);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.close();
});

/** A volume with so much free space, and a reserve of 1 GiB. */
function roomOf({ services }: TestService, free: number): void {
  const look = async () => ({ total: 1000 * gb, free: free + 2 ** 30 });
  Object.assign(services.disk, createDiskReserve(services.config, look));
}

async function makeForm(to: TestService, key: string, more: object = {}): Promise<string> {
  const rootElem = { type: 'cSection', name: 'root', children: [field] };
  return (await to.call('POST', '/form', { key, body: { formSchema: { rootElem }, ...more } })).body.id;
}

interface Asked {
  readonly size: number;
  readonly from?: string;
}

function policyFor(to: TestService, form: string, { size, from = '192.0.2.1' }: Asked, key?: string) {
  const body = { name: 'a.bin', size, type: 'text/plain' };
  const options: CallOptions = { body, headers: { 'x-forwarded-for': from }, ...(key !== undefined && { key }) };
  return to.call('POST', `/form/${form}/uploadPolicy`, options);
}

const end = '\r\n--xxBOUNDARYxx--\r\n';

/** An upload that has sent its fields and the first bytes of its file, and then waits. */
function beginUpload(to: TestService, policy: FilePolicy, { size, bytes }: { size: number; bytes: number }) {
  const { port } = new URL(to.url);
  const body = multipartBody(partsOf(policy, Buffer.alloc(bytes)));
  const length = body.length + size - bytes;
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  let reply = '';
  socket.on('data', (chunk) => {
    reply += chunk;
  });
  socket.on('error', () => {});
  socket.write(
    `POST /storage/ HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipartType}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, -end.length));
  return { socket, reply: () => reply };
}

async function heldBytes(to: TestService): Promise<{ uploads: number; bytes: number }> {
  const [row] = await to.services.db.sql<{ uploads: number; bytes: number }[]>`
    select count(*)::int as uploads, coalesce(sum(size), 0)::float8 as bytes from upload_holds`;
  return row as { uploads: number; bytes: number };
}

test('[limits.disk] 38 idle uploads of 5 GB from one address refuse nobody: policies, uploads, exports and submits with a PDF go on', async () => {
  const { alice, chelsea } = service.people;
  const size = 5 * gb;
  const policies: FilePolicy[] = [];
  for (let i = 0; i < 38; i += 1) {
    // A form each, so that no share of a form stands in the way.
    const form = await makeForm(service, alice.key);
    policies.push((await policyFor(service, form, { size })).body);
  }
  const slow = policies.map((policy) => beginUpload(service, policy, { size, bytes: 900 }));
  // A byte now and then keeps them from being ended as idle.
  const timer = setInterval(() => {
    for (const { socket } of slow) socket.write('x');
  }, 2_000);
  await expect.poll(async () => (await heldBytes(service)).uploads, { timeout: 20_000 }).toBe(38);
  expect((await heldBytes(service)).bytes).toBeLessThanOrEqual(38 * mb);

  const { key } = chelsea;
  const own = await makeForm(service, key, { postSubmit: { renders: [{}] } });
  const policy = await policyFor(service, own, { size: 10, from: '198.51.100.1' });
  expect(policy.status).toBe(200);
  expect((await postParts(service, partsOf(policy.body, Buffer.alloc(10)))).status).toBe(201);
  const exported = await service.call('POST', '/entry/export', {
    key,
    query: { format: 'csv' },
    body: { query: { form: own } },
  });
  expect(exported.status).toBe(200);
  expect((await service.call('POST', '/entry/submit', { body: { form: own, data: {} } })).status).toBe(200);
  clearInterval(timer);
  for (const { socket } of slow) socket.destroy();
  await expect.poll(async () => (await heldBytes(service)).uploads, { timeout: 20_000 }).toBe(0);
});

test('[limits.quotas.uploads] what is held grows with what has arrived: never more than twice that and 1 MB', async () => {
  const form = await makeForm(service, service.people.alice.key);
  const size = 5 * gb;
  const { body } = await policyFor(service, form, { size });
  const { socket } = beginUpload(service, body, { size, bytes: 10 });
  let sent = 10;
  for (const piece of [mb, mb, 4 * mb]) {
    socket.write(Buffer.alloc(piece));
    sent += piece;
    await expect.poll(async () => (await heldBytes(service)).bytes, { timeout: 20_000 }).toBeGreaterThanOrEqual(sent);
    expect((await heldBytes(service)).bytes).toBeLessThanOrEqual(2 * sent + mb);
  }
  const used = await service.services.db.sql<{ kind: string; used: number }[]>`
    select kind, used::float8 as used from quota_use where part like ${`${form}%`} and kind like '%Bytes%'`;
  expect(new Set(used.map(({ used: bytes }) => bytes))).toEqual(new Set([(await heldBytes(service)).bytes]));
  socket.destroy();
  await expect.poll(async () => (await heldBytes(service)).uploads, { timeout: 20_000 }).toBe(0);
  const left = await service.services.db.sql`select 1 from quota_use
    where part like ${`${form}%`} and kind like '%Bytes%' and used <> 0`;
  expect(left).toHaveLength(0);
});

test('[limits.quotas.uploads] an upload larger than one step is stored and counted once, with its size', async () => {
  const form = await makeForm(service, service.people.alice.key);
  const size = 5 * mb + 3;
  const { body } = await policyFor(service, form, { size });
  expect((await postParts(service, partsOf(body, Buffer.alloc(size)))).status).toBe(201);
  const used = await service.services.db.sql<{ kind: string; used: number }[]>`
    select kind, used::float8 as used from quota_use where part like ${`${form}%`} and kind like '%Bytes%' order by kind`;
  expect(used).toEqual(['storedBytes', 'unusedBytes', 'unusedBytesPerAddress'].map((kind) => ({ kind, used: size })));
});

test('[limits.quotas.uploads] one address fills its share of a form’s unused bytes, and others go on', async () => {
  const own = await startService({
    TRUST_PROXY: '1',
    QUOTAS: `form.unusedBytes=${40 * mb},form.unusedBytesPerAddress=${12 * mb}`,
  });
  const form = await makeForm(own, own.people.alice.key);
  const size = 5 * mb;
  const store = async (from: string) => {
    const { status, body } = await policyFor(own, form, { size, from });
    return status === 200 ? (await postParts(own, partsOf(body, Buffer.alloc(size)))).status : body.quota;
  };
  const replies = [];
  for (let i = 0; i < 8; i += 1) replies.push(await store('192.0.2.1'));
  expect(replies).toEqual([201, 201, ...Array.from({ length: 6 }, () => 'form.unusedBytesPerAddress')]);
  expect(await store('198.51.100.1')).toBe(201);
  await own.close();
});

test('[limits.quotas.uploads] an upload without progress gives its room to somebody who needs it, and is refused at its end if there is no room', async () => {
  const own = await startService({ QUOTAS: 'form.unusedUploads=1,form.unusedUploadsPerAddress=1' });
  const form = await makeForm(own, own.people.alice.key);
  const size = 1_000;
  const slow = await policyFor(own, form, { size });
  const other = await policyFor(own, form, { size });
  const { socket, reply } = beginUpload(own, slow.body, { size, bytes: size });
  await expect.poll(async () => (await heldBytes(own)).uploads, { timeout: 20_000 }).toBe(1);
  expect((await policyFor(own, form, { size })).body.quota).toBe('form.unusedUploads');
  own.advance(61_000);
  expect((await postParts(own, partsOf(other.body, Buffer.alloc(size)))).status).toBe(201);
  expect(await heldBytes(own)).toEqual({ uploads: 0, bytes: 0 });
  // The rest of its form comes at last.
  socket.write(end);
  await expect.poll(reply, { timeout: 20_000 }).toMatch(/^HTTP\/1.1 403 [\s\S]*<Code>QuotaExceeded<\/Code>/);
  const rows = await own.services.db.sql`select 1 from files where form = ${form}`;
  expect(rows).toHaveLength(1);
  await own.close();
});

function fileOf({ key, bucket, url }: FilePolicy, size: number) {
  return { name: 'a.bin', size, type: 'text/plain', storageKey: key, storageBucket: bucket, url };
}

const tiny = 5;

/** Stores uploads of 5 bytes from one address until its share of the form is full. */
async function fillShare(to: TestService, form: string, from: string): Promise<void> {
  for (;;) {
    const { status, body } = await policyFor(to, form, { size: tiny, from });
    if (status !== 200) return void expect(body.quota).toBe('form.unusedUploadsPerAddress');
    expect((await postParts(to, partsOf(body, Buffer.alloc(tiny)))).status).toBe(201);
  }
}

test('[limits.quotas.uploads] a full share of one address ends no upload of another, however idle, and ends its own idle ones', async () => {
  const own = await startService({ TRUST_PROXY: '1', QUOTAS: 'form.unusedUploadsPerAddress=5' });
  const form = await makeForm(own, own.people.alice.key);
  const size = 1_000;
  const [greedy, honest] = ['203.0.113.9', '198.51.100.1'];
  const begin = async (from: string) => {
    const { body } = await policyFor(own, form, { size, from });
    return beginUpload(own, body, { size, bytes: 1 });
  };
  const slow = await begin(honest);
  await begin(greedy);
  await expect.poll(async () => (await heldBytes(own)).uploads, { timeout: 20_000 }).toBe(2);
  await fillShare(own, form, greedy);
  own.advance(61_000);
  // Its own idle upload makes room for one more.
  await fillShare(own, form, greedy);
  const [{ stored } = { stored: -1 }] = await own.services.db.sql<{ stored: number }[]>`
    select count(*)::int as stored from files where form = ${form}`;
  expect(stored).toBe(5);
  expect((await heldBytes(own)).uploads).toBe(1);
  slow.socket.write(Buffer.alloc(size - 1));
  slow.socket.write(end);
  await expect.poll(slow.reply, { timeout: 20_000 }).toMatch(/^HTTP\/1.1 201 /);
  await own.close();
});

test('[limits.quotas.uploads] any byte renews the hold of an upload, and a hold that is gone is taken again where there is room', async () => {
  const own = await startService({ TRUST_PROXY: '1', QUOTAS: 'form.unusedUploads=2,form.unusedUploadsPerAddress=2' });
  const form = await makeForm(own, own.people.alice.key);
  const size = 1_000;
  const policies: FilePolicy[] = [];
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    policies.push((await policyFor(own, form, { size, from })).body);
  const slow = beginUpload(own, policies[0]!, { size, bytes: 1 });
  await expect.poll(async () => (await heldBytes(own)).uploads, { timeout: 20_000 }).toBe(1);
  const [held] = await own.services.db.sql<{ id: string }[]>`select id from upload_holds`;
  const stalled = beginUpload(own, policies[1]!, { size, bytes: 1 });
  await expect.poll(async () => (await heldBytes(own)).uploads, { timeout: 20_000 }).toBe(2);
  for (let i = 0; i < 4; i += 1) {
    own.advance(30_000);
    slow.socket.write('x');
    const isRenewed = async () =>
      (
        await own.services.db.sql`select 1 from upload_holds
          where id = ${held!.id} and time > ${new Date(own.services.clock.now() - 20_000).toISOString()}`
      ).length;
    await expect.poll(isRenewed, { timeout: 20_000 }).toBe(1);
  }
  // The form is full: of the two, the stalled one is ended, and only that one.
  expect((await postParts(own, partsOf(policies[2]!, Buffer.alloc(size)))).status).toBe(201);
  expect((await heldBytes(own)).uploads).toBe(1);
  slow.socket.write(Buffer.alloc(size - 5));
  slow.socket.write(end);
  await expect.poll(slow.reply, { timeout: 20_000 }).toMatch(/^HTTP\/1.1 201 /);
  // Once an entry took a file there is room again, so that the stalled one ends well too.
  const data = { files: [fileOf(policies[2]!, size)] };
  expect((await own.call('POST', '/entry/submit', { body: { form, data } })).status).toBe(200);
  stalled.socket.write(Buffer.alloc(size - 1));
  stalled.socket.write(end);
  await expect.poll(stalled.reply, { timeout: 20_000 }).toMatch(/^HTTP\/1.1 201 /);
  const used = await own.services.db.sql`select used::int from quota_use
    where part = ${form} and kind in ('storedBytes', 'uploads') order by kind`;
  expect(used).toEqual([{ used: 3 * size }, { used: 3 }]);
  await own.close();
});

test('[files.upload.direct] addresses of the store without a byte sent: bounded by address and form, and given up when others need the room', async () => {
  const s3 = await startS3();
  const own = await startService({
    ...s3Settings(s3.config),
    S3_DIRECT: '1',
    S3_DIRECT_UPLOADS: '1',
    TRUST_PROXY: '1',
  });
  const form = await makeForm(own, own.people.alice.key);
  const begin = async (from: string, size = 5 * gb) => {
    const { status, body } = await policyFor(own, form, { size, from });
    if (status !== 200) return body.quota;
    return (await send('POST', `${own.url}/storage/direct`, { body })).status;
  };
  const replies = [];
  for (let i = 0; i < 8; i += 1) replies.push(await begin('192.0.2.1'));
  expect(replies).toEqual([200, ...Array.from({ length: 7 }, () => 'form.unusedBytesPerAddress')]);
  expect(await begin('198.51.100.1', 5)).toBe(200);
  // Several addresses fill the form, until theirs have ended.
  for (const from of ['192.0.2.2', '192.0.2.3']) expect(await begin(from)).toBe(200);
  expect(await begin('192.0.2.4')).toBe('form.unusedBytes');
  own.advance(17 * 60_000);
  expect(await begin('192.0.2.4')).toBe(200);
  const [{ storing } = { storing: -1 }] = await own.services.db.sql<{ storing: number }[]>`
    select count(*)::int as storing from files where form = ${form} and state = 'storing'`;
  expect(storing).toBe(1);
  await own.close();
  await s3.close();
});

test('[files.upload.direct] a file that took longer than its room was kept is stored if there is room again', async () => {
  const s3 = await startS3();
  const own = await startService({
    ...s3Settings(s3.config),
    S3_DIRECT: '1',
    S3_DIRECT_UPLOADS: '1',
    TRUST_PROXY: '1',
    QUOTAS: 'form.unusedUploads=1,form.unusedUploadsPerAddress=1',
  });
  const form = await makeForm(own, own.people.alice.key);
  const size = 1_000;
  const begin = async (from: string) => {
    const { body: policy } = await policyFor(own, form, { size, from });
    const { status, body } = await send('POST', `${own.url}/storage/direct`, { body: policy });
    expect(status).toBe(200);
    return { policy, address: body as { url: string; headers: Record<string, string> } };
  };
  const done = async (policy: FilePolicy) =>
    (await send('POST', `${own.url}/storage/direct/done`, { body: policy })).status;
  const slow = await begin('192.0.2.1');
  own.advance(17 * 60_000);
  const quick = await begin('192.0.2.2');
  for (const { url, headers } of [slow.address, quick.address])
    expect((await fetch(url, { method: 'PUT', headers, body: Buffer.alloc(size) })).status).toBe(200);
  expect(await done(slow.policy)).toBe(403);
  expect(await done(quick.policy)).toBe(201);
  const data = { files: [fileOf(quick.policy, size)] };
  expect((await own.call('POST', '/entry/submit', { body: { form, data } })).status).toBe(200);
  expect(await done(slow.policy)).toBe(201);
  const used = await own.services.db.sql`select kind, used::int from quota_use
    where part = ${form} and kind in ('storedBytes', 'unusedUploads') order by kind`;
  expect(used).toEqual([
    { kind: 'storedBytes', used: 2 * size },
    { kind: 'unusedUploads', used: 1 },
  ]);
  await own.close();
  await s3.close();
});
