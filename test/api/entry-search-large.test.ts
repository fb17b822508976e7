// Searches that have much to look at: an entry of many values with as many conditions as there may be, a sort before its order is
// written, a page that has no time, and an account that is written to all the time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../src/server/base/services.ts';
import { eachMatch, findPage, readEntrySearch } from '../../src/server/search/find-matches.ts';
import { loadKeySet } from '../../src/server/store/entries/entry-keys.ts';
import { loadIndexState } from '../../src/server/store/entries/entry-segments.ts';
import { leastOf } from '../support/cpu-time.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { smallIndexLimits } from '../support/index-limits.ts';
import { insertRows } from '../support/insert-rows.ts';
import { leastHold, longestHold, maxHoldMs } from '../support/loop-hold.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({}, { indexLimits: { ...smallIndexLimits } });
});
afterAll(() => service.close());

const noteForm = {
  name: 'Notes',
  formSchema: { rootElem: root({ type: 'fInput', name: 'note' }, { type: 'fInput', name: 'n', typeValidator: 'num' }) },
};
/** 600 entries; the numbers are in another order than the entries. */
async function makeNotes(): Promise<{ form: string; ids: string[] }> {
  const form = await makeForm(service, noteForm);
  const numbers = Array.from({ length: 600 }, (_, at) => (at * 7) % 600);
  const ids = await insertRows(
    service,
    form,
    numbers.map((n) => ({ note: `word${n}x`, n })),
  );
  return { form, ids: numbers.map((_, n) => ids[numbers.indexOf(n)]!) };
}

const nobodyBuilds = { noteSearch: async () => {}, start: () => {}, startKeys: () => {} };

/** The service, with so much time for a page. */
function withPageMs(pageMs: number): Services {
  const { entryIndexes } = service.services;
  return { ...service.services, entryIndexes: { ...entryIndexes, limits: { ...entryIndexes.limits, pageMs } } };
}

async function wantedOf(form: string, request: Parameters<typeof readEntrySearch>[0]) {
  const loaded = await service.services.forms.getFresh(form);
  return { account: loaded.account, form: loaded, filter: {}, search: readEntrySearch(request, loaded) };
}

test('[limits.event-loop] an entry of 4,000 rows with 50 conditions on each value', async () => {
  const rows = {
    type: 'cRepeat',
    name: 'rep',
    children: [
      { type: 'fInput', name: 'a' },
      { type: 'fInput', name: 'n', typeValidator: 'num' },
      { type: 'fDate', name: 'd' },
    ],
  };
  const form = await makeForm(service, { name: 'Rows', formSchema: { rootElem: root(rows) } });
  const rep = Array.from({ length: 4_000 }, (_, at) => ({
    a: `ñáéשלום ${at}`,
    n: at + 0.5,
    d: new Date(864e5 * at).toISOString(),
  }));
  await insertRows(service, form, [{ rep }]);
  const conditions = (path: string, op: string, value: (at: number) => unknown) =>
    JSON.stringify({ or: Array.from({ length: 50 }, (_, at) => ({ path, op, value: value(at) })) });
  const searches = [
    { where: conditions('rep.a', 'contains', (at) => `zz${at}`) },
    { where: conditions('rep.d', 'contains', (at) => `zz${at}`) },
    { search: 'q1 w2 e3 r4 t5 y6 u7' },
  ];
  const hold = await leastHold(async () => {
    for (const one of searches) {
      const page = await findPage(await wantedOf(form, one), { after: undefined, limit: 50 }, service.services);
      expect(page.ids).toEqual([]);
    }
  });
  expect(hold).toBeLessThan(maxHoldMs);
});

test('[entry-search.sort] [entry-search.index] before the order is written a page without time is empty and leads on; the list is right', async () => {
  const { form, ids } = await makeNotes();
  const hurried = withPageMs(0);
  const wanted = await wantedOf(form, { sort: 'n' });
  // Nobody writes the order while the first page is read.
  const unwritten = { ...hurried, entryIndexes: { ...hurried.entryIndexes, ...nobodyBuilds } };
  const first = await findPage(wanted, { after: undefined, limit: 100 }, unwritten);
  expect(first).toEqual({ ids: [], next: { after: undefined } });
  const found: string[] = [];
  let next: typeof first.next = first.next;
  while (next !== undefined) {
    const page: typeof first = await findPage(wanted, { ...next, limit: 100 }, hurried);
    found.push(...page.ids);
    next = page.next;
  }
  expect(found).toEqual(ids);
});

