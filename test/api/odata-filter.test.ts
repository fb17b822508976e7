// $filter of OData tables: tables of cases, random filters against an oracle with and without an index, and hostile ones.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexLimits } from '../../src/server/search/entry-indexes.ts';
import { asAlice, makeForm } from '../support/entries.ts';
import { error, readAll, readOData, tableForm } from '../support/odata.ts';
import { createRandomFilters, filteredForm, type Shown } from '../support/random-filters.ts';
import { startService, type TestService } from '../support/service.ts';
import { isWhole } from '../support/whole-run.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let get: ReturnType<typeof readOData>;
let form: string;

const entries: Record<string, unknown>[] = [
  {
    name: 'Ada',
    age: 5,
    agrees: true,
    born: '2020-01-02',
    seen: '2024-05-17T10:00:00.500Z',
    from: '1970-01-01T09:30:00Z',
    kind: 's',
    topics: ['n'],
    status: 'single',
    'שם מלא': 'עדה לוי',
    address: { city: 'Haifa' },
    guests: [
      { id: 'x', age: 3 },
      { id: 'y', age: 30 },
    ],
  },
  {
    name: "O'Neil",
    age: -2.5,
    agrees: false,
    born: '1999-12-31',
    kind: 'l',
    topics: ['n', 'm'],
    grid: { q1: '1' },
    address: { city: 'haifa' },
  },
  {
    name: 'ADA',
    age: 1e21,
    born: '2020-01-03',
    seen: '2024-05-17T23:59:59.999Z',
    from: '1970-01-01T23:00:00Z',
    topics: ['x|y'],
    guests: [{ id: 'z' }],
  },
  { name: 'Émile %_\\', stars: 3 },
  { kind: 's' },
];

beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  get = readOData(service);
  form = await makeForm(service, tableForm);
  for (const data of entries) {
    const reply = await alice('POST', '/entry/submit', { form, data });
    expect(reply.status, reply.text).toBe(200);
  }
});
afterAll(() => service.close());

