// Upload policies obey the form, and what strangers upload is bounded. docs/limits.md "Files and uploads".
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { holdUpload } from '../../src/server/quotas/upload-quota.ts';
import { startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { type FilePolicy, partsOf, postParts, upload } from '../support/upload.ts';

let service: TestService;
const quotas = [
  'form.unusedUploads=6,form.unusedUploadsPerAddress=4,form.unusedBytes=1000,storedBytes=5000,form.storedBytes=2000',
  'form.uploads=20,uploads=0',
].join(',');
beforeAll(async () => {
  service = await startService({ QUOTAS: quotas, TRUST_PROXY: '1' });
});
afterAll(() => service.close());

async function makeForm(children: object[], access?: object): Promise<string> {
  const rootElem = { type: 'cSection', name: 'root', children };
  const { key } = service.people.alice;
  const body = { formSchema: { rootElem }, ...(access && { access }) };
  return (await service.call('POST', '/form', { key, body })).body.id;
}

const field = { type: 'fFile', name: 'files' };
const text = { name: 'a.txt', size: 10, type: 'text/plain' };

interface Asked {
  readonly body?: object;
  readonly query?: Record<string, string>;
  readonly from?: string;
  readonly key?: string;
}

function policy(form: string, { body = {}, query = {}, from = '192.0.2.1', key }: Asked = {}): Promise<Reply> {
  const headers = { 'x-forwarded-for': from };
  const options = { body: { ...text, ...body }, query, headers, ...(key !== undefined && { key }) };
  return service.call('POST', `/form/${form}/uploadPolicy`, options);
}

async function store(form: string, asked: Asked = {}): Promise<number> {
  const reply = await policy(form, asked);
  if (reply.status !== 200) return reply.status;
  const size = (asked.body as { size?: number } | undefined)?.size ?? text.size;
  return (await postParts(service, partsOf(reply.body as FilePolicy, Buffer.alloc(size)))).status;
}

async function used(kind: string, part = ''): Promise<number> {
  const rows = await service.services.db.sql<{ used: number }[]>`
    select used from quota_use where account = ${service.people.alice.account} and kind = ${kind} and part = ${part}`;
  return rows[0]?.used ?? 0;
}

const refusal = { statusCode: 403, error: 'Forbidden', message: 'You cannot upload this file for this form' };

test('[files.policy.form] a file that no file field of the form takes is refused: type, size', async () => {
  const form = await makeForm([
    { ...field, name: 'small', fileTypes: ['image/*', '.PDF'], fileMaxSize: 100 },
    {
      type: 'cRepeat',
      name: 'rows',
      children: [{ ...field, name: 'large', fileTypes: ['text/csv'], fileMaxSize: 500 }],
    },
  ]);
  const cases: [object, number][] = [
    [{ name: 'a.png', type: 'image/png', size: 100 }, 200],
    [{ name: 'a.png', type: 'image/png', size: 101 }, 403],
    [{ name: 'a.pdf', type: '', size: 1 }, 200],
    [{ name: 'a.csv', type: 'text/csv; charset=utf-8', size: 500 }, 200],
    [{ name: 'a.csv', type: 'text/csv', size: 501 }, 403],
    [{ name: 'a.exe', type: 'application/x-msdownload', size: 1 }, 403],
    [{ name: 'a.csv', type: '', size: 1 }, 403],
  ];
  for (const [body, status] of cases) {
    const reply = await policy(form, { body });
    expect([body, reply.status]).toEqual([body, status]);
    if (status === 403) expect(reply.body).toEqual(refusal);
  }
  // A name that storage refuses is reported as before.
  expect((await policy(form, { body: { name: 'a/b', type: 'x/y' } })).body.message).toBe('Invalid file name');
});

test('[files.policy.form] a closed form takes files only for drafts that there are, and from its account', async () => {
  const { alice, chelsea } = service.people;
  const form = await makeForm([field]);
  const other = await makeForm([field]);
  const draft = async (of: string) => (await service.call('POST', '/entry/save', { body: { form: of } })).body;
  const [own, foreign] = [await draft(form), await draft(other)];
  const done = await draft(form);
  await service.call('POST', `/entry/${done.entryId}/submit`, { query: { bewit: done.bewit }, body: {} });
  const access = { isDisabled: true, disabledMessage: 'Come back in May.' };
  await service.call('PATCH', `/form/${form}`, { key: alice.key, body: { access } });

  const closed = await policy(form);
  expect([closed.status, closed.body.message]).toEqual([403, 'Come back in May.']);
  const asked: [Asked, number][] = [
    [{ body: { entry: own.entryId }, query: { bewit: own.bewit } }, 200],
    [{ body: { entry: own.entryId } }, 403],
    [{ body: { entry: own.entryId }, query: { bewit: foreign.bewit } }, 401],
    [{ body: { entry: foreign.entryId }, query: { bewit: foreign.bewit } }, 403],
    [{ body: { entry: done.entryId }, query: { bewit: done.bewit } }, 403],
    [{ key: alice.key }, 200],
    [{ key: alice.key, body: { entry: own.entryId } }, 200],
    [{ key: chelsea.key }, 403],
    [{ body: { entry: 'x' } }, 400],
  ];
  for (const [options, status] of asked)
    expect([options, (await policy(form, options)).status]).toEqual([options, status]);
  // And the draft can be finished with the file.
  const leave = await policy(form, { body: { entry: own.entryId }, query: { bewit: own.bewit } });
  expect((await postParts(service, partsOf(leave.body, Buffer.alloc(10)))).status).toBe(201);
  const file = { ...text, storageKey: leave.body.key, storageBucket: leave.body.bucket, url: leave.body.url };
  const body = { data: { files: [file] } };
  const sent = await service.call('POST', `/entry/${own.entryId}/submit`, { query: { bewit: own.bewit }, body });
  expect(sent.status).toBe(200);
});

test('[limits.quotas] unused uploads of strangers are bounded by address and by form; a used one makes room again', async () => {
  const form = await makeForm([field]);
  for (let i = 0; i < 4; i += 1) expect(await store(form)).toBe(201);
  const full = await policy(form);
  expect([full.status, full.headers.get('x-service-error'), full.body.quota]).toEqual([
    403,
    'quotaReached',
    'form.unusedUploadsPerAddress',
  ]);
  // Another spelling or a neighbour of the same /64 is the same stranger.
  const elsewhere = ['2001:db8::1', '2001:DB8:0::2'];
  for (const from of elsewhere) expect(await store(form, { from })).toBe(201);
  expect((await policy(form, { from: '198.51.100.7' })).body.quota).toBe('form.unusedUploads');
  expect(await store(form, { key: service.people.alice.key })).toBe(201);

  const file = await uploadedFile(form);
  expect((await service.call('POST', '/entry/submit', { body: { form, data: { files: [file] } } })).status).toBe(200);
  expect(await store(form)).toBe(201);
  expect(await store(form)).toBe(403);
  // What nobody used goes after a day, and what it took with it.
  service.advance(25 * 3_600_000);
  await removeFiles(service.services);
  expect([await used('unusedUploads', form), await used('unusedBytes', form)]).toEqual([0, 0]);
  expect(await used('storedBytes', form)).toBe(10);
  expect(await store(form)).toBe(201);
});

/** One of the uploads, as an entry names it. */
async function uploadedFile(form: string): Promise<object> {
  const [row] = await service.services.db.sql<{ key: string }[]>`
    select storage_key as key from files where form = ${form} and stranger is not null order by storage_key limit 1`;
  return { ...text, storageKey: row?.key, storageBucket: 'formstead', url: 'http://forms.test/' };
}

test('[limits.quotas] bytes: unused by strangers, of the form, of the account; freed when the entry is deleted', async () => {
  const { alice } = service.people;
  const form = await makeForm([field]);
  expect(await store(form, { body: { size: 999 } })).toBe(201);
  expect((await policy(form, { body: { size: 2 } })).body.quota).toBe('form.unusedBytes');
  expect(await store(form, { key: alice.key, body: { size: 1001 } })).toBe(201);
  expect((await policy(form, { key: alice.key, body: { size: 1 } })).body.quota).toBe('form.storedBytes');
  const before = await used('storedBytes');
  const second = await makeForm([field]);
  expect(await store(second, { key: alice.key, body: { size: 2000 } })).toBe(201);
  const third = await makeForm([field]);
  const left = 5000 - before - 2000;
  expect((await policy(third, { key: alice.key, body: { size: left + 1 } })).body.quota).toBe('storedBytes');
  expect((await policy(third, { key: alice.key, body: { size: left } })).status).toBe(200);
  // Strangers stop at four fifths.
  expect((await policy(third, { body: { size: left } })).body.quota).toBe('storedBytes');
  await service.call('DELETE', `/form/${second}`, { key: alice.key });
  await removeFiles(service.services);
  expect(await used('storedBytes')).toBe(before);
  expect(await used('storedBytes', second)).toBe(0);
});

test('[limits.quotas] uploads of two processes at once never hold more than the limit; failures give it back', async () => {
  const form = await makeForm([field]);
  const { services } = service;
  const loaded = await services.forms.getFresh(form);
  const other = await startSecondService(service);
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) =>
      holdUpload({ form: loaded, stranger: `s${i}`, size: 100 }, i % 2 === 0 ? services : other.services),
    ),
  );
  await other.close();
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect([await used('unusedUploads', form), await used('unusedBytes', form)]).toEqual([6, 600]);
  // Their processes ended: a job gives it back.
  service.advance(7 * 3_600_000);
  await removeFiles(services);
  expect([await used('unusedUploads', form), await used('storedBytes', form)]).toEqual([0, 0]);
  expect(await services.db.sql`select 1 from upload_holds`).toHaveLength(0);

  const reply = await policy(form, { body: { size: 100 } });
  expect((await postParts(service, partsOf(reply.body, Buffer.alloc(99)))).status).toBe(400);
  expect([await used('unusedUploads', form), await used('storedBytes', form)]).toEqual([0, 0]);
  expect(readdirSync(join(service.dataDir, 'files', 'unfinished'))).toEqual([]);
});

