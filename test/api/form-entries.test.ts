// GET /form/{formId}/entries, the newest-first list for tables, and GET /entry/count. Random filters of both against an
// oracle are in entry-lists.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAlice, makeForm, memberForm } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
let made: string[];

beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, memberForm);
  const other = await makeForm(service, memberForm);
  made = [];
  for (let count = 0; count < 60; count += 1) {
    made.unshift(
      (await alice('POST', '/entry/submit', { form, data: { name: `n${count}`, age: count } })).body.entryId,
    );
    if (count % 20 === 0) await alice('POST', '/entry/submit', { form: other, data: { name: 'other' } });
  }
});
afterAll(() => service.close());

const list = (query: Record<string, unknown> = {}, target = form): Promise<Reply> =>
  alice('GET', `/form/${target}/entries`, undefined, { query });
const ids = (reply: Reply): string[] => reply.body.data.map((entry: { id: string }) => entry.id);

async function next(reply: Reply): Promise<Reply | undefined> {
  const link = reply.headers.get('link');
  if (link === null) return undefined;
  const [, path] = /^<http:\/\/forms\.test\/v1\.0(\/form\/[0-9a-f]{24}\/entries\?[^>]*)>; rel=next$/.exec(link) ?? [];
  expect(path, link).toBeDefined();
  return alice('GET', path as string);
}

describe('the list', () => {
  test('[lists.table] newest first, 50 unless told; Link leads to the end', async () => {
    const first = await list();
    expect(ids(first)).toEqual(made.slice(0, 50));
    const second = (await next(first)) as Reply;
    expect(ids(second)).toEqual(made.slice(50));
    expect(second.headers.get('link')).toBeNull();
    expect(ids(await list({ limit: 500 }))).toEqual(made);
    const pages: string[][] = [];
    for (let reply: Reply | undefined = await list({ limit: 25 }); reply !== undefined; reply = await next(reply)) {
      pages.push(ids(reply));
    }
    expect(pages).toEqual([made.slice(0, 25), made.slice(25, 50), made.slice(50)]);
  });

  test('[lists.table] entries are to the letter those of GET /entry/{entryId}; fields choose as in GET /entry', async () => {
    const [one, two] = await Promise.all(made.slice(0, 2).map((id) => alice('GET', `/entry/${id}`)));
    expect((await list({ limit: 2 })).text).toBe(`{"data":[${one?.text},${two?.text}]}`);
    const projected = await list({ limit: 2, fields: ['idx', 'data.age', 'nothing'] });
    expect(projected.body).toEqual({
      data: [
        { idx: 60, data: { age: 59 } },
        { idx: 59, data: { age: 58 } },
      ],
    });
  });

  test('[lists.table] filters by status and times; deleted entries never', async () => {
    const own = await makeForm(service, memberForm);
    const before = new Date(service.services.clock.now()).toISOString();
    const submitted = (await alice('POST', '/entry/submit', { form: own, data: { name: 'x' } })).body.entryId;
    const draft = (await alice('POST', '/entry/save', { form: own, data: { name: 'x' } })).body.entryId;
    const template = (await alice('POST', '/entry/template', { form: own, data: { name: 'x' } })).body.entryId;
    const gone = (await alice('POST', '/entry/submit', { form: own, data: { name: 'x' } })).body.entryId;
    await alice('DELETE', `/entry/${gone}`);
    service.advance(3 * 86_400_000);
    const later = new Date(service.services.clock.now()).toISOString();
    await alice('POST', `/entry/${submitted}/edit`, { data: { name: 'edited' } });
    const find = async (query: object) => ids(await list({ query, fields: ['id'] }, own));
    expect(await find({})).toEqual([template, draft, submitted]);
    expect(await find({ status: 2 })).toEqual([submitted]);
    expect(await find({ status: { $in: [1, 4] } })).toEqual([template, draft]);
    expect(await find({ _id: { $ne: draft } })).toEqual([template, submitted]);
    expect(await find({ status: 3 })).toEqual([]);
    expect(await find({ deleted: true })).toEqual([]);
    for (const key of ['changedAt', 'modifyTime']) {
      expect(await find({ [key]: { $gte: later } })).toEqual([submitted]);
      expect(await find({ [key]: { $lt: later } })).toEqual([template, draft]);
      expect(await find({ [key]: { $gte: before, $lt: later } })).toEqual([template, draft]);
      expect(await find({ [key]: { $lt: before } })).toEqual([]);
      expect(await find({ [key]: { $gt: '9999-12-31' } })).toEqual([]);
      expect(await find({ [key]: { $gt: '0001-01-01', $lte: '9999-12-31' } })).toEqual([template, draft, submitted]);
    }
    service.advance(-3 * 86_400_000);
  });

  test('[lists.table] what came meanwhile does not move the pages that follow', async () => {
    const own = await makeForm(service, memberForm);
    const generated = await alice('POST', `/form/${own}/generateEntries`, { num: 6 });
    const [e0, e1, e2, e3, e4, e5] = generated.body.createdEntries.map((entry: { id: string }) => entry.id);
    const first = await list({ limit: 2 }, own);
    expect(ids(first)).toEqual([e5, e4]);
    await alice('POST', `/form/${own}/generateEntries`, { num: 3 });
    await alice('DELETE', `/entry/${e4}`);
    await alice('DELETE', `/entry/${e2}`);
    const second = (await next(first)) as Reply;
    expect(ids(second)).toEqual([e3, e1]);
    expect(ids((await next(second)) as Reply)).toEqual([e0]);
  });
});