test('[entry-search.sort] [entry-search.cursor] the Link of an empty page goes on from the beginning of the list', async () => {
  const { form, ids } = await makeNotes();
  const alice = asAlice(service);
  const { entryIndexes } = service.services;
  const builds = { ...entryIndexes };
  const { limits } = entryIndexes;
  const { pageMs } = limits;
  // As for a form that is too large to be sorted in time, and whose order is not written before the first page is read.
  Object.assign(limits, { pageMs: 0 });
  Object.assign(entryIndexes, nobodyBuilds);
  const found: string[] = [];
  let pages = 0;
  try {
    let after: string | null = null;
    do {
      const query: Record<string, unknown> = {
        sort: '-n',
        limit: 250,
        fields: '["id"]',
        ...(after !== null && { after }),
      };
      const reply = await alice('GET', `/form/${form}/entries`, undefined, { query });
      expect(reply.status, reply.text).toBe(200);
      Object.assign(entryIndexes, builds);
      found.push(...reply.body.data.map(({ id }: { id: string }) => id));
      pages += 1;
      const link = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1];
      after = link === undefined ? null : new URL(link, service.url).searchParams.get('after');
      if (after !== null && found.length === 0) {
        const other = await alice('GET', `/form/${form}/entries`, undefined, { query: { sort: 'n', after } });
        expect(other.status).toBe(400);
      }
    } while (after !== null);
  } finally {
    Object.assign(limits, { pageMs });
    Object.assign(entryIndexes, builds);
  }
  expect(pages).toBeGreaterThan(3);
  expect(found).toEqual([...ids].reverse());
});

test('[entry-search.index] [export.view] many that wait have the order written once, and who needs all of it waits', async () => {
  const { form, ids } = await makeNotes();
  const wanted = await wantedOf(form, { sort: 'n' });
  const all = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const found: string[] = [];
      for await (const page of eachMatch(wanted, withPageMs(0))) found.push(...page);
      return found;
    }),
  );
  for (const found of all) expect(found).toEqual(ids);
  const [keys] = await service.services.db.sql<{ count: number }[]>`select count(*) as count from entry_keys k
    join entry_key_sets s on s.id = k.key_set where s.form = ${form}`;
  expect(keys?.count).toBe(600);
});

test('[entry-search.sort] where few of the entries along the order match, a page without time ends early and leads on', async () => {
  const { form, ids } = await makeNotes();
  const late = await wantedOf(form, { sort: '-n', where: JSON.stringify({ path: 'n', op: 'lt', value: 5 }) });
  const found: string[] = [];
  let pages = 0;
  let next: Awaited<ReturnType<typeof findPage>>['next'] = { after: undefined };
  while (next !== undefined) {
    const page: Awaited<ReturnType<typeof findPage>> = await findPage(late, { ...next, limit: 20 }, withPageMs(0));
    pages += 1;
    found.push(...page.ids);
    next = page.next;
  }
  expect(found).toEqual(ids.slice(0, 5).reverse());
  expect(pages).toBeGreaterThan(10);
});

test('[entry-search.index] an account that is written to all the time: the index and the order stay of use', async () => {
  const { form } = await makeNotes();
  const { db, entryIndexes, forms } = service.services;
  const { account } = service.people.alice;
  const loaded = await forms.getFresh(form);
  await findPage(await wantedOf(form, { sort: 'n' }), { after: undefined, limit: 1 }, service.services);
  await entryIndexes.refresh(loaded);
  const other = await makeForm(service, noteForm);
  await insertRows(
    service,
    other,
    Array.from({ length: 5_200 }, (_, n) => ({ note: 'new', n })),
  );
  await insertRows(service, form, [{ note: 'new', n: 1 }]);
  // As late as a transaction may commit.
  const about = { account, form, overlap: 3_600 };
  expect((await loadIndexState(db.sql, about)).changed?.length).toBeLessThanOrEqual(600);
  await entryIndexes.refresh(loaded);
  expect((await loadKeySet(db.sql, { ...about, path: 'data.n', isTeam: false }))?.changed).toEqual([]);
});

test('[entry-search.all] [limits.event-loop] [heavy] a form of 1,000 fields: found, filtered and sorted by the last of them', async () => {
  const children = Array.from({ length: 1_000 }, (_, at) => ({ type: 'fInput', name: `f${at}`, label: `Field ${at}` }));
  const rows = Array.from({ length: 120 }, (_, at) =>
    Object.fromEntries(children.map(({ name }, place) => [name, `value ${(at * 31 + place) % 997} of ${place}`])),
  );
  // A form of its own each time: an index is built once.
  const hold = await leastOf(maxHoldMs, async () => {
    const form = await makeForm(service, { name: 'Wide', formSchema: { rootElem: root(...children) } });
    const ids = await insertRows(service, form, rows);
    const last = rows.map((row, at) => ({ id: ids[at]!, text: row['f999']! }));
    const sorted = last.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ id }) => id);
    const find = async (request: Parameters<typeof readEntrySearch>[0]) =>
      (await findPage(await wantedOf(form, request), { after: undefined, limit: 200 }, service.services)).ids;
    const look = async () => {
      const [row] = rows;
      expect(await find({ search: `"${row!['f999']}"`.replaceAll('"', '') })).toContain(ids[0]);
      const where = JSON.stringify({ path: 'f999', op: 'eq', value: row!['f999'] });
      expect(await find({ where })).toEqual([ids[0]]);
      expect(await find({ sort: 'f999' })).toEqual(sorted);
    };
    return longestHold(async () => {
      await look();
      await service.services.entryIndexes.refresh(await service.services.forms.getFresh(form));
      await look();
    });
  });
  expect(hold).toBeLessThan(maxHoldMs);
});

test('[entry-search.all] all of this is done on a database server without any extension', async () => {
  const extensions = await service.services.db.sql<{ extname: string }[]>`select extname from pg_extension`;
  expect(extensions.map(({ extname }) => extname)).toEqual(['plpgsql']);
});
