// GET /entry and the same filter in POST /entry/delete.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asAlice, makeForm, memberForm, time } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, memberForm);
});
afterAll(() => service.close());

const list = (query: Record<string, unknown>): Promise<Reply> => alice('GET', '/entry', undefined, { query });
const ids = (reply: Reply): string[] =>
  reply.body.data.map((item: { id?: string; _id?: string }) => item.id ?? item._id);
const submit = async (target = form, data: object = { name: 'Ann' }) =>
  (await alice('POST', '/entry/submit', { form: target, data })).body.entry;

/** The request that a Link header asks for, sent to this service instead of PUBLIC_URL. */
async function next(reply: Reply): Promise<Reply | undefined> {
  const link = reply.headers.get('link');
  if (link === null) return undefined;
  const [, url] = /^<(http:\/\/forms\.test\/v1\.0\/entry\?[^>]*)>; rel=next$/.exec(link) ?? [];
  expect(url, link).toBeDefined();
  return service.call('GET', (url as string).slice('http://forms.test/v1.0'.length), { key: service.people.alice.key });
}

async function everyPage(query: Record<string, unknown>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let reply: Reply | undefined = await list(query); reply !== undefined; reply = await next(reply)) {
    expect(reply.status, reply.text).toBe(200);
    pages.push(ids(reply));
  }
  return pages;
}

describe('what a filter may not say', () => {
  const notAllowed = (key: string) => `"query.${key}" is not allowed`;
  const labels = '"query.status" must be one of [object, 0, 1, 2, 3, 4, 5]';
  const pattern = 'fails to match the required pattern: /^[0-9a-fA-F]{24}$/';

  test.each([
    [{ 'data.name': 'x' }, notAllowed('data.name')],
    [{ data: { name: 'x' } }, notAllowed('data')],
    [{ submitTime: '2024-01-01' }, notAllowed('submitTime')],
    [{ createTime: '2024-01-01' }, notAllowed('createTime')],
    [{ id: 'a'.repeat(24) }, notAllowed('id')],
    [{ $or: [{ status: 2 }] }, notAllowed('$or')],
    [{ $where: '1' }, notAllowed('$where')],
    [{ status: 'submitted' }, labels],
    [{ status: 6 }, labels],
    [{ status: 1.5 }, labels],
    [{ status: [2] }, labels],
    [{ status: null }, labels],
    [{ status: { $in: [2, 'saved'] } }, '"query.status.$in[1]" must be one of [0, 1, 2, 3, 4, 5]'],
    [{ status: { $gt: 1 } }, notAllowed('status.$gt')],
    [{ status: { $eq: 2, $exists: true } }, notAllowed('status.$exists')],
    [{ form: 'x' }, `"query.form" with value "x" ${pattern}`],
    [{ form: { $in: ['x'] } }, `"query.form.$in[0]" with value "x" ${pattern}`],
    [{ form: { $in: 'x' } }, '"query.form.$in" must be an array'],
    [{ form: { $gt: 'a'.repeat(24) } }, notAllowed('form.$gt')],
    [{ form: { $regex: 'a' } }, notAllowed('form.$regex')],
    // Nothing inside would match everything, and the same filter deletes.
    [{ form: {} }, '"query.form" must have at least 1 key'],
    [{ _id: { $lt: 'a'.repeat(24) } }, notAllowed('_id.$lt')],
    [{ deleted: 'true' }, '"query.deleted" must be one of [object, boolean]'],
    [{ deleted: { $in: [true] } }, notAllowed('deleted.$in')],
    [{ deleted: { $eq: 1 } }, '"query.deleted.$eq" must be a boolean'],
    [{ modifyTime: { $regex: '2024' } }, notAllowed('modifyTime.$regex')],
    [{ changedAt: 'yesterday' }, '"query.changedAt" must be one of [object, date]'],
    [{ changedAt: { $in: ['2024-01-01', 'x'] } }, '"query.changedAt.$in[1]" must be a valid date'],
  ])('[lists.filter] [lists.filter.status] %j', async (query, message) => {
    const [key = '', operator] = Object.keys(query);
    expect(operator).toBeUndefined();
    for (const [reply, source] of [
      [await list({ query }), 'query'],
      [await alice('POST', '/entry/delete', { query }), 'payload'],
    ] as const) {
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        statusCode: 400,
        error: 'Bad Request',
        message,
        validation: { source, keys: [expect.stringContaining(`query.${key}`)] },
      });
    }
  });

  test.each(['abc', '[]', 'null', '5', '"{}"', '{"form"', ''])(
    '[lists.filter.object] query that is not an object: %s',
    async (query) => {
      const reply = await list({ query });
      expect(reply.body).toEqual({
        statusCode: 400,
        error: 'Bad Request',
        message: '"query" must be of type object',
        validation: { source: 'query', keys: ['query'] },
      });
    },
  );

  test('[entries.delete.by-query] POST /entry/delete needs a query', async () => {
    expect((await alice('POST', '/entry/delete', {})).body.message).toBe('"query" is required');
    for (const query of [null, 5, 'x', []]) {
      expect((await alice('POST', '/entry/delete', { query })).body.message).toBe('"query" must be of type object');
    }
  });

  test.each([
    ['limit=2001', '"limit" must be less than or equal to 2000'],
    ['limit=0', '"limit" must be greater than or equal to 1'],
    ['limit=many', '"limit" must be a number'],
    ['limit=1.5', '"limit" must be an integer'],
    ['deleteMarkers=maybe', '"deleteMarkers" must be a boolean'],
    ['fields={"id":1}', '"fields" must be an array'],
    ['fields=[1]', '"fields[0]" must be a string'],
    ['q=x', '"q" is not allowed'],
    ['after=forged', '"after" must be a cursor from a Link header'],
    ['query={}&query={}', '"query" must be of type object'],
  ])('[lists.pages] [lists.fields] [conventions.unknown-parameters] %s', async (search, message) => {
    const reply = await service.call('GET', `/entry?${search}`, { key: service.people.alice.key });
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });

  test('[lists.pages] [lists.order] limit=2000 is allowed, sort is ignored', async () => {
    const plain = await list({ limit: 2000 });
    expect(plain.status).toBe(200);
    for (const sort of ['-createTime', '{"createTime":-1}', '']) {
      expect((await list({ limit: 2000, sort })).body).toEqual(plain.body);
    }
  });
});

