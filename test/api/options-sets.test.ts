// Options sets: made, filled and emptied; those the service maintains.
import Joi from 'joi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allMaintainedSets, maintainingAccount } from '../../src/server/options-sets/maintained-sets.ts';
import { asAlice, id, time } from '../support/entries.ts';
import { openSets, type Sets } from '../support/options.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let makeSet: Sets['makeSet'];
let add: Sets['add'];
let search: Sets['search'];
beforeAll(async () => {
  service = await startService();
  ({ makeSet, add, search } = openSets(service));
});
afterAll(() => service.close());

const noSet = 'f'.repeat(24);
const refused = {
  statusCode: 403,
  error: 'Forbidden',
  message: 'You have insufficient permissions to perform the action.',
};
const notFound = {
  statusCode: 404,
  error: 'Not Found',
  message: `Could not find an options set with ID ${noSet}.`,
};

describe('sets', () => {
  test('[options-sets.create] [options-sets.shape] made empty, got by everybody of the account', async () => {
    const made = await asAlice(service)('POST', '/optionsSet', { name: 'Cities' });
    expect([made.status, made.body]).toEqual([
      200,
      { id, name: 'Cities', account: service.people.alice.account, createTime: time, modifyTime: time },
    ]);
    const got = await service.call('GET', `/optionsSet/${made.body.id}`, { key: service.people.bob.key });
    expect([got.status, got.body]).toEqual([200, made.body]);
    expect(await search(made.body.id)).toEqual([]);
  });

  test.each([
    [{}, '"name" is required', 'name'],
    [{ name: '' }, '"name" is not allowed to be empty', 'name'],
    [{ name: 1 }, '"name" must be a string', 'name'],
    [{ name: 'x', account: noSet }, '"account" is not allowed', 'account'],
    [{ name: 'x', options: [] }, '"options" is not allowed', 'options'],
  ])('[options-sets.create] [options-sets.shape] made of %j: 400', async (body, message, key) => {
    const reply = await asAlice(service)('POST', '/optionsSet', body);
    expect([reply.status, reply.body]).toEqual([
      400,
      { statusCode: 400, error: 'Bad Request', message, validation: { source: 'payload', keys: [key] } },
    ]);
  });

  test("[conventions.accounts] another account's: 403; none: 404; in Hebrew too; nothing is changed", async () => {
    const { alice, chelsea } = service.people;
    const set = await makeSet('Mine', { value: 'kept' });
    const requests: [string, string, object?][] = [
      ['GET', ''],
      ['POST', '/addOptions', { options: [{ value: 'x' }] }],
      ['POST', '/deleteOptions'],
    ];
    for (const [method, path, body] of requests) {
      const foreign = await service.call(method, `/optionsSet/${set}${path}`, { key: chelsea.key, body });
      expect([foreign.status, foreign.body]).toEqual([403, refused]);
      const missing = await service.call(method, `/optionsSet/${noSet}${path}`, { key: alice.key, body });
      expect([missing.status, missing.body]).toEqual([404, notFound]);
    }
    for (const path of ['autocomplete?term=x', 'validate?value=x']) {
      const missing = await service.call('GET', `/optionsSet/${noSet}/${path}`);
      expect([missing.status, missing.body]).toEqual([404, notFound]);
    }
    const hebrew = await service.call('GET', `/optionsSet/${noSet}?locale=he`, { key: alice.key });
    expect(hebrew.body.message).toBe(`לא נמצאה רשימת אפשרויות עם המזהה ${noSet}.`);
    expect(await search(set)).toEqual(['kept']);
  });

  test('[conventions.ids.pattern] a malformed id: 400 that names it', async () => {
    const reply = await service.call('GET', '/optionsSet/abc/autocomplete');
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: '"setId" with value "abc" fails to match the required pattern: /^[0-9a-fA-F]{24}$/',
        validation: { source: 'params', keys: ['setId'] },
      },
    ]);
  });

  test('[options-sets.read] list: own sets and the maintained ones, by pages, fields and _id; nobody else’s', async () => {
    const kim = await service.person('kim@example.com');
    const mine: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      mine.push((await service.call('POST', '/optionsSet', { key: kim.key, body: { name } })).body.id);
    }
    const list = (query: Record<string, unknown>) => service.call('GET', '/optionsSet', { key: kim.key, query });
    const all = await list({});
    expect(all.status).toBe(200);
    expect(all.headers.get('link')).toBeNull();
    expect(all.body.data.map((set: { id: string }) => set.id)).toEqual([
      ...mine,
      ...allMaintainedSets.map((set) => set.id),
    ]);
    expect(all.body.data[0]).toEqual({ id, name: 'A', account: kim.account, createTime: time, modifyTime: time });

    const pages: string[] = [];
    let next: string | undefined = '/optionsSet?limit=7&fields=["id"]';
    while (next !== undefined) {
      const page = await service.call('GET', next, { key: kim.key });
      pages.push(...page.body.data.map((set: { id: string }) => set.id));
      next = /^<http:\/\/forms\.test\/v1\.0(.+)>; rel=next$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages).toEqual(all.body.data.map((set: { id: string }) => set.id));

    const two = await list({ query: { _id: { $in: [mine[1], mine[2], noSet], $ne: mine[2] } }, fields: ['name'] });
    expect(two.body).toEqual({ data: [{ name: 'B' }] });
    expect((await list({ query: { name: 'A' } })).body.message).toBe('"query.name" is not allowed');
    expect((await list({ limit: 2001 })).body.message).toBe('"limit" must be less than or equal to 2000');
    expect((await list({ after: 'x' })).body.message).toBe('"after" must be a cursor from a Link header');
  });
});

