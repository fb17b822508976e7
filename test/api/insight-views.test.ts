// GET /form/{formId}/insight of some entries, beside others, and of two questions against each other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;

const options = [['r', 'Red'], 'g'];
const rootElem = root(
  { type: 'fInput', name: 'name' },
  { type: 'fRadio', name: 'color', label: 'Which?', options },
  { type: 'fCheckbox', name: 'days', options: ['su', 'mo'] },
  { type: 'fBool', name: 'again', label: 'Again?' },
  { type: 'fRate', name: 'stars', rateMax: 3 },
  { type: 'fInput', name: 'age', typeValidator: 'num' },
  {
    type: 'cSection',
    name: 'home',
    secFlat: false,
    children: [{ type: 'fSelect', name: 'city', options: ['TLV', 'JLM'] }],
  },
  { type: 'fMatrix', name: 'views', label: 'Views', matrixQuestions: [['room', 'The room']], options: ['bad', 'good'] },
  {
    type: 'cRepeat',
    name: 'kids',
    children: [
      { type: 'fRadio', name: 'sex', options: ['f', 'm'] },
      { type: 'fBool', name: 'swims' },
    ],
  },
  { type: 'cRepeat', name: 'pets', children: [{ type: 'fRadio', name: 'kind', options: ['cat'] }] },
);
const entries = [
  {
    name: 'Ada Lovelace',
    color: 'r',
    days: ['su', 'mo'],
    again: true,
    stars: 3,
    age: 36,
    home: { city: 'TLV' },
    views: { room: 'good' },
    kids: [{ sex: 'f', swims: true }, { sex: 'm' }],
  },
  { name: 'Alan Turing', color: 'r', days: ['su'], again: false, stars: 3, age: 41, home: { city: 'JLM' } },
  {
    name: 'Grace Hopper',
    color: 'g',
    days: ['mo'],
    again: true,
    stars: 1,
    age: 85,
    kids: [{ sex: 'f', swims: false }],
  },
  { name: 'Nobody' },
];

beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, { name: 'Poll', formSchema: { rootElem } });
  for (const data of entries) await alice('POST', '/entry/submit', { form, data });
  await alice('POST', '/entry/save', { form, data: { name: 'Draft', color: 'r' } });
});
afterAll(() => service.close());

const insightOf = (query: Record<string, unknown> = {}) => alice('GET', `/form/${form}/insight`, undefined, { query });
async function colors(query: Record<string, unknown>, part: 'compared' | undefined = undefined): Promise<number[]> {
  const { status, body } = await insightOf(query);
  expect([status, body.message]).toEqual([200, undefined]);
  const told = part === undefined ? body : body[part];
  return [told.entries, ...told.fields[0].values.map(({ count }: { count: number }) => count)];
}
const where = (condition: object) => JSON.stringify(condition);

test('[insight.filtered] search and where choose the entries, as in the list', async () => {
  expect(await colors({})).toEqual([4, 2, 1]);
  expect(await colors({ search: 'ada' })).toEqual([1, 1, 0]);
  expect(await colors({ search: '' })).toEqual([4, 2, 1]);
  expect(await colors({ where: where({ path: 'color', op: 'eq', value: 'r' }) })).toEqual([2, 2, 0]);
  expect(await colors({ where: where({ path: 'age', op: 'gt', value: 40 }), search: 'r' })).toEqual([2, 1, 1]);
  expect(await colors({ where: where({ path: 'home.city', op: 'eq', value: 'TLV' }) })).toEqual([1, 1, 0]);
  expect(await colors({ where: where({ path: 'color', op: 'eq', value: 'r' }), statuses: 'saved' })).toEqual([1, 1, 0]);
  expect(await colors({ search: 'ada', to: '2001-01-01' })).toEqual([0, 0, 0]);
});

test('[insight.filtered] what changes is in the next response', async () => {
  const query = { where: where({ path: 'name', op: 'contains', value: 'late' }) };
  expect(await colors(query)).toEqual([0, 0, 0]);
  const { entryId } = (await alice('POST', '/entry/submit', { form, data: { name: 'Latecomer', color: 'g' } })).body;
  expect(await colors(query)).toEqual([1, 0, 1]);
  await alice('DELETE', `/entry/${entryId}`);
  expect(await colors(query)).toEqual([0, 0, 0]);
});

