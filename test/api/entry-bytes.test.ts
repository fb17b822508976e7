// The bytes of entry data: counted by whatever writes or deletes an entry, in any process, and bounded by quotas of the account and
// of the form. docs/limits.md "Quotas and disk space".
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countEntryBytes } from '../../src/server/jobs/count-entry-bytes.ts';
import { createEntryBytes } from '../../src/server/quotas/entry-bytes.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
const quotas = 'entryBytes=200000,form.entryBytes=100000';
beforeAll(async () => {
  service = await startService({ QUOTAS: quotas });
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const aliceKey = () => service.people.alice.key;

async function makeForm(key = aliceKey(), more: object = {}): Promise<string> {
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'text' }] };
  return (await service.call('POST', '/form', { key, body: { formSchema: { rootElem }, ...more } })).body.id;
}

const text = (length: number) => ({ text: 'ש'.repeat(length / 2) });

async function bytesOf(form: string): Promise<{ counted: number; found: number }> {
  const [row] = await service.services.db.sql<{ counted: number; found: number }[]>`
    select c.entry_bytes::float8 as counted, (select coalesce(sum(octet_length(e.data::text)), 0)::float8 from entries e
      where e.form = c.form and e.status <> 3) as found from form_counters c where c.form = ${form}`;
  return row as { counted: number; found: number };
}

test('[limits.quotas.entry-bytes] every way to write or delete entries counts their bytes', async () => {
  const form = await makeForm();
  const key = aliceKey();
  const seen: number[] = [];
  const look = async () => {
    const { counted, found } = await bytesOf(form);
    expect(counted).toBe(found);
    seen.push(found);
  };
  const call = async (path: string, options: object) => {
    const reply = await second.call('POST', path, options);
    expect([path, reply.status]).toEqual([path, 200]);
    await look();
    return reply.body;
  };
  const submitted = await call('/entry/submit', { body: { form, data: text(500) } });
  const headers = { 'idempotency-key': 'a-key-that-is-long-enough-to-be-nobody-elses' };
  await call('/entry/submit', { key, headers, body: { form, data: text(700) } });
  await call('/entry/submit', { key, headers, body: { form, data: text(700) } });
  const draft = await call('/entry/save', { body: { form, data: text(300) } });
  const query = { bewit: draft.bewit };
  await call(`/entry/${draft.entryId}/save`, { query, body: { data: text(900) } });
  await call(`/entry/${draft.entryId}/save`, { query, body: { data: text(100) } });
  await call(`/entry/${draft.entryId}/submit`, { query, body: {} });
  await call('/entry/template', { key, body: { form, data: text(200) } });
  const made = await call(`/form/${form}/generateEntries`, { key, body: { num: 3 } });
  await call(`/entry/${made.createdEntries[0].id}/submit`, {
    query: { bewit: made.createdEntries[0].bewit },
    body: { data: text(600) },
  });
  const edited = submitted.entryId;
  await call(`/entry/${edited}/edit`, { key, body: { data: text(2000), updateMode: 'replace' } });
  await call(`/entry/${edited}/edit`, { key, body: { status: 'saved' } });
  await service.call('DELETE', `/entry/${edited}`, { key });
  await look();
  const together = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? service : second).call('POST', '/entry/submit', { body: { form, data: text(100 + 2 * i) } }),
    ),
  );
  expect(together.map(({ status }) => status)).toEqual(together.map(() => 200));
  await look();
  await call('/entry/delete', { key, body: { query: { form } } });
  expect(seen.at(-1)).toBe(0);
  expect(new Set(seen).size).toBeGreaterThan(10);
});