describe('cases', () => {
  test.each<[string, number[]]>([
    ["name eq 'Ada'", [1]],
    ["'Ada' eq name", [1]],
    ["name ne 'Ada'", [2, 3, 4, 5]],
    ["name eq 'O''Neil'", [2]],
    ['name eq null', [5]],
    ['name ne null', [1, 2, 3, 4]],
    ['null eq null', [1, 2, 3, 4, 5]],
    ["contains(name,'DA')", [3]],
    ["contains(tolower(name),'ada')", [1, 3]],
    ["contains(name,'%_\\')", [4]],
    ["startswith(name,'É') and endswith(name,'\\')", [4]],
    ["not contains(name,'a')", [2, 3, 4]],
    ["not (contains(name,'a') or name eq null)", [2, 3, 4]],
    ['length(name) eq 3', [1, 3]],
    ["toupper(name) eq 'ADA'", [1, 3]],
    ["name lt 'B'", [1, 3]],
    ['age gt 4', [1, 3]],
    ['4 lt age', [1, 3]],
    ['age ge 5 and age le 5', [1]],
    ['age eq 1e21', [3]],
    ['age lt 0', [2]],
    ['age eq -2.5', [2]],
    ['age lt null', []],
    ['not (age lt 0)', [1, 3, 4, 5]],
    ['agrees', [1]],
    ['agrees eq true', [1]],
    ['agrees eq false', [2]],
    ['not agrees', [2]],
    ['agrees or age gt 4', [1, 3]],
    ['agrees and age gt 4', [1]],
    ['born eq 2020-01-02', [1]],
    ['born gt 2020-01-02', [3]],
    ['born ge 2020-01-01 and born lt 2020-02-01', [1, 3]],
    ['year(born) eq 2020 and day(born) ne 2', [3]],
    ['month(born) eq 12', [2]],
    ['seen gt 2024-05-17T10:00:00.5Z', [3]],
    ['seen ge 2024-05-17T10:00:00.5Z', [1, 3]],
    ['seen gt 2024-05-17T10:00:00.4999Z', [1, 3]],
    ['seen eq 2024-05-17T13:00:00.500+03:00', [1]],
    ['seen lt 2024-05-18', [1, 3]],
    ['date(seen) eq 2024-05-17', [1, 3]],
    ['hour(seen) eq 23 and minute(seen) eq 59 and second(seen) eq 59', [3]],
    ['from lt 12:00', [1]],
    ['from eq 09:30:00', [1]],
    ['hour(from) eq 23', [3]],
    ["kind eq 's'", [1, 5]],
    ["kind eq 'S'", []],
    ["topics eq 'n'", [1]],
    ["topics eq 'n | m'", [2]],
    ["contains(topics,'n')", [1, 2]],
    ["contains(topics,' | ')", [2]],
    ['topics eq \'"x|y"\'', [3]],
    ["contains(topics,'x|y')", [3]],
    ["grid_q1 eq '1'", [2]],
    ["data_status eq 'single'", [1]],
    ["contains(שם_מלא,'לוי')", [1]],
    ["address_city eq 'haifa'", [2]],
    ["kind eq 's' and (age eq 5 or name eq null)", [1, 5]],
    ['idx eq 3', [3]],
    ['idx eq 3 and idx eq 4', []],
    ['idx eq 99', []],
    ['idx ge 4', [4, 5]],
    ['submitIdx lt 3', [1, 2]],
    ['createTime gt 2000-01-01 and createTime gt 2001-01-01T00:00:00Z', [1, 2, 3, 4, 5]],
    ['modifyTime lt 2000-01-01', []],
    ['submitTime ne 2000-01-01', [1, 2, 3, 4, 5]],
    ['submitTime eq createTime', [1, 2, 3, 4, 5]],
    ["status eq 'submitted' and age eq 5", [1]],
    ["id eq 'x'", []],
    ["id gt '0'", [1, 2, 3, 4, 5]],
    ['(((((((((agrees)))))))))', [1]],
  ])('[odata.filter] %s', async (filter, expected) => {
    const reply = await get(`${form}/Submissions`, { $filter: filter, $select: 'idx', $orderby: 'id' });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.value.map((row: { idx: number }) => row.idx)).toEqual(expected);
    const count = await get(`${form}/Submissions/$count`, { $filter: filter });
    expect(count.text).toBe(String(expected.length));
  });

  test.each<[string, number, string]>([
    ['', 400, 'odataFilterUnreadable'],
    ['name', 400, 'odataFilterTypes'],
    ["'x'", 400, 'odataFilterTypes'],
    ['name eq', 400, 'odataFilterUnreadable'],
    ["name eq 'x", 400, 'odataFilterUnreadable'],
    ["name eq 'x' and", 400, 'odataFilterUnreadable'],
    ["name eq 'x' 'y'", 400, 'odataFilterUnreadable'],
    ["name = 'x'", 400, 'odataFilterUnreadable'],
    ["name EQ 'x'", 400, 'odataFilterUnreadable'],
    ["(name eq 'x'", 400, 'odataFilterUnreadable'],
    ["nothing eq 'x'", 400, 'odataColumnUnknown'],
    ["Name eq 'x'", 400, 'odataColumnUnknown'],
    ['name eq 5', 400, 'odataFilterTypes'],
    ["age eq '5'", 400, 'odataFilterTypes'],
    ["born gt '2020-01-01'", 400, 'odataFilterTypes'],
    ['born eq 2020-02-30', 400, 'odataFilterUnreadable'],
    ['seen eq 2020-02-30T00:00:00Z', 400, 'odataFilterUnreadable'],
    ['agrees gt false', 400, 'odataFilterTypes'],
    ['contains(age,1)', 400, 'odataFilterTypes'],
    ['contains(name)', 400, 'odataFilterTypes'],
    ['unknown(name)', 400, 'odataFilterUnreadable'],
    ['constructor(name)', 400, 'odataFilterUnreadable'],
    ['__proto__ eq null', 400, 'odataColumnUnknown'],
    ['constructor eq null', 400, 'odataColumnUnknown'],
    ['age add 5 eq 10', 501, 'odataNotSupported'],
    ["name in ('x')", 501, 'odataNotSupported'],
    ['guests/any(g:g/age gt 1)', 501, 'odataNotSupported'],
    ["concat(name,'x') eq 'y'", 501, 'odataNotSupported'],
    ['age eq @p', 501, 'odataNotSupported'],
    ['$it/age eq 5', 501, 'odataNotSupported'],
    ['age eq 1e999', 400, 'odataFilterUnreadable'],
    ["name eq 'x'; drop table entries", 400, 'odataFilterUnreadable'],
  ])('[odata.filter] [odata.errors] refused: %s', async (filter, status, code) => {
    const reply = await get(`${form}/Submissions`, { $filter: filter });
    expect(error(reply), reply.text).toEqual([status, code]);
    const hebrew = await get(`${form}/Submissions`, { $filter: filter, locale: 'he' });
    expect(hebrew.body.error.message).toMatch(/[\u05d0-\u05ea]/);
  });

  test('[odata.filter] what is wrong is named with its place', async () => {
    const reply = await get(`${form}/Submissions`, { $filter: "age gt 4 and name ~ 'x'" });
    expect(reply.body.error.message).toBe("$filter cannot be understood at character 19: ~ 'x'");
    const types = await get(`${form}/Submissions`, { $filter: "age gt '4'" });
    expect(types.body.error.message).toBe('In $filter, gt cannot be used with age (Edm.Double), Edm.String.');
  });

  test('[odata.filter] rows of a repeat by their own columns', async () => {
    const read = async ($filter: string) =>
      (await get(`${form}/Submissions.guests`, { $filter })).body.value.map(
        (row: Record<string, unknown>) => row['data_id'],
      );
    expect(await read('age gt 10')).toEqual(['y']);
    expect(await read('age gt 1')).toEqual(['x', 'y']);
    expect(await read("age gt 1 and data_id eq 'y'")).toEqual(['y']);
    expect(await read('age eq null')).toEqual(['z']);
    expect(await read('row eq 2')).toEqual(['y']);
    expect(error(await get(`${form}/Submissions.guests`, { $filter: "name eq 'Ada'" }))).toEqual([
      400,
      'odataColumnUnknown',
    ]);
  });

  test('[odata.labels] [odata.filter] labels are compared where they are shown', async () => {
    const read = async ($filter: string, labels: string) =>
      (await get(`${form}/Submissions`, { $filter, labels, $orderby: 'id' })).body.value.map(
        (row: { idx: number }) => row.idx,
      );
    expect(await read("kind eq 'Long'", '1')).toEqual([2]);
    expect(await read("kind eq 'l'", '1')).toEqual([]);
    expect(await read("contains(kind,'quick')", '1')).toEqual([1, 5]);
    expect(await read("contains(topics,'News')", '1')).toEqual([1, 2]);
    expect(await read("topics eq 'News | Music'", '1')).toEqual([2]);
    expect(await read("grid_q1 eq 'Bad'", '1')).toEqual([2]);
  });
});