describe('the entry with a number', () => {
  test('[lists.table] idx finds one entry of the form, wherever its id is among the others', async () => {
    for (const idx of [1, 2, 30, 59, 60]) {
      expect((await list({ idx, fields: ['id', 'idx'] })).body).toEqual({ data: [{ id: made[60 - idx], idx }] });
    }
    expect((await list({ idx: 61 })).body).toEqual({ data: [] });
    const empty = await makeForm(service, memberForm);
    expect((await list({ idx: 1 }, empty)).body).toEqual({ data: [] });
    await alice('POST', `/form/${empty}/generateEntries`, { num: 3000 });
    await alice('POST', '/entry/submit', { form: empty, data: { name: 'last' } });
    expect((await list({ idx: 3001, fields: ['data'] }, empty)).body).toEqual({ data: [{ data: { name: 'last' } }] });
    expect((await list({ idx: 1, fields: ['idx'] }, empty)).body).toEqual({ data: [{ idx: 1 }] });
    // A number far from where its id says: what was written long after its id was made.
    await service.services.db.sql`update entries set idx = case idx when 1 then 3001 when 3001 then 1 else idx end
      where form = ${empty}`;
    expect((await list({ idx: 1, fields: ['data'] }, empty)).body).toEqual({ data: [{ data: { name: 'last' } }] });
  });

  test('[lists.table] a deleted entry is not found by its number', async () => {
    const own = await makeForm(service, memberForm);
    const { entryId } = (await alice('POST', '/entry/submit', { form: own, data: { name: 'x' } })).body;
    await alice('DELETE', `/entry/${entryId}`);
    expect((await list({ idx: 1 }, own)).body).toEqual({ data: [] });
  });
});