describe('dates', () => {
  test('[lists.filter.dates] UTC, offsets and bare dates', async () => {
    const own = await makeForm(service, memberForm);
    const entry = await submit(own);
    const at = Date.parse(entry.changedAt);
    const offset = (hours: number, sign: '+' | '-') =>
      new Date(at + (sign === '+' ? 1 : -1) * hours * 3_600_000).toISOString().replace('Z', `${sign}0${hours}:00`);
    const find = async (changedAt: unknown) => ids(await list({ query: { form: own, changedAt } }));
    for (const same of [entry.changedAt, offset(2, '+'), offset(5, '-'), offset(2, '+').replace(/:00$/, '00')]) {
      expect(await find(same), same).toEqual([entry.id]);
      expect(await find({ $gte: same, $lte: same }), same).toEqual([entry.id]);
      expect(await find({ $gt: same }), same).toEqual([]);
      expect(await find({ $ne: same }), same).toEqual([]);
    }
    const [day = ''] = entry.changedAt.split('T');
    const dayAfter = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect(await find({ $gte: day, $lt: dayAfter })).toEqual([entry.id]);
    expect(await find({ $lt: day })).toEqual([]);
    expect(await find(`${day}T00:00:00Z`)).toEqual(await find(day));
    // Times are kept to the millisecond; finer ones in a filter are cut, not rounded.
    expect(await find(entry.changedAt.replace('Z', '999Z'))).toEqual([entry.id]);
  });

  test.each([
    '01/02/2024',
    '2024-1-2',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60:00Z',
    '2024-01-01T10:00:61Z',
    '2024-01-01T10:00:00',
    '2024-01-01 10:00:00Z',
    '2024-01-01T10:00:00+25:00',
    '2024-01-01T10:00:00 GMT',
    '20240101',
    '2024-W01-1',
    'Mon, 01 Jan 2024 10:00:00 GMT',
    '1704103200000',
    'now',
    '',
    ' 2024-01-01',
    1704103200000,
    null,
    true,
  ])('[lists.filter.dates] no date: %j', async (value) => {
    for (const key of ['modifyTime', 'changedAt']) {
      const reply = await list({ query: { [key]: { $gt: value } } });
      expect([reply.status, reply.body.message]).toEqual([400, `"query.${key}.$gt" must be a valid date`]);
    }
  });
});