test('[limits.quotas.entry-bytes] a full form or account is a 403 that names the quota; deleting makes room; reads, deletes and other accounts go on', async () => {
  const key = service.people.chelsea.key;
  const [form, other] = [await makeForm(key), await makeForm(key)];
  const submit = (to: string, by?: string, length = 10_000): Promise<Reply> =>
    service.call('POST', '/entry/submit', { body: { form: to, data: text(length) }, ...(by && { key: by }) });
  const statuses: unknown[] = [];
  for (let i = 0; i < 9; i += 1) statuses.push((await submit(form)).status);
  // Strangers stop at four fifths of the form's 100 kB.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 403, 403]);
  const refused = await submit(form);
  expect([refused.status, refused.headers.get('x-service-error'), refused.body]).toEqual([
    403,
    'quotaReached',
    {
      statusCode: 403,
      error: 'Forbidden',
      message: 'There is no room left for this: a limit of the account or the form has been reached.',
      quota: 'form.entryBytes',
    },
  ]);
  await service.services.background.finished();
  const { data: notices } = (await service.call('GET', '/account/notices', { key })).body;
  expect(notices).toMatchObject([
    { kind: 'entryBytes', count: 3, detail: { limit: 'form.entryBytes', mostBytes: 80_000, form, isAnonymous: true } },
  ]);
  expect((await submit(form, key)).status).toBe(200);
  expect((await submit(form, key)).status).toBe(200);
  expect((await submit(form, key)).body.quota).toBe('form.entryBytes');
  // Of the account's 200 kB strangers have 160.
  for (let i = 0; i < 6; i += 1) expect((await submit(other)).status).toBe(200);
  expect((await submit(other)).body.quota).toBe('entryBytes');
  const usage = (await service.call('GET', '/account/usage', { key })).body.quotas;
  expect(usage.find(({ kind }: { kind: string }) => kind === 'entryBytes')).toMatchObject({
    period: 'total',
    limit: 200_000,
    anonymousLimit: 160_000,
    formLimit: 100_000,
    formAnonymousLimit: 80_000,
    used: (await bytesOf(form)).found + (await bytesOf(other)).found,
  });
  // Alice has her own.
  expect((await submit(await makeForm())).status).toBe(200);
  // What shrinks an entry, or leaves its size, is no use of a quota.
  const { data } = (await service.call('GET', '/entry', { key, query: { query: JSON.stringify({ form: other }) } }))
    .body;
  const [first] = data;
  const edit = (length: number) =>
    service.call('POST', `/entry/${first.id}/edit`, { key, body: { data: text(length), updateMode: 'replace' } });
  expect((await edit(10_000)).status).toBe(200);
  expect((await service.call('POST', '/entry/delete', { key, body: { query: { form } } })).status).toBe(200);
  await expect.poll(async () => (await submit(other)).status, { timeout: 15_000 }).toBe(200);
});

test('[limits.quotas.entry-bytes] two processes: neither goes on for longer than its numbers may be old, and no submit asks by itself', async () => {
  const key = service.people.chelsea.key;
  const form = await makeForm(key);
  const { account } = service.people.chelsea;
  let now = 0;
  let looks = 0;
  const { db, quotas: limits } = service.services;
  const counting = Object.assign(Object.create(db), {
    sql: new Proxy(db.sql, {
      apply(target, self, args) {
        looks += 1;
        return Reflect.apply(target, self, args);
      },
    }),
  });
  const bytes = createEntryBytes({ db: counting, quotas: limits }, () => now);
  const take = (amount: number) => bytes.take({ account, form, bytes: amount, isAnonymous: false });
  for (let i = 0; i < 50; i += 1) await take(10);
  expect(looks).toBe(1);
  // Another process fills the form.
  await db.sql`update form_counters set entry_bytes = 99990 where form = ${form}`;
  await take(100);
  now = 5_000;
  await take(100);
  const outcome = async () => (await take(100))?.limit;
  await expect.poll(outcome).toBe('form.entryBytes');
  expect(looks).toBe(2);
  await db.sql`update form_counters set entry_bytes = 0 where form = ${form}`;
  expect(await outcome()).toBe('form.entryBytes');
  now = 6_000;
  expect(await outcome()).toBe(undefined);
  expect(looks).toBe(3);
});

test('[limits.quotas.entry-bytes] entries from before there was a counter are counted by a job, while others write', async () => {
  const form = await makeForm();
  const { sql } = service.services.db;
  for (let i = 0; i < 5; i += 1) await service.call('POST', '/entry/submit', { body: { form, data: text(400) } });
  await sql`update form_counters set entry_bytes = -7, bytes_counted_at = null where form = ${form}`;
  const [, ...replies] = await Promise.all([
    countEntryBytes(service.services),
    ...Array.from({ length: 10 }, () => second.call('POST', '/entry/submit', { body: { form, data: text(400) } })),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const { counted, found } = await bytesOf(form);
  // The job goes by stored sizes, which have up to 4 bytes more each.
  expect(counted - found).toBeGreaterThanOrEqual(0);
  expect(counted - found).toBeLessThanOrEqual(4 * 15);
});