test('[limits.quotas] a policy from before the limit was reached is refused at the upload, and nothing is stored', async () => {
  const form = await makeForm([field]);
  const policies = await Promise.all(Array.from({ length: 6 }, () => policy(form)));
  const replies = [];
  for (const { body } of policies) replies.push(await postParts(service, partsOf(body, Buffer.alloc(10))));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 403, 403]);
  expect(replies[5]?.text).toContain('<Code>QuotaExceeded</Code>');
  const [{ count } = { count: -1 }] = await service.services.db.sql<{ count: number }[]>`
    select count(*)::int as count from files where form = ${form}`;
  expect(count).toBe(4);
});

test('[limits.quotas] uploads a day: the owner keeps the last fifth, tomorrow there is room again', async () => {
  const { alice } = service.people;
  const form = await makeForm([{ ...field, fileMaxNum: 200 }]);
  const sql = service.services.db.sql;
  const day = service.services.quotas.today();
  await sql`insert into quota_use (account, kind, part, day, used) values (${alice.account}, 'uploads', ${form}, ${day}, 16)`;
  const refused = await policy(form, { query: { locale: 'he' } });
  expect([refused.status, refused.body.quota, refused.body.message]).toEqual([
    429,
    'form.uploads',
    'המכסה להיום נוצלה. אפשר לנסות שוב מחר.',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  for (let i = 0; i < 4; i += 1) {
    await upload(
      { ...service, call: (method, path, options) => service.call(method, path, { ...options, key: alice.key }) },
      form,
      {
        ...text,
        content: Buffer.alloc(1),
      },
    );
  }
  expect((await policy(form, { key: alice.key })).status).toBe(429);
  service.advance(Number(refused.headers.get('retry-after')) * 1000);
  expect((await policy(form)).status).toBe(200);
});