describe('bounds', () => {
  test('[odata.bounds] deep, long and many: refused, and what is within is answered', async () => {
    const table = `${form}/Submissions`;
    const deep = (levels: number) => `${'('.repeat(levels)}agrees${')'.repeat(levels)}`;
    expect((await get(table, { $filter: deep(49) })).body.value).toHaveLength(1);
    expect(error(await get(table, { $filter: deep(100) }))).toEqual([400, 'odataFilterTooLarge']);
    expect(error(await get(table, { $filter: `${'not '.repeat(100)}agrees` }))).toEqual([400, 'odataFilterTooLarge']);
    expect(error(await get(table, { $filter: `${'tolower('.repeat(100)}name${')'.repeat(100)} eq 'x'` }))).toEqual([
      400,
      'odataFilterTooLarge',
    ]);
    const many = (count: number) => Array.from({ length: count }, (_, at) => `age eq ${at}`).join(' or ');
    expect((await get(table, { $filter: many(200) })).body.value).toHaveLength(1);
    expect(error(await get(table, { $filter: many(201) }))).toEqual([400, 'odataFilterTooLarge']);
    expect(error(await get(table, { $filter: `name eq '${'x'.repeat(10_000)}'` }))).toEqual([
      400,
      'odataFilterTooLarge',
    ]);
    // An address of a megabyte does not get past the parser of HTTP.
    expect((await get(table, { $filter: `name eq '${'x'.repeat(1_000_000)}'` })).status).toBe(431);
  });
});