describe('fields', () => {
  test('[lists.fields] only what is named, inner values by dotted paths, unknown names ignored', async () => {
    const own = await makeForm(service, memberForm);
    const data = { name: 'Bo', age: 3, items: [{ product: 'a', note: 'n' }, { product: 'b' }] };
    const entry = await submit(own, data);
    const draft = (await alice('POST', '/entry/save', { form: own, data: {} })).body.entry;
    const project = async (fields: unknown) => (await list({ query: { form: own }, fields })).body.data;
    expect(await project(['idx', 'status'])).toEqual([
      { idx: 1, status: 'submitted' },
      { idx: 2, status: 'saved' },
    ]);
    expect(await project(['id', 'data.age', 'data.items.product'])).toEqual([
      { id: entry.id, data: { age: 3, items: [{ product: 'a' }, { product: 'b' }] } },
      { id: draft.id },
    ]);
    expect(await project(['data', 'data.age'])).toEqual([{ data }, { data: {} }]);
    expect(await project(['data.age', 'data'])).toEqual([{ data }, { data: {} }]);
    expect(await project(['actions.type'])).toEqual([
      { actions: [{ type: 'submit' }] },
      { actions: [{ type: 'save' }] },
    ]);
    // A path that leads nowhere is an unknown name.
    expect(await project(['nothing', 'data.nothing', '_id', 'constructor', '__proto__', ''])).toEqual([{}, {}]);
    expect(await project([])).toEqual([{}, {}]);
    expect(await project('id,idx')).toEqual([{}, {}]);
    expect(await project(['bewit', 'submitIdx', 'submitTime'])).toEqual([
      { submitIdx: 1, submitTime: entry.submitTime },
      { bewit: draft.bewit },
    ]);
    // Whole entries are the same as from GET /entry/{entryId}, links and all.
    expect((await list({ query: { form: own } })).body.data).toEqual([entry, draft]);
  });
});

test('[entries.get] [entries.shape] an entry in a list is to the letter what GET /entry/{entryId} answers, in every status', async () => {
  const own = await makeForm(service, memberForm);
  const data = { name: 'O\'Hara "Ö" \\ \u2028 %s $1', age: 1.5 };
  const [edited, reopened, back] = [await submit(own, data), await submit(own, data), await submit(own, data)];
  service.advance(7);
  await alice('POST', `/entry/${edited.id}/edit`, { data: { name: 'later' } });
  await alice('POST', `/entry/${reopened.id}/edit`, { status: 'saved' });
  await alice('POST', `/entry/${back.id}/edit`, { status: 'saved' });
  await alice('POST', `/entry/${back.id}/submit`, { data });
  const draft = (await alice('POST', '/entry/save', { form: own, data })).body.entryId;
  const straight = (await alice('POST', '/entry/save', { form: own, data })).body.entryId;
  await alice('POST', `/entry/${straight}/edit`, { status: 'submitted' });
  await alice('POST', `/form/${own}/generateEntries`, { num: 1 });
  const template = (await alice('POST', '/entry/template', { form: own, data })).body.entryId;
  await alice('POST', '/entry/template', { form: own, data });
  await alice('PATCH', `/entry/${template}`, { name: 'Tom\'s "best" \\ תבנית' });
  const render = await submit(own, data);
  const { sql } = service.services.db;
  await sql`update entries set status = 5, submit_idx = null, submit_time = null where id = ${render.id}`;
  const { body } = await list({ query: { form: own } });
  expect(body.data).toHaveLength(9);
  expect(body.data[3].id).toBe(draft);
  for (const query of [{ query: { form: own } }, { query: { form: own }, limit: 100 }]) {
    const listed = await list(query);
    const single = await Promise.all(
      body.data.map(async (entry: { id: string }) => (await alice('GET', `/entry/${entry.id}`)).text),
    );
    expect(listed.text).toBe(`{"data":[${single.join(',')}]}`);
  }
  // The form goes with the render that was made by hand and counted nowhere.
  await alice('DELETE', `/form/${own}`);
});

