// Lists whose entries are too large to be read at once: the same entries, order and links as ever.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
let form: string;
let ids: string[];
beforeAll(async () => {
  service = await startService();
  key = service.people.alice.key;
  form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fLngTxt', name: 'a' }) } });
  ids = [];
  // Large and small in turn, drafts among them; more than 4 MB together.
  for (let n = 0; n < 36; n += 1) {
    const length = n % 3 === 0 ? 900_000 : n % 3 === 1 ? 10 : 6_000;
    const letters = n % 2 === 0 ? 'é' : `${n} `;
    const data = { a: letters.repeat(length).slice(0, length / (n % 2 === 0 ? 2 : 1)) };
    const kind = n % 4 === 0 ? 'save' : 'submit';
    ids.push((await service.call('POST', `/entry/${kind}`, { key, body: { form, data } })).body.entryId);
  }
  await service.call('DELETE', `/entry/${ids[3]}`, { key });
});
afterAll(() => service.close());

const list = (query: Record<string, unknown>) => service.call('GET', '/entry', { key, query });

async function follow(query: Record<string, unknown>): Promise<Reply[]> {
  const pages = [await list(query)];
  for (let link = pages[0]?.headers.get('link'); link; link = pages.at(-1)?.headers.get('link')) {
    const address = (link.slice(1).split('>')[0] as string).replace('http://forms.test/v1.0', '');
    pages.push(await service.call('GET', address, { key }));
  }
  return pages;
}

test('[lists.large] large entries among small ones, to the letter what GET /entry/{entryId} answers, in order', async () => {
  const wanted = ids.filter((id) => id !== ids[3]);
  const single = new Map<string, string>();
  for (const id of wanted) single.set(id, (await service.call('GET', `/entry/${id}`, { key })).text);
  const expected = `{"data":[${wanted.map((id) => single.get(id)).join(',')}]}`;
  expect((await list({ query: { form } })).text === expected).toBe(true);
  expect((await list({ query: { form }, limit: 2000 })).text === expected).toBe(true);
  for (const limit of [1, 5, 12]) {
    const pages = await follow({ query: { form }, limit });
    expect(pages.map(({ body }) => body.data.length)).toEqual(
      Array.from({ length: Math.ceil(35 / limit) }, (_, page) => Math.min(limit, 35 - page * limit)),
    );
    const texts = pages.map(({ text }) => text.slice('{"data":['.length, -']}'.length)).join(',');
    expect(`{"data":[${texts}]}` === expected).toBe(true);
  }
});

test('[lists.fields] [lists.large] of large entries; deleted ones are markers in their place', async () => {
  const whole = await list({ query: { form }, fields: ['id', 'data.a', 'status'], deleteMarkers: true, limit: 36 });
  expect(whole.headers.get('link')).toBeNull();
  expect(whole.body.data.map((item: { id?: string; _id?: string }) => item.id ?? item._id)).toEqual(ids);
  expect(whole.body.data[3]).toEqual({ _id: ids[3], deletedAt: expect.any(String) });
  expect(whole.body.data[0].data.a).toHaveLength(450_000);
  const newest = await service.call('GET', `/form/${form}/entries`, {
    key,
    query: { limit: 40, fields: ['id', 'data'] },
  });
  const shown = newest.body.data.map((item: { id: string }) => item.id);
  expect(shown).toEqual(ids.filter((id) => id !== ids[3]).reverse());
});