test('[insight.filtered] more entries than are read at once, and large ones among them', async () => {
  const many = await makeForm(service, { name: 'Many', formSchema: { rootElem } });
  const [{ account }] = (await service.services.db.sql`select account from forms where id = ${many}`) as [
    { account: string },
  ];
  await service.services.db
    .sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails,
      archived_renders, create_time, modify_time, changed_at, submit_time)
    select ${many.slice(0, 12)} || lpad(to_hex(n), 12, '0'), ${account}, ${many}, 2, n, n,
      json_build_object('name', repeat('x', case when n % 400 = 0 then 300000 else 5 end), 'color', case when n % 3 = 0 then 'g' else 'r' end),
      '[]', '[]', '[]', now(), now(), now(), now()
    from generate_series(1, 2500) as n`;
  const query = { where: where({ path: 'color', op: 'eq', value: 'r' }) };
  const { body } = await alice('GET', `/form/${many}/insight`, undefined, { query });
  expect([body.entries, body.fields[0].values.map(({ count }: { count: number }) => count)]).toEqual([1667, [1667, 0]]);
});

test('[insight.compared] a second selection beside the first', async () => {
  const compare = where({ where: { path: 'color', op: 'eq', value: 'g' } });
  expect(await colors({ search: 'ada', compare })).toEqual([1, 1, 0]);
  expect(await colors({ search: 'ada', compare }, 'compared')).toEqual([1, 0, 1]);
  expect(await colors({ search: 'ada', compare: '{}' }, 'compared')).toEqual([4, 2, 1]);
  const { compared: _, ...first } = (await insightOf({ search: 'ada', compare })).body;
  expect(first).toEqual((await insightOf({ search: 'ada' })).body);
});

async function cross(rows: string, columns: string, query: Record<string, unknown> = {}) {
  const { status, body } = await insightOf({ rows, columns, ...query });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.cross;
}
const axis = (path: string, label: string, isMulti: boolean, values: [unknown, string, number][]) => ({
  ...{ path, label, isMulti, otherCount: 0 },
  values: values.map(([value, text, count]) => ({ value, label: text, count })),
});

test('[insight.cross] two questions: those who answered both, options in their order', async () => {
  const red: [unknown, string, number][] = [
    ['r', 'Red', 2],
    ['g', 'g', 1],
  ];
  expect(await cross('color', 'again')).toEqual({
    answered: 3,
    rows: axis('color', 'Which?', false, red),
    columns: axis('again', 'Again?', false, [
      [true, 'true', 2],
      [false, 'false', 1],
    ]),
    counts: [
      [1, 1],
      [1, 0],
    ],
  });
  expect((await cross('data.color', 'days')).counts).toEqual([
    [2, 1],
    [0, 1],
  ]);
  expect((await cross('stars', 'home.city')).counts).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
  const matrix = await cross('views.room', 'color', { search: 'ada' });
  expect([matrix.rows.label, matrix.answered, matrix.counts]).toEqual([
    'Views: The room',
    1,
    [
      [0, 0],
      [1, 0],
    ],
  ]);
});

test('[insight.cross] rows of a repeat each count; what is outside holds for each of them', async () => {
  expect((await cross('kids.sex', 'kids.swims')).counts).toEqual([
    [1, 1],
    [0, 0],
  ]);
  const mixed = await cross('color', 'kids.sex');
  expect([mixed.answered, mixed.counts]).toEqual([
    3,
    [
      [1, 1],
      [1, 0],
    ],
  ]);
});

test.each([
  ['rows=color', 400, '"value" contains [rows] without its required peers [columns]'],
  ['rows=color&columns=nothing', 400, '"columns" must be the path of a field'],
  ['rows=name&columns=color', 400, '"rows" must be a choice, a rating, a yes-or-no or a question of a matrix'],
  ['rows=kids.sex&columns=pets.kind', 400, '"columns" must not be in another repeat than "rows"'],
  ['compare=x', 400, '"compare" must be a valid object'],
  ['compare=[]', 400, '"compare" must be of type object'],
  ['compare={"sort":"x"}', 400, '"compare.sort" is not allowed'],
  ['compare={"search":1}', 400, '"compare.search" must be a string'],
])('[insight.cross] [insight.compared] %s', async (query, status, message) => {
  const reply = await alice('GET', `/form/${form}/insight?${encodeURI(query)}`);
  expect([reply.status, reply.body.message]).toEqual([status, message]);
});

test('[insight.filtered] a condition that cannot be read names itself', async () => {
  const reply = await insightOf({ where: where({ path: 'nothing', op: 'eq', value: 1 }) });
  expect([reply.status, reply.body.validation]).toEqual([400, { source: 'query', keys: ['where.path'] }]);
});