describe('pages', () => {
  let own: string;
  let made: string[];
  beforeAll(async () => {
    own = await makeForm(service, memberForm);
    made = [];
    for (let count = 0; count < 25; count += 1) made.push((await submit(own)).id);
  });

  test('[lists.order] [lists.pages] [conventions.lists] oldest first; Link leads to the end; the last page has none', async () => {
    const query = { form: own };
    expect(await everyPage({ query })).toEqual([made]);
    expect(await everyPage({ query, limit: 25 })).toEqual([made]);
    expect(await everyPage({ query, limit: 10 })).toEqual([made.slice(0, 10), made.slice(10, 20), made.slice(20)]);
    expect((await everyPage({ query, limit: 1 })).flat()).toEqual(made);
    expect(await everyPage({ query: { ...query, status: 0 }, limit: 1 })).toEqual([[]]);
  });

  test('[lists.pages] the Link keeps every other parameter, odd characters included', async () => {
    const search = `query=${encodeURIComponent(JSON.stringify({ form: own }))}&fields=["data.what?","id"]&sort=a&limit=2`;
    const first = await service.call('GET', `/entry?${search}&locale=he`, { key: service.people.alice.key });
    expect(ids(first)).toEqual(made.slice(0, 2));
    const url = new URL((first.headers.get('link') ?? '').slice(1).split('>')[0] ?? '');
    expect(url.origin + url.pathname).toBe('http://forms.test/v1.0/entry');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      query: JSON.stringify({ form: own }),
      fields: '["data.what?","id"]',
      sort: 'a',
      limit: '2',
      locale: 'he',
      after: expect.any(String),
    });
    expect(ids((await next(first)) as Reply)).toEqual(made.slice(2, 4));
  });

  test('[lists.pages.cursor] a cursor is opaque: changed, foreign or made-up ones are refused', async () => {
    const first = await list({ query: { form: own }, limit: 2 });
    const cursor =
      new URL((first.headers.get('link') ?? '').slice(1).split('>')[0] ?? '').searchParams.get('after') ?? '';
    expect(cursor).not.toContain(made[1]);
    const flipped = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
    const lastFlipped = cursor.slice(0, -3) + (cursor.slice(-3) === 'AAA' ? 'BBB' : 'AAA');
    for (const after of [flipped, lastFlipped, `${cursor}AAAA`, cursor.slice(0, 12), made[1], "' or 1=1 --"]) {
      const reply = await list({ query: { form: own }, limit: 2, after });
      expect([after, reply.status, reply.body.message]).toEqual([
        after,
        400,
        '"after" must be a cursor from a Link header',
      ]);
    }
  });

  test("[conventions.accounts] another account's cursor shows nothing of ours", async () => {
    const first = await list({ query: { form: own }, limit: 2 });
    const path = (first.headers.get('link') ?? '').slice(1).split('>')[0]?.slice('http://forms.test/v1.0'.length) ?? '';
    const reply = await service.call('GET', path, { key: service.people.chelsea.key });
    expect(reply.body).toEqual({ data: [] });
  });

  test('[lists.pages] pages stay right while entries come, go and change between them', async () => {
    const query = { form: own };
    const first = await list({ query, limit: 10 });
    expect(ids(first)).toEqual(made.slice(0, 10));
    const [inFirst, lastOfFirst, inSecond, inThird] = [made[2], made[9], made[12], made[22]] as string[];
    for (const gone of [inFirst, lastOfFirst, inSecond]) await alice('DELETE', `/entry/${gone}`);
    await alice('POST', `/entry/${inThird}/edit`, { data: { name: 'Changed' } });
    const come = (await submit(own)).id;
    const second = (await next(first)) as Reply;
    expect(ids(second)).toEqual(made.slice(10, 21).filter((one) => one !== inSecond));
    await alice('DELETE', `/entry/${made[20]}`);
    const third = (await next(second)) as Reply;
    expect(ids(third)).toEqual([...made.slice(21), come]);
    expect(third.body.data[1]).toMatchObject({ id: inThird, data: { name: 'Changed' } });
    expect(third.headers.get('link')).toBeNull();
  });

  test('[lists.pages] without limit everything comes, in pieces', async () => {
    const many = await makeForm(service, memberForm);
    const generated = await alice('POST', `/form/${many}/generateEntries`, { num: 2345 });
    const expected = generated.body.createdEntries.map((entry: { id: string }) => entry.id);
    const reply = await list({ query: { form: many } });
    expect(reply.headers.get('content-length')).toBeNull();
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('link')).toBeNull();
    expect(ids(reply)).toEqual(expected);
    expect((await everyPage({ query: { form: many }, limit: 1000, fields: ['id'] })).flat()).toEqual(expected);
    expect(ids(await list({ query: { form: { $in: [many.toUpperCase()] } }, fields: ['id'] }))).toEqual(expected);

    // Beside another account's submits pages are read in pieces; nobody sees where one ends.
    const chelsea = { key: service.people.chelsea.key };
    const { id: hers } = (await service.call('POST', '/form', { ...chelsea, body: memberForm })).body;
    const incomplete = { ...chelsea, body: { form: hers, data: {} } };
    let isOver = false;
    const submits = (async () => {
      while (!isOver) expect((await service.call('POST', '/entry/submit', incomplete)).status).toBe(400);
    })();
    const pages = await everyPage({ query: { form: many }, limit: 1100 });
    const first = await list({ query: { form: many }, limit: 2000 });
    // A page that has begun keeps its turn: one that went back into the queue with what it has read would fill the memory with many others.
    const turns = vi.spyOn(service.services.longReads, 'run');
    await Promise.all(Array.from({ length: 5 }, () => list({ query: { form: many }, limit: 2000 })));
    expect(turns).toHaveBeenCalledTimes(5);
    turns.mockRestore();
    isOver = true;
    await submits;
    expect(pages.map(({ length }) => length)).toEqual([1100, 1100, 145]);
    expect(pages.flat()).toEqual(expected);
    expect(first.text).toBe(JSON.stringify({ data: reply.body.data.slice(0, 2000) }));
    expect((await next(first))?.body.data).toEqual(reply.body.data.slice(2000));
  });
});

