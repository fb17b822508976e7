// /odata/{formId}: forms that changed, have odd names, large entries or no fields.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { id as anyId, makeForm, root, time } from '../support/entries.ts';
import { type ODataTest, readAll, startODataTest } from '../support/odata.ts';

let alice: ODataTest['alice'];
let get: ODataTest['get'];
let service: ODataTest['service'];
let submit: ODataTest['submit'];
let close: ODataTest['close'];

beforeAll(async () => {
  ({ alice, get, service, submit, close } = await startODataTest());
});
afterAll(() => close());

test('[odata.misfits] entries from before a change of the form', async () => {
  const own = await makeForm(service, {
    formSchema: {
      rootElem: root(
        { type: 'fInput', name: 'a' },
        { type: 'fMatrix', name: 'b', matrixQuestions: ['q'], options: ['x'] },
        { type: 'fInput', name: 'c' },
        { type: 'fInput', name: 'd' },
        { type: 'fInput', name: 'e', typeValidator: 'num' },
      ),
    },
  });
  await submit(own, { a: 'twelve', b: { q: 'x' }, c: 'yes', d: 'soon', e: 7 });
  await submit(own, { a: '12', c: 'maybe', d: '2024-01-02' });
  await alice('PATCH', `/form/${own}`, {
    formSchema: {
      rootElem: root(
        { type: 'fInput', name: 'a', typeValidator: 'num' },
        { type: 'fInput', name: 'b' },
        { type: 'fBool', name: 'c' },
        { type: 'fDate', name: 'd' },
        { type: 'fLngTxt', name: 'e' },
        { type: 'fInput', name: 'f' },
      ),
    },
  });
  const columns = { $select: 'a,b,c,d,e,f' };
  expect((await get(`${own}/Submissions`, columns)).body.value).toEqual([
    { a: 12, b: null, 'c@Formstead.stored': 'maybe', c: null, d: '2024-01-02', e: null, f: null },
    {
      'a@Formstead.stored': 'twelve',
      a: null,
      'b@Formstead.stored': '{"q":"x"}',
      b: null,
      c: true,
      'd@Formstead.stored': 'soon',
      d: null,
      e: '7',
      f: null,
    },
  ]);
  const find = async ($filter: string) => (await get(`${own}/Submissions`, { $filter })).body.value.length;
  expect(await find('a eq null')).toBe(1);
  expect(await find('a eq 12')).toBe(1);
  expect(await find('c eq true')).toBe(1);
  expect(await find("e eq '7'")).toBe(1);
  expect(await find("contains(b,'x')")).toBe(0);
  expect(await find('d gt 2024-01-01')).toBe(1);
});

test('[odata.names] names that meet are told apart', async () => {
  const names = [
    'Name',
    'name',
    'a b',
    'a-b',
    'a_b',
    'id',
    'data_id',
    'ID',
    '9',
    '_9',
    'שלום',
    'x'.repeat(199),
    `${'x'.repeat(199)}y`,
    '&<>"',
    'idx',
    '@odata.x',
  ];
  const own = await makeForm(service, {
    formSchema: { rootElem: root(...names.map((name) => ({ type: 'fInput', name }))) },
  });
  await submit(own, Object.fromEntries(names.map((name) => [name, name])));
  const [row] = (await get(`${own}/Submissions`)).body.value;
  const columns = Object.keys(row).slice(7);
  expect(columns).toEqual([
    'Name',
    'name_2',
    'a_b_2',
    'a_b_3',
    'a_b',
    'data_id_2',
    'data_id',
    'data_ID_3',
    '_9_2',
    '_9',
    'שלום',
    'x'.repeat(128),
    `${'x'.repeat(126)}_2`,
    '____',
    'data_idx',
    '_odata_x',
  ]);
  expect(columns.map((column) => row[column])).toEqual(names);
  expect(new Set(columns.map((column) => column.toLowerCase())).size).toBe(names.length);
});