describe('an oracle', () => {
  const { random, pick, words, tree } = createRandomFilters(7);
  const rounds = isWhole ? 40 : 12;

  test.each([
    ['without an index [heavy]', indexLimits],
    [
      'with an index that is built',
      { ...indexLimits, minEntries: 50, directEntries: 100, segmentEntries: 128, tailEntries: 32 },
    ],
  ])(
    '[odata.filter] [odata.filter.cost] random filters find what looking at every row finds, %s',
    async (_name, limits) => {
      const own = await startService({}, { indexLimits: limits });
      try {
        const target = await makeForm(own, filteredForm);
        const keyed = asAlice(own);
        for (let count = 0; count < 270; count += 1) {
          const data: Record<string, unknown> = {};
          if (random(5) > 0) data['n'] = random(30);
          if (random(5) > 0) data['t'] = pick(words);
          if (random(4) > 0) data['c'] = pick(['x', 'y', 'z']);
          if (random(4) > 0) data['d'] = `2024-01-${String(1 + random(28)).padStart(2, '0')}`;
          if (random(3) > 0) data['b'] = random(2) === 0;
          const path = count % 9 === 0 ? '/entry/save' : '/entry/submit';
          expect((await keyed('POST', path, { form: target, data })).status).toBe(200);
        }
        const loaded = await own.services.forms.getFresh(target);
        if (limits !== indexLimits) {
          await keyed('GET', `/form/${target}/entries?search=alpha`);
          await own.services.entryIndexes.refresh(loaded);
        }
        const whole = (await readAll(own, `${target}/Submissions`)).rows as unknown as Shown[];
        expect(whole).toHaveLength(270 - Math.ceil(270 / 9));
        let found = 0;
        for (let round = 0; round < rounds; round += 1) {
          const [text, passes] = tree(3);
          const asc = round % 3 === 0;
          const { rows } = await readAll(
            own,
            `${target}/Submissions`,
            {
              $filter: text,
              ...(asc && { $orderby: 'id asc' }),
            },
            { prefer: `maxpagesize=${pick([7, 50, 2_000])}` },
          );
          const expected = whole.filter((row) => passes(row) === true);
          expect([text, rows.map((row) => row['id'])]).toEqual([
            text,
            (asc ? expected.reverse() : expected).map(({ id }) => id),
          ]);
          found += rows.length;
        }
        expect(found).toBeGreaterThan(7 * rounds);
      } finally {
        await own.close();
      }
    },
    300_000,
  );

  test('[odata.filter.cost] times, ids and statuses that all must hold are decided by the database alone', async () => {
    const all = (await readAll(service, `${form}/Submissions`, { $orderby: 'id' })).rows;
    const third = all[2] as { id: string; createTime: string; modifyTime: string; submitTime: string };
    const read = async ($filter: string) =>
      (await readAll(service, `${form}/Submissions`, { $filter, $orderby: 'id' })).rows.map((row) => row['idx']);
    for (const name of ['createTime', 'modifyTime', 'submitTime'] as const) {
      expect(await read(`${name} lt ${third[name]}`)).toEqual([1, 2]);
      expect(await read(`${name} le ${third[name]}`)).toEqual([1, 2, 3]);
      expect(await read(`${name} gt ${third[name]} and status eq 'submitted'`)).toEqual([4, 5]);
      expect(await read(`${name} eq ${third[name]} and id eq '${third.id}'`)).toEqual([3]);
      expect(await read(`${name} ge ${third[name]} and ${name} lt 9999-12-31`)).toEqual([3, 4, 5]);
    }
    expect(await read(`createTime ne ${third.createTime}`)).toEqual([1, 2, 4, 5]);
    expect(await read(`id gt '${third.id}'`)).toEqual([4, 5]);
    expect(await read(`id ne '${third.id}'`)).toEqual([1, 2, 4, 5]);
  });
});
