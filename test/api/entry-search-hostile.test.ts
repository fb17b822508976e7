// Whatever somebody writes into `where`, `search`, `sort` and `after`, the response is the entries or a 400 that says what is wrong.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServiceError } from '../../src/server/base/errors.ts';
import type { LoadedForm } from '../../src/server/forms/load-form.ts';
import { entryMatcher } from '../../src/server/search/match-entry.ts';
import { readEntrySearch } from '../../src/server/search/parse-search.ts';
import { needsOf } from '../../src/server/search/search-needs.ts';
import { sortKeyOf } from '../../src/server/search/sort-key.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let form: LoadedForm;
beforeAll(async () => {
  service = await startService();
  const rows = [
    { type: 'fInput', name: 'a' },
    { type: 'cRepeat', name: 'in', children: [{ type: 'fInput', name: 'z', typeValidator: 'num' }] },
  ];
  const rootElem = root(
    { type: 'fInput', name: 'name' },
    { type: 'fInput', name: 'age', typeValidator: 'num' },
    { type: 'fDate', name: 'born' },
    { type: 'fBool', name: 'b' },
    { type: 'fSelect', name: 'sel', options: [['a', 'A'], 'constructor', 'toString'] },
    { type: 'fInput', name: 'constructor' },
    { type: 'fInput', name: 'toString' },
    { type: 'fFile', name: 'papers' },
    { type: 'fMatrix', name: 'grid', matrixQuestions: ['constructor', 'q'], options: ['x', 'y'] },
    { type: 'cRepeat', name: 'rep', children: rows },
  );
  const id = await makeForm(service, { name: 'X', formSchema: { rootElem } });
  form = await service.services.forms.getFresh(id);
  const alice = asAlice(service);
  const first = { name: 'x\ud800y', age: 5e-324, sel: 'a', grid: { q: 'x' }, constructor: 'c', toString: 't' };
  for (const data of [first, { born: '0001-01-01', rep: [{ a: '1', in: [{ z: 3 }] }] }]) {
    expect((await alice('POST', '/entry/submit', { form: id, data })).status).toBe(200);
  }
});
afterAll(() => service.close());

const paths = [
  ...['name', 'age', 'born', 'b', 'sel', 'constructor', 'toString', '__proto__', 'hasOwnProperty', 'papers', 'grid'],
  ...['grid.q', 'grid.constructor', 'grid.__proto__', 'rep', 'rep.a', 'rep.in', 'rep.in.z', 'rep.0.a', 'data.name'],
  ...['data', 'data.', 'data.__proto__', 'id', 'idx', 'submitIdx', 'status', 'createTime', 'submitTime', 'team'],
  ...['team.status', 'team.assignee', 'team.tags', 'papers.name', 'name.length', '', '.', 'a\u0000', '\ud800'],
  ...['x'.repeat(3_000), 'a.'.repeat(2_000), null, 5, {}, []],
];
const operators = [
  ...['eq', 'ne', 'in', 'contains', 'startsWith', 'empty', 'notEmpty', 'lt', 'lte', 'gt', 'gte'],
  ...['constructor', '__proto__', '', null, 5],
];
const values = [
  ...[undefined, null, '', ' ', 0, -0, 5, '5', '1e400', 1e308, 'NaN', '0x10', 'a', '\u0000', '\ud800', 'x\ud800y'],
  ...['constructor', true, {}, { $gt: 1 }, [], ['a', 5], [[1]], [null], '0001-01-01', '9999-12-31', '2020-02-30'],
  ...[
    '275760-09-13T00:00:00.001Z',
    '-000001-01-01',
    '2020-01-01T24:00:00Z',
    'x'.repeat(1_001),
    '%',
    '\\',
    '9'.repeat(400),
  ],
];
const stored: object[] = [
  ...[{}, { name: 'a\u0000b', age: 'text', born: 5, b: 'x', sel: {}, papers: [null, {}], grid: [], rep: {} }],
  ...[
    { name: [1], age: -0, born: 'never', rep: [null, 5, { in: [null, { z: 'x' }] }], constructor: 1, grid: { q: 1 } },
  ],
];

test('[entry-search.where] [entry-search.sort] every path with every operator and value is read or named, and then fits any data', () => {
  const rows = stored.map((data) => ({
    ...{ id: '0'.repeat(24), status: 2, idx: 1, submitIdx: null, name: null, createTime: 0, modifyTime: 0 },
    ...{ changedAt: 0, submitTime: null, data: data as never },
  }));
  let read = 0;
  const attempt = (request: Parameters<typeof readEntrySearch>[0]) => {
    try {
      const search = readEntrySearch(request, form);
      read += 1;
      needsOf(search);
      const { matches } = entryMatcher(search);
      for (const row of rows) {
        if (typeof matches(row) !== 'boolean') throw new Error(`${JSON.stringify(request)} has no result`);
        if (search.sort !== undefined) sortKeyOf(search.sort.path, row);
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    }
  };
  for (const path of paths) {
    for (const op of operators) for (const value of values) attempt({ where: JSON.stringify({ path, op, value }) });
    for (const sort of [path, `-${String(path)}`]) attempt({ sort: String(sort) });
  }
  expect(read).toBeGreaterThan(3_000);
});

test('[entry-search.list] [entry-search.cursor] words, conditions, orders and cursors of any kind over HTTP', async () => {
  const alice = asAlice(service);
  const forged = (text: string) => Buffer.from(text).toString('base64url');
  const requests: Record<string, unknown>[] = [
    ...['\u0000', '\ud800', '#', '#-1', '#1e400', '9'.repeat(200), '%', '\\', "'", '\u0301', 'ﷺ'.repeat(200)].map(
      (search) => ({ search }),
    ),
    ...['', 'null', '5', '{}', '{"and":null}', '{"__proto__":{"path":"name","op":"empty"}}', '['.repeat(5_000)].map(
      (where) => ({ where }),
    ),
    { where: '{"path":"age","op":"in","value":[1e400,-1e400]}' },
    { where: `${'{"and":['.repeat(500)}${']}'.repeat(500)}` },
    ...['x', '', '\u0000', 'bnVsbA', forged('["age",1e400,"x"]'), forged('["age"]'), 'A'.repeat(5_000)].flatMap(
      (after) => [{ after }, { after, sort: 'age' }],
    ),
    ...['0', '-1', '1e9', '1.5', '9'.repeat(30)].map((limit) => ({ limit, sort: 'age' })),
    { sort: ['age', 'name'] },
    { search: ['a', 'b'] },
  ];
  const statuses = new Set<number>();
  for (const query of requests) {
    const reply = await alice('GET', `/form/${form.id}/entries`, undefined, { query });
    statuses.add(reply.status);
    expect([200, 400], `${JSON.stringify(query).slice(0, 100)} ${reply.text.slice(0, 200)}`).toContain(reply.status);
  }
  expect(statuses.size).toBe(2);
});