describe('addOptions and deleteOptions', () => {
  test('[options-sets.add] [options-sets.delete] counts in the messages, both languages; modifyTime moves', async () => {
    const set = await makeSet('Counts');
    const before = await asAlice(service)('GET', `/optionsSet/${set}`);
    service.advance(1000);
    expect((await add(set, { value: 'a' })).body.message).toBe('1 option was added.');
    expect((await add(set, { value: 'b' }, { value: 'c' })).body.message).toBe('2 options were added.');
    expect((await add(set)).body.message).toBe('0 options were added.');
    const hebrew = await asAlice(service)('POST', `/optionsSet/${set}/addOptions?locale=he`, {
      options: [{ value: 'd' }, { value: 'e' }],
    });
    expect(hebrew.body).toEqual({ message: 'נוספו 2 אפשרויות.' });
    const after = await asAlice(service)('GET', `/optionsSet/${set}`);
    expect(after.body.modifyTime > before.body.modifyTime).toBe(true);
    expect(after.body.createTime).toBe(before.body.createTime);

    const deleted = await asAlice(service)('POST', `/optionsSet/${set}/deleteOptions`);
    expect([deleted.status, deleted.body]).toEqual([200, { message: '5 options were deleted.' }]);
    expect(await search(set)).toEqual([]);
    const again = await asAlice(service)('POST', `/optionsSet/${set}/deleteOptions?locale=he`);
    expect(again.body).toEqual({ message: 'נמחקו 0 אפשרויות.' });
    await add(set, { value: 'new' });
    expect(await search(set)).toEqual(['new']);
  });

  test('[options-sets.add] always adds: an existing option is duplicated', async () => {
    const set = await makeSet('Twice', { value: 'same', score: 1 });
    await add(set, { value: 'same', score: 1 });
    expect(await search(set, { term: 'same' })).toEqual(['same', 'same']);
    const deleted = await asAlice(service)('POST', `/optionsSet/${set}/deleteOptions`);
    expect(deleted.body).toEqual({ message: '2 options were deleted.' });
  });

  const scalar = Joi.alternatives(Joi.string().allow(''), Joi.number().unsafe(), Joi.boolean()).allow(null);
  const likeJoi = Joi.object({
    options: Joi.array()
      .items(
        Joi.object({
          value: Joi.string().required(),
          score: Joi.number().unsafe(),
          data: Joi.object().pattern(/^(?!\$)[^.]*$/, scalar),
        }),
      )
      .required(),
  }).prefs({ convert: false });

  test.each([
    '{}',
    '{"options":1}',
    '{"options":null}',
    '{"options":[],"more":1}',
    '{"options":["text"]}',
    '{"options":[[]]}',
    '{"options":[{"value":"a"},null]}',
    '{"options":[{"value":"a"},{}]}',
    '{"options":[{"value":""}]}',
    '{"options":[{"value":1}]}',
    '{"options":[{"value":null}]}',
    '{"options":[{"value":"a","score":"1"}]}',
    '{"options":[{"value":"a","score":null}]}',
    '{"options":[{"value":"a","score":1e999}]}',
    '{"options":[{"value":"a","label":"b"}]}',
    '{"options":[{"value":"a","data":[]}]}',
    '{"options":[{"value":"a","data":null}]}',
    '{"options":[{"value":"a","data":"x"}]}',
    '{"options":[{"value":"a","data":{"$where":1}}]}',
    '{"options":[{"value":"a","data":{"a.b":1}}]}',
    '{"options":[{"value":"a","data":{"k":{}}}]}',
    '{"options":[{"value":"a","data":{"k":[1]}}]}',
    '{"options":[{"value":"a","data":{"$k":1,"deep":{}}}]}',
    '{"options":[{"value":"a","data":{"k":-1e999}}]}',
    '{"options":[{"label":1,"score":"x"}]}',
  ])("[options-sets.shape] [options-sets.add] %s: 400 with Joi's words, and nothing is added", async (body) => {
    const set = await makeSet('Strict');
    const first = likeJoi.validate(JSON.parse(body)).error?.details[0];
    const reply = await asAlice(service)('POST', `/optionsSet/${set}/addOptions`, body);
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: first?.message,
        validation: { source: 'payload', keys: [first?.path.join('.')] },
      },
    ]);
    expect(await search(set)).toEqual([]);
  });

  test('[options-sets.shape] [options-sets.add] one bad option among many: none is added, the message names it', async () => {
    const set = await makeSet('All or nothing');
    const options: object[] = Array.from({ length: 5000 }, (_, i) => ({ value: `v${i}` }));
    options.push({ value: 'bad', data: { 'a.b': 1 } });
    const reply = await asAlice(service)('POST', `/optionsSet/${set}/addOptions`, { options });
    expect(reply.body.message).toBe('"options[5000].data.a.b" is not allowed');
    expect(reply.body.validation).toEqual({ source: 'payload', keys: ['options.5000.data.a.b'] });
    expect(await search(set)).toEqual([]);
  });

  test('[options-sets.shape] [options-sets.add] what is accepted: empty data, empty and null values, any finite score', async () => {
    const options: object[] = [
      { value: ' ', data: {} },
      { value: 'x'.repeat(10_000), score: -1e300, data: { '': '', a: null, b: false } },
      { value: 'constructor', score: 0.5, data: { toString: 'x' } },
    ];
    const set = await makeSet('Odd', ...options);
    expect(await search(set)).toEqual(['constructor', ' ', 'x'.repeat(10_000)]);
    expect(await search(set, { query: { a: null, '': '' } })).toEqual(['x'.repeat(10_000)]);
    expect(await search(set, { query: { toString: 'x' } })).toEqual(['constructor']);
    expect(await search(set, { query: { valueOf: 'x' } })).toEqual([]);
  });

  test('[limits.body] a body over 1 MB is taken, over 5 MB is a 413; other requests go on meanwhile', async () => {
    const set = await makeSet('Large');
    const options = Array.from({ length: 60_000 }, (_, i) => ({
      value: `רחוב ${String(i).padStart(6, '0')}`,
      score: i % 10,
      data: { city: `city ${i % 100}`, open: true },
    }));
    const body = JSON.stringify({ options });
    expect(Buffer.byteLength(body)).toBeGreaterThan(4_000_000);
    expect(Buffer.byteLength(body)).toBeLessThan(5_242_880);
    const adding = asAlice(service)('POST', `/optionsSet/${set}/addOptions`, body);
    let isAdding = true;
    void adding.finally(() => {
      isAdding = false;
    });
    let answered = 0;
    while (isAdding) {
      await service.call('GET', `/optionsSet/${set}/validate?value=x`);
      answered += 1;
    }
    expect((await adding).body).toEqual({ message: '60000 options were added.' });
    expect(answered).toBeGreaterThan(1);
    expect(await search(set, { query: { city: 'city 7' }, term: '000007' })).toEqual(['רחוב 000007']);
    expect(await search(set, { query: { city: 'city 7' }, limit: 250 })).toHaveLength(250);

    const tooLarge = await asAlice(service)('POST', `/optionsSet/${set}/addOptions`, body.padEnd(5_242_881));
    expect([tooLarge.status, tooLarge.body.message]).toEqual([
      413,
      'Payload content length greater than maximum allowed: 5242880',
    ]);
  });

  test('[options-sets.add] additions that race all count', async () => {
    const set = await makeSet('Race');
    const values = Array.from({ length: 40 }, (_, i) => `v${i}`);
    await Promise.all(values.map((value) => add(set, { value })));
    expect((await search(set, { limit: 250 })).sort()).toEqual([...values].sort());
  });
});

describe('maintained sets', () => {
  test('[options-sets.maintained] every account sees them, and their account is nobody’s', async () => {
    for (const person of Object.values(service.people)) {
      const got = await service.call('GET', `/optionsSet/${allMaintainedSets[0]?.id}`, { key: person.key });
      expect(got.body).toEqual({
        id: allMaintainedSets[0]?.id,
        name: 'Cities in Israel',
        account: maintainingAccount,
        createTime: time,
        modifyTime: time,
      });
    }
  });

  test('[options-sets.maintained] writable by none', async () => {
    for (const { id: set } of allMaintainedSets) {
      const added = await asAlice(service)('POST', `/optionsSet/${set}/addOptions`, { options: [{ value: 'x' }] });
      expect([added.status, added.body]).toEqual([403, refused]);
      const deleted = await asAlice(service)('POST', `/optionsSet/${set}/deleteOptions`);
      expect([deleted.status, deleted.body]).toEqual([403, refused]);
      expect(await search(set, { term: 'x', limit: 250 })).not.toContain('x');
    }
  });
});
