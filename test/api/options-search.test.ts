// Options sets: searched, by several processes too, and asked by remote validators.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIndexCache } from '../../src/server/options-sets/index-cache.ts';
import { autocompleteOptions } from '../../src/server/options-sets/search-options-set.ts';
import { openServices } from '../../src/server/program/open-services.ts';
import { setAllowsAutocomplete } from '../../src/server/store/options-sets/options-sets.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { openSets, type Sets } from '../support/options.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let makeSet: Sets['makeSet'];
let add: Sets['add'];
let search: Sets['search'];
let isValid: Sets['isValid'];
beforeAll(async () => {
  service = await startService();
  ({ makeSet, add, search, isValid } = openSets(service));
});
afterAll(() => service.close());

const noSet = 'f'.repeat(24);
const notFound = {
  statusCode: 404,
  error: 'Not Found',
  message: `Could not find an options set with ID ${noSet}.`,
};

describe('search', () => {
  let set: string;
  beforeAll(async () => {
    set = await makeSet(
      'Streets',
      { value: 'Herzl', score: 1, data: { city: 'Haifa', code: 10 } },
      { value: 'Sderot Herzl', score: 9, data: { city: 'Haifa', code: '10' } },
      { value: 'HERZLIYA', score: 5, data: { city: 'Eilat', code: 11 } },
      { value: 'Café', data: { city: 'Eilat', open: true } },
      { value: 'שָׁלוֹם', score: 2 },
    );
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'contains it anywhere, by descending score, equal first',
      { term: 'herzl' },
      ['Herzl', 'Sderot Herzl', 'HERZLIYA'],
    ],
    ['inside a word', { term: 'ERZ' }, ['Sderot Herzl', 'HERZLIYA', 'Herzl']],
    ['diacritics ignored', { term: 'cafe' }, ['Café']],
    ['diacritics ignored in the term', { term: 'hérzlíya' }, ['HERZLIYA']],
    ['points ignored', { term: 'שלום' }, ['שָׁלוֹם']],
    ['a final letter is a letter of its own', { term: 'שלומ' }, []],
    ['no term: all', {}, ['Sderot Herzl', 'HERZLIYA', 'שָׁלוֹם', 'Herzl', 'Café']],
    ['an empty term: all', { term: '', limit: 2 }, ['Sderot Herzl', 'HERZLIYA']],
    ['a number', { query: { code: 10 } }, ['Herzl']],
    ['the same as a string', { query: { code: '10' } }, ['Sderot Herzl']],
    ['two values', { term: 'h', query: { city: 'Haifa', code: 10 } }, ['Herzl']],
    ['a key that no option has', { query: { other: 1 } }, []],
    ['a key with a null that no option has', { query: { open: null } }, []],
    ['an operator is only a value that no option has', { query: { code: { $gt: 1 } } }, []],
    ['an empty query', { term: 'caf', query: {} }, ['Café']],
  ])(
    '[options-sets.search] [options-sets.search.query] [options-sets.search.folding] %s',
    async (_title, query, values) => {
      expect(await search(set, query)).toEqual(values);
    },
  );

  test('[options-sets.search.near] near=true fills the places that are left; without it, or with false, nothing changes', async () => {
    expect(await search(set, { term: 'hezrl', near: 'true' })).toEqual(['Herzl', 'Sderot Herzl', 'HERZLIYA']);
    expect(await search(set, { term: 'herzl sderot', near: 'true' })).toEqual(['Sderot Herzl']);
    expect(await search(set, { term: 'herzl', near: 'true', limit: 1 })).toEqual(['Herzl']);
    expect(await search(set, { term: 'hezrl', near: 'true', query: { city: 'Eilat' } })).toEqual(['HERZLIYA']);
    for (const near of [{}, { near: 'false' }]) expect(await search(set, { term: 'hezrl', ...near })).toEqual([]);
    const other = await makeSet('Names', { value: 'Netherlands', data: { names: 'Holland|The Low Countries' } });
    expect(await search(other, { term: 'holland', near: 'true' })).toEqual(['Netherlands']);
    expect(await search(other, { term: 'holland' })).toEqual([]);
    expect(await isValid(other, { value: 'Holland' })).toBe(false);
  });

  test.each<[Record<string, unknown>, boolean]>([
    [{ value: 'Herzl' }, true],
    [{ value: 'herzl' }, false],
    [{ value: 'Cafe' }, false],
    [{ value: 'Her' }, false],
    [{ value: '' }, false],
    [{ value: 'Herzl', query: { code: 10 } }, true],
    [{ value: 'Herzl', query: { code: '10' } }, false],
    [{ value: 'Herzl', query: { city: 'Haifa', code: 10 } }, true],
    [{ value: 'Herzl', query: { city: 'Eilat' } }, false],
    [{ value: 'Herzl', query: { code: [10] } }, false],
    [{ value: 'Herzl', query: {} }, true],
  ])('[options-sets.validate] %j: %s', async (query, expected) => {
    expect(await isValid(set, query)).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['autocomplete?q=x', '"q" is not allowed', 'q'],
    ['autocomplete?term=x&limit=251', '"limit" must be less than or equal to 250', 'limit'],
    ['autocomplete?limit=0', '"limit" must be greater than or equal to 1', 'limit'],
    ['autocomplete?limit=x', '"limit" must be a number', 'limit'],
    ['autocomplete?query=city', '"query" must be of type object', 'query'],
    ['autocomplete?query=[]', '"query" must be of type object', 'query'],
    ['autocomplete?term=a&term=b', '"term" must be a string', 'term'],
    ['autocomplete?term=x&near=maybe', '"near" must be a boolean', 'near'],
    ['validate?value=x&near=true', '"near" is not allowed', 'near'],
    ['autocomplete?value=x', '"value" is not allowed', 'value'],
    ['validate', '"value" is required', 'value'],
    ['validate?term=x', '"value" is required', 'value'],
    ['validate?value=x&query=1', '"query" must be of type object', 'query'],
    ['validate?value=x&limit=1', '"limit" is not allowed', 'limit'],
  ])('[options-sets.search] [errors.request] GET %s: 400', async (path, message, key) => {
    const reply = await service.call('GET', `/optionsSet/${set}/${path}`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { statusCode: 400, error: 'Bad Request', message, validation: { source: 'query', keys: [key] } },
    ]);
  });

  test('[options-sets.search] a number beyond all numbers is not null, whichever is asked for first', async () => {
    const set = await makeSet('Beyond', { value: 'one null', data: { k: null } }, { value: 'one 1', data: { k: 1 } });
    const ask = async (term: string, query: string) => {
      const reply = await service.call('GET', `/optionsSet/${set}/autocomplete`, { query: { term, query } });
      return [reply.status, reply.body.data];
    };
    for (const [term, queries] of [
      ['one', ['{"k":1e999}', '{"k":null}']],
      ['on', ['{"k":null}', '{"k":1e999}']],
    ] as const) {
      for (const query of queries) {
        expect(await ask(term, query)).toEqual([200, query.includes('null') ? [{ value: 'one null' }] : []]);
      }
    }
  });

  test('[options-sets.search] 10 by default, 250 at most', async () => {
    const many = await makeSet('Many', ...Array.from({ length: 300 }, (_, i) => ({ value: `row ${i}` })));
    expect(await search(many, { term: 'row' })).toEqual(Array.from({ length: 10 }, (_, i) => `row ${i}`));
    expect(await search(many, { term: 'row', limit: 250 })).toHaveLength(250);
  });

  test('[limits.depth] a query nested deeper than 100 levels is a 400, as in a body', async () => {
    const deep = `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`;
    const reply = await service.call('GET', `/optionsSet/${set}/autocomplete?query=${deep}`);
    expect(reply.status).toBe(400);
  });

  test('[options-sets.read] [conventions.ids] GET options is a 404, a search returns no data; the id works in either case', async () => {
    expect((await asAlice(service)('GET', `/optionsSet/${set}/options`)).status).toBe(404);
    const reply = await service.call('GET', `/optionsSet/${set.toUpperCase()}/autocomplete?term=café`);
    expect(reply.text).toBe('{"data":[{"value":"Café"}]}');
  });

  test('[options-sets.search.off] support turned autocomplete off: 403, validate keeps working', async () => {
    const off = await makeSet('Off', { value: 'a' });
    expect(await search(off)).toEqual(['a']);
    await setAllowsAutocomplete(service.services.db.sql, { set: off, allows: false });
    service.advance(5_000);
    const reply = await service.call('GET', `/optionsSet/${off}/autocomplete?term=a`);
    expect([reply.status, reply.body]).toEqual([
      403,
      { statusCode: 403, error: 'Forbidden', message: 'This options set does not allow autocompleting.' },
    ]);
    expect(await isValid(off, { value: 'a' })).toBe(true);
    expect(await isValid(off, { value: 'b' })).toBe(false);
    await setAllowsAutocomplete(service.services.db.sql, { set: off, allows: true });
    service.advance(5_000);
    expect(await search(off)).toEqual(['a']);
  });
});

