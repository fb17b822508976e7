// Random searches over random entries, while entries come, change and go, labels change, and the index is whole, half built or
// fallen behind: always what a plain look at each entry finds.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countMatches, findPage, readEntrySearch } from '../../src/server/search/find-matches.ts';
import { makeForm, root } from '../support/entries.ts';
import { smallIndexLimits } from '../support/index-limits.ts';
import {
  findPlainly,
  type KnownEntry,
  type OracleField,
  type OracleSearch,
  type OracleWhere,
} from '../support/search-oracle.ts';
import { startService, type TestService } from '../support/service.ts';
import { isWhole } from '../support/whole-run.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({}, { indexLimits: smallIndexLimits });
});
afterAll(() => service.close());

const words = [
  'שלום',
  'שלומי',
  'כהן',
  'צה״ל',
  'Café',
  'STRASSE',
  'Straße',
  'ab',
  'a',
  '12',
  'x-y',
  'naïve',
  'י',
  '😀',
  'zebra crossing',
];
const text = fc.oneof(
  fc.constantFrom(...words),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map((two) => two.join(' ')),
  fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'ם', 'מ', '1', '-') }).map((one) => `_${one}`),
);
const number = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((one) => one + 0),
  fc.constantFrom(0, 999, 1000, 1e15, -1e300, 5e-324),
);
const date = fc.integer({ min: -20_000, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString());
const code = fc.constantFrom('r', 'g', 'b', 'old');

const data = fc.record(
  {
    t: text,
    n: number,
    d: date,
    b: fc.boolean(),
    c: code,
    m: fc.uniqueArray(code, { minLength: 1, maxLength: 3 }),
    s: fc.record({ q: text }),
    r: fc.array(fc.record({ rt: text, rn: number }, { requiredKeys: [] }), { maxLength: 3 }),
    g: fc.record({ q1: code, q2: code }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

const labelSets = [
  { r: 'Red', g: 'ירוק', b: 'Blauß' },
  { r: 'אדום', g: 'Green tea', b: 'Blue' },
];
const formWith = (labels: Record<string, string>) => {
  const options = Object.entries(labels);
  return {
    name: 'Any',
    formSchema: {
      rootElem: root(
        { type: 'fInput', name: 't' },
        { type: 'fInput', name: 'n', typeValidator: 'num' },
        { type: 'fDate', name: 'd' },
        { type: 'fBool', name: 'b' },
        { type: 'fRadio', name: 'c', options },
        { type: 'fCheckbox', name: 'm', options },
        { type: 'cSection', name: 's', secFlat: false, children: [{ type: 'fInput', name: 'q' }] },
        {
          type: 'cRepeat',
          name: 'r',
          children: [
            { type: 'fInput', name: 'rt' },
            { type: 'fInput', name: 'rn', typeValidator: 'num' },
          ],
        },
        { type: 'fMatrix', name: 'g', matrixQuestions: ['q1', 'q2'], options },
      ),
    },
  };
};
const fieldsWith = (labels: Record<string, string>): OracleField[] => [
  { path: 't', kind: 'text', isSortable: true },
  { path: 'n', kind: 'number', isSortable: true },
  { path: 'd', kind: 'date', isSortable: true },
  { path: 'b', kind: 'bool', isSortable: true },
  { path: 'c', kind: 'choice', labels, isSortable: true },
  { path: 'm', kind: 'choice', labels, isSortable: false },
  { path: 's.q', kind: 'text', isSortable: true },
  { path: 'r.rt', kind: 'text', isSortable: false },
  { path: 'r.rn', kind: 'number', isSortable: false },
  { path: 'g.q1', kind: 'choice', labels, isSortable: true },
  { path: 'g.q2', kind: 'choice', labels, isSortable: true },
  { path: 'team.status', kind: 'text', isSortable: true, isTeam: true },
  { path: 'team.assignee', kind: 'id', isSortable: true, isTeam: true },
  { path: 'team.tags', kind: 'text', isSortable: false, isTeam: true },
];

const values: Record<OracleField['kind'], fc.Arbitrary<unknown>> = {
  text,
  number,
  date,
  bool: fc.boolean(),
  choice: code,
  id: fc.constantFrom('a'.repeat(24), 'b'.repeat(24)),
};
const team = fc.record({
  status: fc.oneof(fc.constant(''), text),
  assignee: fc.oneof(fc.constant(null), values.id as fc.Arbitrary<string>),
  tags: fc.uniqueArray(text, { maxLength: 3 }),
});
const comparison: fc.Arbitrary<OracleWhere> = fc.constantFrom(...fieldsWith({})).chain(({ path, kind }) => {
  const equal = fc.record({ path: fc.constant(path), op: fc.constantFrom('eq', 'ne'), value: values[kind] });
  const several = fc.record({
    path: fc.constant(path),
    op: fc.constant('in'),
    value: fc.array(values[kind], { minLength: 1, maxLength: 4 }),
  });
  const presence = fc.record({ path: fc.constant(path), op: fc.constantFrom('empty', 'notEmpty') });
  const part = fc.record({
    path: fc.constant(path),
    op: fc.constantFrom('contains', 'startsWith'),
    value: fc.oneof(text, fc.constantFrom('1', 'a', 'gr', 'ם')),
  });
  const order = fc.record({
    path: fc.constant(path),
    op: fc.constantFrom('lt', 'lte', 'gt', 'gte'),
    value: values[kind],
  });
  if (kind === 'id') return fc.oneof(equal, several, presence);
  return kind === 'bool' ? fc.oneof(equal, presence) : fc.oneof(equal, several, presence, part, order, order);
});
const where: fc.Arbitrary<OracleWhere> = fc.oneof(
  { weight: 3, arbitrary: comparison },
  { weight: 1, arbitrary: fc.array(comparison, { minLength: 1, maxLength: 3 }).map((and) => ({ and })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(comparison, comparison, comparison)
      .map(([one, two, three]) => ({ or: [one, { and: [two, three] }] })),
  },
);
const sort = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom(...fieldsWith({}).filter((field) => field.isSortable)))
  .map(([sign, { path }]) => sign + path);
const search = fc.oneof(
  fc.constantFrom(...words, 'red', 'green', 'blau', '2024', '-05-', 'may', '#7', '12 a'),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom('a', '1')).map((two) => two.join(' ')),
);
const query: fc.Arbitrary<OracleSearch> = fc.oneof(
  fc.record({ search }),
  fc.record({ where }),
  fc.record({ search, where, sort }, { requiredKeys: [] }).filter((one) => Object.keys(one).length > 0),
  fc.record({ sort }),
);

type Step =
  | { do: 'add'; data: object[] }
  | { do: 'edit'; at: number; data: object }
  | { do: 'delete'; at: number }
  | { do: 'team'; at: number[]; team: { status: string; assignee: string | null; tags: string[] } }
  | { do: 'build' }
  | { do: 'hole' }
  | { do: 'labels' };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), data: fc.array(data, { minLength: 1, maxLength: 40 }) }),
  fc.record({ do: fc.constant('edit' as const), at: fc.nat(), data }),
  fc.record({ do: fc.constant('edit' as const), at: fc.nat(), data }),
  fc.record({ do: fc.constant('delete' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('team' as const), at: fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), team }),
  fc.constant({ do: 'build' as const }),
  fc.constant({ do: 'hole' as const }),
  fc.constant({ do: 'labels' as const }),
);