describe('what the list refuses', () => {
  test.each([
    ['idx=0', '"idx" must be greater than or equal to 1', 'idx'],
    ['idx=2147483648', '"idx" must be less than or equal to 2147483647', 'idx'],
    ['idx=1.5', '"idx" must be an integer', 'idx'],
    ['limit=501', '"limit" must be less than or equal to 500', 'limit'],
    ['limit=0', '"limit" must be greater than or equal to 1', 'limit'],
    ['limit=-1', '"limit" must be greater than or equal to 1', 'limit'],
    ['limit=NaN', '"limit" must be a number', 'limit'],
    ['limit=1e400', '"limit" must be a safe number', 'limit'],
    ['deleteMarkers=true', '"deleteMarkers" is not allowed', 'deleteMarkers'],
    ['sort=x', '"sort" must be a path of the form: "x" is unknown', 'sort'],
    ['query={"form":"0123456789abcdef01234567"}', '"query.form" is not allowed', 'query.form'],
    ['query={"data.name":"x"}', '"query.data.name" is not allowed', 'query.data.name'],
    ['query={"status":"saved"}', '"query.status" must be one of [object, 0, 1, 2, 3, 4, 5]', 'query.status'],
    ['query={"changedAt":{"$gt":"NaN"}}', '"query.changedAt.$gt" must be a valid date', 'query.changedAt.$gt'],
    ['query=[]', '"query" must be of type object', 'query'],
    ['fields={}', '"fields" must be an array', 'fields'],
    ['after=forged', '"after" must be a cursor from a Link header', 'after'],
    [`after=${'0123456789abcdef01234567'}`, '"after" must be a cursor from a Link header', 'after'],
  ])('[lists.table] %s', async (search, message, key) => {
    const reply = await alice('GET', `/form/${form}/entries?${search}`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { statusCode: 400, error: 'Bad Request', message, validation: { source: 'query', keys: [key] } },
    ]);
  });

  test('[lists.table] a number or a query, not both', async () => {
    const reply = await list({ idx: 1, query: {} });
    expect([reply.status, reply.body.message]).toEqual([
      400,
      '"value" contains a conflict between optional exclusive peers [query, idx]',
    ]);
  });

  test("[conventions.accounts] unknown form 404, another account's 403, its cursor shows nothing of ours", async () => {
    const unknown = await list({}, 'f'.repeat(24));
    expect([unknown.status, unknown.body.message]).toEqual([404, `Could not find a form with ID ${'f'.repeat(24)}.`]);
    const { key } = service.people.chelsea;
    const foreign = await service.call('GET', `/form/${form}/entries?locale=he`, { key });
    expect([foreign.status, foreign.body.message]).toEqual([403, 'אין לך הרשאה לבצע את הפעולה.']);
    const hers = await makeForm(service, memberForm, key);
    const own = (await service.call('POST', '/entry/submit', { key, body: { form: hers, data: { name: 'c' } } })).body;
    const cursor = new URL((await list({ limit: 1 })).headers.get('link')?.slice(1).split('>')[0] ?? '').searchParams;
    const reply = await service.call('GET', `/form/${hers}/entries?after=${cursor.get('after')}`, { key });
    expect(reply.body.data.every((entry: { id: string }) => entry.id === own.entryId)).toBe(true);
  });
});

describe('the count', () => {
  const count = async (query?: object) =>
    (await alice('GET', '/entry/count', undefined, query === undefined ? {} : { query: { query } })).body;

  test('[lists.count] whole account, forms, statuses, times', async () => {
    const own = await makeForm(service, memberForm);
    await alice('POST', `/form/${own}/generateEntries`, { num: 3 });
    const saved = (await alice('POST', '/entry/save', { form: own, data: {} })).body.entry;
    await alice('POST', '/entry/submit', { form: own, data: { name: 'x' } });
    const gone = (await alice('POST', '/entry/submit', { form: own, data: { name: 'x' } })).body.entryId;
    await alice('DELETE', `/entry/${gone}`);
    expect(await count({ form: own })).toEqual({ count: 5 });
    expect(await count({ form: own, status: 0 })).toEqual({ count: 3 });
    expect(await count({ form: own, status: { $in: [1, 2, 3] } })).toEqual({ count: 2 });
    expect(await count({ form: own, status: 3 })).toEqual({ count: 0 });
    expect(await count({ form: own, deleted: true })).toEqual({ count: 0 });
    expect(await count({ form: own, changedAt: { $lt: saved.changedAt } })).toEqual({ count: 3 });
    expect(await count({ _id: { $in: [saved.id, gone] } })).toEqual({ count: 1 });
    expect(await count({ form: { $in: [own, form] }, status: 2 })).toEqual({ count: 61 });
    expect(await count()).toEqual(await count({}));
    const { data } = (await alice('GET', '/entry?fields=["id"]')).body;
    expect(await count({})).toEqual({ count: data.length });
    expect(await count({ form: 'f'.repeat(24) })).toEqual({ count: 0 });
  });

  test("[conventions.accounts] counts nothing of another account's", async () => {
    const { key } = await service.person('dora@example.com');
    const reply = (query: object) => service.call('GET', '/entry/count', { key, query: { query } });
    expect((await reply({})).body).toEqual({ count: 0 });
    expect((await reply({ form })).body).toEqual({ count: 0 });
    expect((await reply({ _id: made[0] })).body).toEqual({ count: 0 });
  });

  test.each([
    ['query={"status":"saved"}', '"query.status" must be one of [object, 0, 1, 2, 3, 4, 5]'],
    ['query=x', '"query" must be of type object'],
    ['limit=1', '"limit" is not allowed'],
  ])('[lists.count] %s', async (search, message) => {
    const reply = await alice('GET', `/entry/count?${search}`);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });
});