describe('several processes', () => {
  test('[options-sets.search.lag] a change is seen at once where it was made and within a minute everywhere', async () => {
    let now = Date.now();
    const { config } = service.services;
    const log = { info: () => {}, warn: () => {}, error: () => {}, request: () => {} };
    const other = await openServices({ config, databaseUrl: service.databaseUrl, log, clock: { now: () => now } });
    try {
      const searchThere = async (set: string) => {
        const answer = await autocompleteOptions({ params: { setId: set }, query: { term: '', limit: 250 } }, other);
        return answer.data.map(({ value }) => value);
      };
      const set = await makeSet('Shared', { value: 'a' });
      expect(await searchThere(set)).toEqual(['a']);
      await add(set, { value: 'b' });
      expect(await search(set)).toEqual(['a', 'b']);
      now += 60_000;
      expect(await searchThere(set)).toEqual(['a', 'b']);
      await asAlice(service)('POST', `/optionsSet/${set}/deleteOptions`);
      expect(await search(set)).toEqual([]);
      now += 60_000;
      expect(await searchThere(set)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('[options-sets.search.lag] many first searches at once are answered alike', async () => {
    const set = await makeSet('Busy', ...Array.from({ length: 3000 }, (_, i) => ({ value: `row ${i}` })));
    const answers = await Promise.all(Array.from({ length: 30 }, () => search(set, { term: 'row 29', limit: 3 })));
    expect(new Set(answers.map(String))).toEqual(new Set(['row 29,row 290,row 291']));
  });
});

describe('indexes in memory', () => {
  async function openCache(maxBytes?: number) {
    let now = 1_000_000;
    const cache = createIndexCache({
      db: service.services.db,
      clock: { now: () => now },
      ...(maxBytes && { maxBytes }),
    });
    const searchIn = async (set: string) => (await cache.get(set)).index.autocomplete({ term: '', limit: 250 });
    const advance = (ms: number) => {
      now += ms;
    };
    return { cache, searchIn, advance };
  }

  test('[limits.memory] however little may be held, every search is right', async () => {
    const sets = await Promise.all(['a', 'b', 'c'].map((value) => makeSet(value, { value })));
    const { cache, searchIn } = await openCache(1);
    for (let round = 0; round < 3; round += 1) {
      for (const [i, set] of sets.entries()) expect(await searchIn(set)).toEqual(['abc'[i]]);
      expect(await Promise.all(sets.map(searchIn))).toEqual([['a'], ['b'], ['c']]);
    }
    expect(await cache.get(sets[2] as string)).toBe(await cache.get(sets[2] as string));
  });

  test('[options-sets.search.lag] searches at once share one index; within seconds nobody asks the database', async () => {
    const set = await makeSet('Shared index', { value: 'a' });
    const { cache, advance } = await openCache();
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => cache.get(set)));
    for (const other of others) expect(other.index).toBe(first?.index);
    advance(2_000);
    expect(await cache.get(set)).toBe(first);
    advance(2_000);
    expect((await cache.get(set)).index).toBe(first?.index);
  });

  test('[options-sets.search.lag] a change elsewhere: the old index answers while the new one is built, but not for a minute', async () => {
    const set = await makeSet('Elsewhere', { value: 'a' });
    const { searchIn, advance } = await openCache();
    expect(await searchIn(set)).toEqual(['a']);
    await add(set, { value: 'b' });
    expect(await searchIn(set)).toEqual(['a']);
    advance(5_000);
    await searchIn(set);
    await expect.poll(() => searchIn(set)).toEqual(['a', 'b']);
    await add(set, { value: 'c' });
    advance(50_000);
    expect(await searchIn(set)).toEqual(['a', 'b', 'c']);
    advance(-1_000_000);
    await add(set, { value: 'd' });
    expect(await searchIn(set)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('[options-sets.search.lag] a change of this process is never missed, wherever the database fails while it is looked up', async () => {
    for (const failing of [0, 1, 2, 3]) {
      const set = await makeSet(`Failing ${failing}`, { value: 'a' });
      const { db } = service.services;
      let statements = Number.NEGATIVE_INFINITY;
      // The connection is lost at one statement.
      const sql = new Proxy(db.sql, {
        apply: (target, self, args: unknown[]) =>
          Array.isArray(args[0]) && Object.hasOwn(args[0], 'raw') && statements++ === failing
            ? Promise.reject(Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED', errno: -1 }))
            : Reflect.apply(target, self, args),
      });
      const cache = createIndexCache({ db: { ...db, sql }, clock: { now: () => 1_000_000 } });
      const search = async () => (await cache.get(set)).index.autocomplete({ term: '', limit: 250 });
      expect(await search()).toEqual(['a']);
      await add(set, { value: 'b' });
      statements = 0;
      cache.forget(set);
      // An error, as the database is away, or the change.
      for (let n = 0; n < 4; n += 1) {
        const found = await search().catch(() => 'error');
        if (found !== 'error') expect([failing, n, found]).toEqual([failing, n, ['a', 'b']]);
      }
      expect(await search()).toEqual(['a', 'b']);
    }
  });

  test('[options-sets.search.lag] a set that goes away while it is read is read again, never seen half', async () => {
    const many = (name: string) => Array.from({ length: 4_000 }, (_, i) => ({ value: `${name} ${i}` }));
    const set = await makeSet('Replaced', ...many('old'));
    const { cache, searchIn } = await openCache();
    for (let round = 0; round < 5; round += 1) {
      cache.forget(set);
      const reading = cache.get(set);
      await asAlice(service)('POST', `/optionsSet/${set}/deleteOptions`);
      expect([0, 4_000]).toContain((await reading).index.size);
      await add(set, ...many('new'));
    }
    cache.forget(set);
    expect(await searchIn(set)).toHaveLength(250);
  });
});

describe('remote validators at submit', () => {
  const apiUrl = 'http://forms.test/v1.0';

  async function makeValidated(set: string, url = `${apiUrl}/optionsSet/${set}/validate`) {
    const qs = '{ value: value, query: fn.JSON.stringify({ city: model.city }) }';
    const remote = {
      type: 'remote',
      req: { url, qs },
      res: 'res.data.isValid',
      message: 'Choose a street of the city.',
    };
    return makeForm(service, {
      formSchema: {
        rootElem: root(
          { type: 'fInput', name: 'city' },
          {
            type: 'fSelect',
            name: 'street',
            options: { url: `${apiUrl}/optionsSet/${set}/autocomplete`, qs: '{ term: term }' },
            validators: [remote],
          },
        ),
      },
    });
  }

  test.each(['absolute', 'path'])('[validation.remote.own] the own address, %s: answered in process', async (kind) => {
    const set = await makeSet('Remote', { value: 'Herzl', data: { city: 'Haifa' } });
    const url = { absolute: undefined, path: `/v1.0/optionsSet/${set}/validate` }[kind];
    const form = await makeValidated(set, url);
    const submit = (data: object) => service.call('POST', '/entry/submit', { body: { form, data } });
    expect((await submit({ city: 'Haifa', street: 'Herzl' })).status).toBe(200);
    const wrong = await submit({ city: 'Eilat', street: 'Herzl' });
    expect([wrong.status, wrong.body.messages]).toEqual([
      400,
      [
        {
          modelPath: "model['street']",
          message: 'Choose a street of the city.',
          type: 'error',
          value: 'Herzl',
        },
      ],
    ]);
  });

  test('[validation.options.set] a field with options from a set accepts any value without a remote validator', async () => {
    const set = await makeSet('Unchecked', { value: 'a' });
    const form = await makeForm(service, {
      formSchema: {
        rootElem: root({
          type: 'fSelect',
          name: 'street',
          options: { url: `${apiUrl}/optionsSet/${set}/autocomplete`, qs: '{ term: term }' },
        }),
      },
    });
    const reply = await service.call('POST', '/entry/submit', { body: { form, data: { street: 'no such' } } });
    expect([reply.status, reply.body.entry.data]).toEqual([200, { street: 'no such' }]);
  });

  test('[validation.remote.own] in process and over HTTP it answers alike, errors too', async () => {
    const set = await makeSet('Alike', { value: 'a', data: { n: 1 } });
    const ask = service.services.fetchForForm;
    const base = `${apiUrl}/optionsSet/${set}`;
    expect(await ask(`${base}/validate`, { value: 'a', query: { n: 1 } })).toEqual({ isValid: true });
    expect(await ask(`${base}/validate`, { value: 'a', query: '{"n":"1"}' })).toEqual({ isValid: false });
    expect(await ask(`${base}/validate?value=a`, {})).toEqual({ isValid: true });
    expect(await ask(`${base}/autocomplete`, { term: 'A', limit: 5 })).toEqual({ data: [{ value: 'a' }] });
    await expect(ask(`${base}/autocomplete`, { q: 'a' })).rejects.toThrow('"q" is not allowed');
    await expect(ask(`${base}/validate`, {})).rejects.toThrow('"value" is required');
    await expect(ask(`${apiUrl}/optionsSet/${noSet}/validate`, { value: 'a' })).rejects.toThrow(notFound.message);
    await expect(ask(`${apiUrl}/optionsSet/x/validate`, { value: 'a' })).rejects.toThrow('"setId" with value "x"');
    await setAllowsAutocomplete(service.services.db.sql, { set, allows: false });
    service.advance(5_000);
    await expect(ask(`${base}/autocomplete`, { term: 'a' })).rejects.toThrow('does not allow autocompleting');
  });

  test('[validation.remote.own] no other path of the service is answered in process', async () => {
    const set = await makeSet('Private', { value: 'a' });
    for (const path of [`/optionsSet/${set}`, '/optionsSet', '/me', `/optionsSet/${set}/addOptions`]) {
      await expect(service.services.fetchForForm(apiUrl + path, {})).rejects.toThrow();
    }
  });
});