test('[odata.types] choices that are numbers, days and of options sets; what several may be chosen', async () => {
  const own = await makeForm(service, {
    formSchema: {
      rootElem: root(
        {
          type: 'fSelect',
          name: 'size',
          typeValidator: 'num',
          options: [
            [1, 'One'],
            [2, 'Two'],
          ],
        },
        { type: 'fRadio', name: 'day', typeValidator: 'date', options: [['2024-05-01', 'May']] },
        { type: 'fRadio', name: 'sure', typeValidator: 'bool', options: [[true, 'Sure']] },
        { type: 'fRadio', name: 'plain', options: [[7, 'Seven']] },
        { type: 'fSelect', name: 'made', options: "[['a', 'Label of ' + model.plain]]" },
      ),
    },
  });
  await submit(own, { size: 2, day: '2024-05-01', sure: true, plain: 7, made: 'a' });
  const [codes] = (await get(`${own}/Submissions`)).body.value;
  expect(codes).toMatchObject({ size: 2, day: '2024-05-01', sure: true, plain: '7', made: 'a' });
  const [labels] = (await get(`${own}/Submissions`, { labels: '1' })).body.value;
  expect(labels).toMatchObject({ size: 'Two', day: 'May', sure: 'Sure', plain: 'Seven', made: 'Label of 7' });
  for (const [filter, count] of [
    ["made eq 'Label of 7'", 1],
    ["size eq 'Two'", 1],
    ["size eq 'two'", 0],
    ["contains(plain,'eve')", 1],
  ] as const)
    expect([filter, (await get(`${own}/Submissions`, { labels: '1', $filter: filter })).body.value.length]).toEqual([
      filter,
      count,
    ]);
});

test('[odata.pages.size] large entries: pages end early, nothing is lost', async () => {
  const own = await makeForm(service, {
    formSchema: {
      rootElem: root({ type: 'fLngTxt', name: 'text' }, { type: 'fInput', name: 'n', typeValidator: 'num' }),
    },
  });
  for (let n = 0; n < 16; n += 1) await submit(own, { text: 'x'.repeat(600_000), n });
  const { rows, pages } = await readAll(service, `${own}/Submissions`);
  expect(rows.map((row) => row['n'])).toEqual(Array.from({ length: 16 }, (_, n) => 15 - n));
  expect(pages.length).toBeGreaterThan(1);
  expect(Math.max(...pages)).toBeLessThan(16);
  const light = await readAll(service, `${own}/Submissions`, { $select: 'id' });
  expect(light.pages).toEqual([16]);
  const found = await readAll(service, `${own}/Submissions`, {
    $filter: "startswith(text,'x') and n ne 3",
    $select: 'n',
  });
  expect(found.rows).toHaveLength(15);
});

test('[odata.tables] a form without fields, and one whose repeat has only another repeat', async () => {
  const bare = await makeForm(service, {});
  await submit(bare, {});
  expect((await get(`${bare}/Submissions`)).body.value).toEqual([
    { id: anyId, idx: 1, submitIdx: 1, status: 'submitted', createTime: time, modifyTime: time, submitTime: time },
  ]);
  expect((await get(`${bare}/Submissions`, { $select: '' })).status).toBe(400);
  const inner = { type: 'cRepeat', name: 'in', children: [{ type: 'fInput', name: 'x' }] };
  const own = await makeForm(service, {
    formSchema: { rootElem: root({ type: 'cRepeat', name: 'out', children: [inner] }) },
  });
  const id = await submit(own, { out: [{ in: [{ x: '1' }] }, {}, { in: [{ x: '2' }, { x: '3' }] }] });
  expect((await get(`${own}/Submissions.out`)).body.value).toEqual([1, 2, 3].map((row) => ({ id, row })));
  expect(
    (await get(`${own}/Submissions.out.in`)).body.value.map((row: Record<string, unknown>) => [
      row['row'],
      row['parentRow'],
      row['x'],
    ]),
  ).toEqual([
    [1, 1, '1'],
    [2, 3, '2'],
    [3, 3, '3'],
  ]);
});