describe('deletion markers', () => {
  test('[lists.markers] deleted entries in their place, those of deleted forms on the first page only', async () => {
    const [own, gone] = [await makeForm(service, memberForm), await makeForm(service, memberForm)];
    const entries = [await submit(own), await submit(own), await submit(own), await submit(own)];
    const removed = [await submit(gone), await submit(gone)].map((entry) => entry.id);
    await alice('DELETE', `/entry/${entries[1].id}`);
    await alice('DELETE', `/entry/${removed[0]}`);
    const before = (await list({ query: { form: gone }, deleteMarkers: true })).body.data;
    service.advance(5);
    await alice('DELETE', `/form/${gone}`);
    const query = { form: { $in: [own, gone] } };
    expect(ids(await list({ query }))).toEqual([entries[0].id, entries[2].id, entries[3].id]);

    const first = await list({ query, deleteMarkers: true, limit: 2 });
    const marker = (one: string) => ({ _id: one, deletedAt: time });
    expect(first.body.data).toEqual([entries[0], marker(entries[1].id), marker(removed[0]), marker(removed[1])]);
    // An entry that was deleted before its form keeps its own time.
    expect(first.body.data[2]).toEqual(before[0]);
    const second = (await next(first)) as Reply;
    expect(second.body.data).toEqual([entries[2], entries[3]]);
    expect(second.headers.get('link')).toBeNull();
    const whole = await list({ query, deleteMarkers: true });
    expect(ids(whole)).toEqual([...entries.map((entry) => entry.id), ...removed]);
    // A marker is _id and deletedAt, whatever fields say.
    const projected = await list({ query: { form: gone }, deleteMarkers: true, fields: ['idx'] });
    expect(projected.body.data).toEqual(removed.map(marker));
    expect(
      (await service.call('GET', '/entry?deleteMarkers=true', { key: service.people.chelsea.key })).body.data,
    ).toEqual([]);
  });

  test('[lists.deleted] a deleted entry is never listed as an entry', async () => {
    const own = await makeForm(service, memberForm);
    const entry = await submit(own);
    await alice('DELETE', `/entry/${entry.id}`);
    for (const query of [{}, { status: 3 }, { deleted: true }, { _id: entry.id }, { status: { $in: [2, 3] } }]) {
      expect(ids(await list({ query: { form: own, ...query } }))).toEqual([]);
    }
    const find = async (query: object) =>
      (await list({ query: { form: own, ...query }, deleteMarkers: true })).body.data;
    for (const query of [
      {},
      { status: 3 },
      { deleted: true },
      { deleted: { $ne: false } },
      { status: { $in: [2, 3] } },
    ]) {
      expect(await find(query)).toEqual([{ _id: entry.id, deletedAt: time }]);
    }
    for (const query of [{ status: 2 }, { deleted: false }, { deleted: { $ne: true } }]) {
      expect(await find(query)).toEqual([]);
    }
  });
});

