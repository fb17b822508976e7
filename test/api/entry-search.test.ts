// `search`, `where` and `sort` of GET /form/{formId}/entries, and the count. Random searches against an oracle are in
// entry-search-oracle.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
/** By the name of the entry's guest. */
const ids: Record<string, string> = {};

const guestForm = {
  name: 'Guests',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name' },
      { type: 'fInput', name: 'age', typeValidator: 'num' },
      { type: 'fDate', name: 'born' },
      { type: 'fBool', name: 'agrees' },
      { type: 'fSelect', name: 'meal', options: [['v', 'Végétarien'], ['m', 'בשר'], 'fish'] },
      {
        type: 'fCheckbox',
        name: 'topics',
        options: [
          ['n', 'News'],
          ['s', 'Sports'],
        ],
      },
      { type: 'fFile', name: 'papers' },
      {
        type: 'fMatrix',
        name: 'grid',
        matrixQuestions: [
          ['q1', 'Food'],
          ['q2', 'Music'],
        ],
        options: [
          ['1', 'Poor'],
          ['2', 'Great'],
        ],
      },
      { type: 'cSection', name: 'address', secFlat: false, children: [{ type: 'fInput', name: 'city' }] },
      {
        type: 'cRepeat',
        name: 'guests',
        children: [
          { type: 'fInput', name: 'who' },
          { type: 'fInput', name: 'years', typeValidator: 'num' },
        ],
      },
      { type: 'fInput', name: 'status' },
    ),
  },
};

const people: Record<string, object> = {
  anna: {
    name: 'Anna Müller',
    age: 9,
    born: '2015-05-17',
    agrees: false,
    meal: 'v',
    topics: ['n'],
    address: { city: 'Haifa' },
  },
  boris: {
    name: 'Boris',
    age: 10,
    born: '1999-12-31',
    meal: 'm',
    topics: ['n', 's'],
    guests: [
      { who: 'Carl', years: 3 },
      { who: 'Dana', years: 40 },
    ],
  },
  chaim: { name: 'חיים כהן', age: 1234.5, agrees: true, grid: { q1: '2' }, address: { city: 'צה״ל־מרכז' } },
  dora: { name: 'dora', status: 'vip', grid: { q1: '1', q2: '2' }, guests: [{ years: 5 }] },
  empty: {},
};

beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, guestForm);
  for (const [name, data] of Object.entries(people)) {
    ids[name] = (await alice('POST', '/entry/submit', { form, data })).body.entryId;
  }
});
afterAll(() => service.close());

const list = (query: Record<string, unknown>, target = form): Promise<Reply> =>
  alice('GET', `/form/${target}/entries`, undefined, { query });