test('[entry-search.all] [entry-search.index] whatever the state of the index, what is found is what a plain look finds', async () => {
  const { db, forms, entryIndexes, newId } = service.services;
  const { key, account } = service.people.alice;
  await fc.assert(
    fc.asyncProperty(
      fc.array(data, { minLength: 120, maxLength: 260 }),
      fc.array(
        fc.tuple(
          fc.array(step, { minLength: 1, maxLength: 4 }),
          fc.array(fc.tuple(query, fc.integer({ min: 15, max: 100 }), fc.constantFrom(0, 60_000)), {
            minLength: 4,
            maxLength: 8,
          }),
        ),
        { minLength: 3, maxLength: 5 },
      ),
      async (first, rounds) => {
        const known = new Map<string, KnownEntry>();
        let labels = 0;
        const form = await makeForm(service, formWith(labelSets[0]!));
        const add = async (all: object[]) => {
          const rows = all.map((one) => ({ id: newId(), idx: known.size + deleted + 1 + all.indexOf(one), data: one }));
          await db.sql`insert into entries (id, account, form, status, idx, data, actions, sent_emails, archived_renders, create_time,
              modify_time, changed_at) select r.id, ${account}, ${form}, 2, r.idx, r.data, '[]', '[]', '[]', t, t, t
            from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (id text, idx int, data json), clock_timestamp() as t`;
          await db.sql`update form_counters set current_all = current_all + ${rows.length} where form = ${form}`;
          for (const row of rows) known.set(row.id, row as KnownEntry);
        };
        const teams = new Map<string, object>();
        let deleted = 0;
        const at = (place: number) => [...known.keys()][place % known.size] as string;
        await add(first);
        for (const [steps, queries] of rounds) {
          for (const one of steps) {
            if (one.do === 'add') await add(one.data);
            if (one.do === 'edit') {
              const id = at(one.at);
              await db.sql`update entries set data = ${JSON.stringify(one.data)}::text::json, revision = revision + 1, changed_at = clock_timestamp() where id = ${id}`;
              known.set(id, { ...known.get(id)!, data: one.data as KnownEntry['data'] });
            }
            if (one.do === 'delete') {
              const id = at(one.at);
              await db.sql`update entries set status = 3, revision = revision + 1, changed_at = clock_timestamp() where id = ${id}`;
              known.delete(id);
              deleted += 1;
            }
            if (one.do === 'team') {
              const ids = [...new Set(one.at.map(at))];
              await db.sql`insert into entry_team (entry, form, status, assignee, tags, modify_time)
                select id, ${form}, ${one.team.status}, ${one.team.assignee}, ${one.team.tags}::text[], clock_timestamp()
                from unnest(${ids}::text[]) as id on conflict (entry) do update set status = excluded.status,
                  assignee = excluded.assignee, tags = excluded.tags, modify_time = excluded.modify_time`;
              for (const id of ids) teams.set(id, one.team);
            }
            if (one.do === 'labels') {
              labels = 1 - labels;
              await service.call('PATCH', `/form/${form}`, {
                key,
                body: { formSchema: formWith(labelSets[labels]!).formSchema },
              });
            }
            if (one.do === 'build') await entryIndexes.refresh(await forms.getFresh(form));
            // As a build leaves it that was cut off.
            if (one.do === 'hole')
              await db.sql`delete from entry_segments where id in (select id from entry_segments where form = ${form} order by md5(id) limit 2)`;
          }
          const loaded = await forms.getFresh(form);
          for (const [wanted, limit, pageMs] of queries) {
            // Without any time a page ends after the first piece of work.
            const limits = { ...entryIndexes.limits, pageMs };
            const services = { ...service.services, entryIndexes: { ...entryIndexes, limits } };
            const request = { ...wanted, where: wanted.where && JSON.stringify(wanted.where) };
            const matches = {
              account,
              form: loaded,
              filter: { status: { eq: 2 } },
              search: readEntrySearch(request, loaded),
            };
            const found: string[] = [];
            let next: Awaited<ReturnType<typeof findPage>>['next'] = { after: undefined };
            while (next !== undefined) {
              const page: Awaited<ReturnType<typeof findPage>> = await findPage(matches, { ...next, limit }, services);
              expect(page.ids.length).toBeLessThanOrEqual(limit);
              found.push(...page.ids);
              next = page.next;
            }
            const entries = [...known.values()].map((one) => ({
              ...one,
              data: { ...one.data, team: teams.get(one.id) },
            }));
            const expected = findPlainly(entries, fieldsWith(labelSets[labels]!), wanted);
            expect(found, JSON.stringify(request)).toEqual(expected);
            expect(await countMatches(matches, service.services)).toEqual({ count: expected.length, isMore: false });
          }
        }
      },
    ),
    { numRuns: Number(process.env['SEARCH_RUNS'] ?? (isWhole ? 2 : 1)), endOnFailure: true },
  );
});