test('[lists.pages] behind a proxy that adds a path, Link names the address people see', async () => {
  const proxied = await startService({ API_URL: 'https://example.org/forms/v1.0' });
  try {
    const { key } = proxied.people.alice;
    const target = await makeForm(proxied, memberForm);
    await proxied.call('POST', `/form/${target}/generateEntries`, { key, body: { num: 2 } });
    const reply = await proxied.call('GET', '/entry?limit=1', { key });
    expect(reply.headers.get('link')).toMatch(
      /^<https:\/\/example\.org\/forms\/v1\.0\/entry\?limit=1&after=[\w-]+>; rel=next$/,
    );
  } finally {
    await proxied.close();
  }
});

test('[limits.memory] [lists.large] pages with a large entry: each is finished before as many others are in memory', async () => {
  const large = await makeForm(service, memberForm);
  await submit(large, { name: 'x'.repeat(6_000) });
  const { longReads } = service.services;
  let [begun, most] = [0, 0];
  const { run, goOn } = longReads;
  const begin = vi.spyOn(longReads, 'run').mockImplementation((account, work, signal) =>
    run(
      account,
      (rest) => {
        begun += 1;
        most = Math.max(most, begun);
        return work(rest);
      },
      signal,
    ),
  );
  const finish = vi.spyOn(longReads, 'goOn').mockImplementation((account, work, signal) =>
    goOn(
      account,
      () => {
        begun -= 1;
        return work();
      },
      signal,
    ),
  );
  const replies = await Promise.all(Array.from({ length: 12 }, () => list({ query: { form: large }, limit: 2_000 })));
  begin.mockRestore();
  finish.mockRestore();
  expect(replies.map((reply) => ids(reply).length)).toEqual(Array(12).fill(1));
  // Two at once at most, and those whose place the next one took before they went on.
  expect(most).toBeLessThanOrEqual(4);
  expect(begun).toBe(0);
});