test('[lists.markers] of a deleted form with very many entries: all on the first page, by id; a poller gets the recent ones', async () => {
  const { account } = service.people.alice;
  const { sql } = service.services.db;
  await sql`insert into entry_markers (id, account, form, deleted_at)
    select lpad(to_hex(n * 7919 % 25013), 24, '0'), ${account}, ${'f'.repeat(24)},
      case when n <= 3 then '2024-05-01T10:00:00.120Z' else '2020-01-01T00:00:00Z' end::timestamptz
    from generate_series(1, 25012) as n`;
  const first = await list({ query: {}, fields: ['id'], limit: 10, deleteMarkers: true });
  const markers = first.body.data.slice(10);
  expect(markers).toHaveLength(25_012);
  const markerIds = markers.map((marker: { _id: string }) => marker._id);
  expect(markerIds).toEqual([...markerIds].sort());
  expect(new Set(markerIds).size).toBe(25_012);
  const pages = await follow({ query: {}, fields: ['id'], limit: 10, deleteMarkers: true });
  expect(pages.slice(1).flatMap(({ body }) => body.data)).toHaveLength(26);
  const query = { form: 'f'.repeat(24), changedAt: { $gt: '2023-01-01' } };
  const recent = await list({ query, limit: 10, deleteMarkers: true });
  expect(recent.body.data).toHaveLength(3);
  expect(recent.body.data[0].deletedAt).toBe('2024-05-01T10:00:00.120Z');
  // Each page costs its own size, also before the planner has statistics: none sorts what is left for later pages.
  const [{ plan } = { plan: '' }] = await explain(account);
  expect(plan).not.toContain('Sort');

  async function explain(of: string): Promise<{ plan: string }[]> {
    const lines = await sql`explain select m.id from entry_markers m
      where m.account = ${of} and m.id > ${'0'.repeat(24)} order by m.id limit 10000`;
    return [{ plan: lines.map((line) => Object.values(line)[0]).join('\n') }];
  }
});

test('[lists.markers] markers of one time and of several are written alike; pieces join without a gap', async () => {
  const { sql } = service.services.db;
  const other = service.people.chelsea;
  const count = 22_500;
  await sql`insert into entry_markers (id, account, form, deleted_at)
    select lpad(to_hex(${1 << 20} + n), 24, '0'), ${other.account}, ${'e'.repeat(24)},
      case when n = 22001 then '2024-05-01T10:00:00.120Z' else '2020-01-01T00:00:00Z' end::timestamptz
    from generate_series(1, ${count}::int) as n`;
  const page = async (query: Record<string, unknown>) =>
    (await service.call('GET', '/entry', { key: other.key, query: { ...query, deleteMarkers: true } })).body.data;
  const whole = await page({ limit: 10 });
  const expected = Array.from({ length: count }, (_, at) => ({
    _id: ((1 << 20) + at + 1).toString(16).padStart(24, '0'),
    deletedAt: at === 22_000 ? '2024-05-01T10:00:00.120Z' : '2020-01-01T00:00:00.000Z',
  }));
  expect(whole).toEqual(expected);
  expect(await page({})).toEqual(expected);
  expect(await page({ limit: 10, query: { changedAt: { $gt: '2021-01-01' } } })).toEqual([expected[22_000]]);
  expect(await page({ limit: 10, query: { changedAt: { $gt: '2025-01-01' } } })).toEqual([]);
});

test('[lists.markers] the first list after a form with many entries was deleted does not look at each of them', async () => {
  // Whoever looks at the table at that moment, as the database's own statistics do, keeps it from being marked: then once more.
  let looks = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 16 && looks >= 1_000; attempt += 1) {
    // On a busy machine such a look takes seconds.
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 500));
    looks = await looksAfterDeletion();
  }
  expect(looks).toBeLessThan(1_000);
});

async function looksAfterDeletion(): Promise<number> {
  const { account } = service.people.bob;
  const { db } = service.services;
  const large = await makeForm(service, { formSchema: { rootElem: root({ type: 'fInput', name: 'a' }) } });
  await db.sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
      create_time, modify_time, changed_at, submit_time)
    select ${large.slice(0, 12)} || lpad(to_hex(n), 12, '0'), ${account}, ${large}, 2, n, n, '{}', '[]', '[]', '[]',
      now(), now(), now(), now() from generate_series(1, 6000) as n`;
  expect((await service.call('DELETE', `/form/${large}`, { key })).status).toBe(200);
  return db.transaction(async (tx) => {
    await tx`set local enable_seqscan = off`;
    await tx`set local enable_bitmapscan = off`;
    const lines = await tx`explain (analyze, format text)
      select e.id from entries e where e.account = ${account} and e.id > ${large.slice(0, 12)} order by e.account, e.id`;
    const plan = lines.map((line) => Object.values(line)[0]).join('\n');
    return Number(/Heap Fetches: (\d+)/.exec(plan)?.[1]);
  });
}