const namesIn = (reply: Reply): string[] => {
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.map(({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id));
};
const search = async (text: string) => namesIn(await list({ search: text }));
const where = async (condition: object) => namesIn(await list({ where: JSON.stringify(condition) }));
const one = (path: string, op: string, value?: unknown) => where({ path, op, value });
const sorted = async (sort: string) => namesIn(await list({ sort }));

describe('words', () => {
  test('[entry-search.words] in texts, numbers, dates, labels, codes, rows, number and id', async () => {
    expect(await search('anna')).toEqual(['anna']);
    expect(await search('an')).toEqual(['boris', 'anna']);
    expect(await search('a')).toEqual(['dora', 'chaim', 'boris', 'anna']);
    expect(await search('haif')).toEqual(['anna']);
    expect(await search('1234.5')).toEqual(['chaim']);
    expect(await search('1,234')).toEqual(['chaim']);
    expect(await search('2015-05')).toEqual(['anna']);
    expect(await search('17/05/2015')).toEqual(['anna']);
    expect(await search('May')).toEqual(['anna']);
    expect(await search('news sport')).toEqual(['boris']);
    expect(await search('great')).toEqual(['dora', 'chaim']);
    expect(await search('carl dana')).toEqual(['boris']);
    expect(await search('#2')).toEqual(['boris']);
    expect(await search('4')).toEqual(['dora', 'chaim', 'boris']);
    expect(await search(ids['chaim']!)).toEqual(['chaim']);
    expect(await search(ids['chaim']!.slice(0, 8).toUpperCase())).toHaveLength(5);
    expect(await search(ids['chaim']!.slice(0, 5))).toEqual([]);
    expect(await search('anna boris')).toEqual([]);
    expect(await search('  ')).toHaveLength(5);
  });

  test('[entry-search.folding] case, diacritics, final letters, quotes and dashes do not count', async () => {
    expect(await search('MULLER')).toEqual(['anna']);
    expect(await search('vegetarien')).toEqual(['anna']);
    expect(await search('כהנ')).toEqual(['chaim']);
    expect(await search('צה"ל-מרכז')).toEqual(['chaim']);
    expect(await search('בשר')).toEqual(['boris']);
  });

  test('[entry-search.words] too many words, or too long a text', async () => {
    const many = await list({ search: 'a b c d e f g h i j k' });
    expect([many.status, many.body.message]).toEqual([400, '"search" must have at most 10 words']);
    expect((await list({ search: 'x'.repeat(201) })).status).toBe(400);
  });
});

describe('conditions', () => {
  test('[entry-search.where] [entry-search.values] every operator, by the type of the field', async () => {
    expect(await one('age', 'eq', '9')).toEqual(['anna']);
    expect(await one('data.age', 'gte', 10)).toEqual(['chaim', 'boris']);
    expect(await one('age', 'ne', 9)).toEqual(['empty', 'dora', 'chaim', 'boris']);
    expect(await one('born', 'eq', '2015-05-17T03:00:00+03:00')).toEqual(['anna']);
    expect(await one('born', 'lt', '2000-01-01')).toEqual(['boris']);
    expect(await one('agrees', 'eq', false)).toEqual(['anna']);
    expect(await one('agrees', 'notEmpty')).toEqual(['chaim', 'anna']);
    expect(await one('meal', 'eq', 'v')).toEqual(['anna']);
    expect(await one('meal', 'contains', 'vegeta')).toEqual(['anna']);
    expect(await one('topics', 'eq', 'n')).toEqual(['boris', 'anna']);
    expect(await one('topics', 'ne', 's')).toEqual(['empty', 'dora', 'chaim', 'anna']);
    expect(await one('topics', 'in', ['s', 'x'])).toEqual(['boris']);
    expect(await one('name', 'startsWith', 'DO')).toEqual(['dora']);
    expect(await one('name', 'contains', 'o')).toEqual(['dora', 'boris']);
    expect(await one('name', 'lt', 'c')).toEqual(['boris', 'anna']);
    expect(await one('name', 'eq', 'Dora')).toEqual([]);
    expect(await one('guests.years', 'gt', 4)).toEqual(['dora', 'boris']);
    expect(await one('guests.who', 'empty')).toEqual(['empty', 'dora', 'chaim', 'anna']);
    expect(await one('guests', 'notEmpty')).toEqual(['dora', 'boris']);
    expect(await one('grid.q1', 'eq', '2')).toEqual(['chaim']);
    expect(await one('address.city', 'contains', 'מרכז')).toEqual(['chaim']);
    expect(
      await where({
        and: [
          { path: 'topics', op: 'eq', value: 'n' },
          {
            or: [
              { path: 'age', op: 'eq', value: 10 },
              { path: 'agrees', op: 'empty' },
            ],
          },
        ],
      }),
    ).toEqual(['boris']);
  });

  test('[entry-search.paths] facts of the entry, unless an answer has the name', async () => {
    expect(await one('status', 'eq', 'vip')).toEqual(['dora']);
    expect(await one('status', 'eq', 'submitted')).toEqual([]);
    expect(await one('idx', 'lte', 2)).toEqual(['boris', 'anna']);
    expect(await one('submitTime', 'gt', '2020-01-01')).toHaveLength(5);
    expect(await one('submitTime', 'lt', '2020-01-01')).toEqual([]);
  });

  test('[entry-search.where] what cannot be read is named', async () => {
    const refusal = async (condition: unknown) => {
      const reply = await list({ where: typeof condition === 'string' ? condition : JSON.stringify(condition) });
      expect(reply.status, reply.text).toBe(400);
      return [reply.body.validation.keys[0], reply.body.message];
    };
    expect(await refusal('{')).toEqual(['where', '"where" must be JSON']);
    expect(await refusal([])).toEqual(['where', '"where" must be of type object']);
    expect(await refusal({ path: 'nope', op: 'eq', value: 1 })).toEqual([
      'where.path',
      '"where.path" must be a path of the form: "nope" is unknown',
    ]);
    expect(await refusal({ and: [{ path: 'age', op: 'like', value: 1 }] })).toEqual([
      'where.and.0.op',
      '"where.and.0.op" must be one of [eq, ne, in, contains, startsWith, empty, notEmpty, lt, lte, gt, gte]',
    ]);
    expect(await refusal({ path: 'age', op: 'eq', value: 'old' })).toEqual([
      'where.value',
      '"where.value" must be a number for "age": "old" is not',
    ]);
    expect(await refusal({ path: 'born', op: 'lt', value: '2024-02-30' })).toEqual([
      'where.value',
      '"where.value" must be a date for "born": "2024-02-30" is not',
    ]);
    expect((await refusal({ path: 'agrees', op: 'lt', value: true }))[0]).toBe('where.op');
    expect((await refusal({ path: 'guests', op: 'eq', value: 1 }))[0]).toBe('where.op');
    expect((await refusal({ path: 'age', op: 'eq', value: null }))[0]).toBe('where.value');
    expect((await refusal({ path: 'age', op: 'eq', value: 1, also: 1 }))[0]).toBe('where.also');
    expect((await refusal({ and: [] }))[0]).toBe('where.and');
    expect((await refusal({ path: '__proto__', op: 'empty' }))[0]).toBe('where.path');
  });

  test('[entry-search.where.bounds] 50 conditions, 5 levels and 1,000 values, no more', async () => {
    const condition = { path: 'age', op: 'eq', value: 9 };
    const nested = (levels: number): object => (levels === 0 ? condition : { and: [nested(levels - 1)] });
    expect(await where({ or: Array(50).fill(condition) })).toEqual(['anna']);
    expect(await where(nested(5))).toEqual(['anna']);
    const values = Array.from({ length: 1_000 }, (_, place) => place);
    expect(await one('age', 'in', values)).toEqual(['boris', 'anna']);
    for (const over of [
      { or: Array(51).fill(condition) },
      nested(6),
      { path: 'age', op: 'in', value: [...values, 1] },
    ]) {
      expect((await list({ where: JSON.stringify(over) })).status).toBe(400);
    }
  });
});

describe('order', () => {
  test('[entry-search.sort] [entry-search.order] numbers, dates, booleans, labels and texts; empty last both ways', async () => {
    expect(await sorted('age')).toEqual(['anna', 'boris', 'chaim', 'dora', 'empty']);
    expect(await sorted('-age')).toEqual(['chaim', 'boris', 'anna', 'empty', 'dora']);
    expect(await sorted('born')).toEqual(['boris', 'anna', 'chaim', 'dora', 'empty']);
    expect(await sorted('agrees')).toEqual(['anna', 'chaim', 'boris', 'dora', 'empty']);
    expect(await sorted('meal')).toEqual(['anna', 'boris', 'chaim', 'dora', 'empty']);
    expect(await sorted('-name')).toEqual(['chaim', 'dora', 'boris', 'anna', 'empty']);
    expect(await sorted('data.status')).toEqual(['dora', 'anna', 'boris', 'chaim', 'empty']);
    expect(await sorted('grid.q1')).toEqual(['chaim', 'dora', 'anna', 'boris', 'empty']);
    expect(await sorted('-idx')).toEqual(['empty', 'dora', 'chaim', 'boris', 'anna']);
    expect(await sorted('id')).toEqual(['anna', 'boris', 'chaim', 'dora', 'empty']);
    for (const refused of ['guests.years', 'guests', 'grid', 'nope', '--age']) {
      expect((await list({ sort: refused })).body.validation, refused).toEqual({ source: 'query', keys: ['sort'] });
    }
  });

  test('[entry-search.cursor] pages of a sorted list go on where the last ended; a cursor belongs to its sort', async () => {
    for (const query of [{ sort: '-age' }, { sort: 'name' }, { sort: 'age', search: 'a' }, { search: 'a' }]) {
      const whole = namesIn(await list(query));
      const pages: string[] = [];
      let reply = await list({ ...query, limit: 1 });
      for (;;) {
        pages.push(...namesIn(reply));
        const link = reply.headers.get('link');
        if (link === null) break;
        reply = await alice('GET', link.slice('<http://forms.test/v1.0'.length, link.indexOf('>')));
      }
      expect(pages).toEqual(whole);
    }
    const after = new URL(
      (await list({ sort: 'age', limit: 1 })).headers.get('link')!.slice(1).split('>')[0]!,
    ).searchParams.get('after');
    for (const other of [{ sort: '-age' }, { sort: 'name' }, { search: 'a' }, {}]) {
      expect((await list({ ...other, after })).status, JSON.stringify(other)).toBe(400);
    }
  });

  test('[entry-search.list] fields and query as in the plain list, to the letter; blank parameters are none', async () => {
    const entry = await alice('GET', `/entry/${ids['anna']}`);
    expect((await list({ search: 'anna' })).text).toBe(`{"data":[${entry.text}]}`);
    expect((await list({ search: 'anna', fields: ['data.age'] })).body).toEqual({ data: [{ data: { age: 9 } }] });
    expect((await list({ search: 'anna', query: { status: 1 } })).body).toEqual({ data: [] });
    expect((await list({ search: '', sort: '' })).text).toBe((await list({})).text);
    expect((await list({ idx: 1, search: 'a' })).status).toBe(400);
  });
});

test('[entry-search.count] [entry-search.all] with the same parameters, and without any', async () => {
  const count = async (query: Record<string, unknown>) =>
    (await alice('GET', `/form/${form}/entries/count`, undefined, { query })).body;
  expect(await count({})).toEqual({ count: 5, isMore: false });
  expect(await count({ search: 'a' })).toEqual({ count: 4, isMore: false });
  expect(await count({ where: JSON.stringify({ path: 'age', op: 'gt', value: 9 }), query: { status: 2 } })).toEqual({
    count: 2,
    isMore: false,
  });
  expect((await alice('GET', `/form/${form}/entries/count?sort=age`)).status).toBe(400);
  const { key } = service.people.chelsea;
  for (const path of [
    `/form/${form}/entries/count`,
    `/form/${form}/entries?search=a`,
    `/form/${form}/entries?sort=age`,
  ]) {
    expect((await service.call('GET', path, { key })).status).toBe(403);
    expect((await service.call('GET', path.replace(form, 'f'.repeat(24)), { key })).status).toBe(404);
  }
});
