// Options of a set for those who look after it: all of them by pages, single ones changed, a file of all.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allMaintainedSets } from '../../src/server/options-sets/maintained-sets.ts';
import { asAlice } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service, { isSignedIn: true });
});
afterAll(() => service.close());

interface Listed {
  readonly place: string;
  readonly value: string;
  readonly score?: number;
  readonly data?: object;
}

async function makeSet(...options: object[]): Promise<string> {
  const { id } = (await alice('POST', '/optionsSet', { name: 'Mine' })).body;
  if (options.length > 0) await alice('POST', `/optionsSet/${id}/addOptions`, { options });
  return id;
}

async function page(set: string, query: Record<string, unknown> = {}) {
  const reply = await service.call('GET', `/optionsSet/${set}/browse`, { token: service.people.alice.token, query });
  expect(reply.status).toBe(200);
  const [, address] = /<([^>]+)>/.exec(reply.headers.get('link') ?? '') ?? [];
  const after = address === undefined ? undefined : (new URL(address).searchParams.get('after') ?? undefined);
  return { data: reply.body.data as Listed[], count: reply.body.count as number | null, after };
}

async function pages(set: string, query: Record<string, unknown>): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let after: string | undefined, at = 0; at < 1_000; at++) {
    const found = await page(set, { ...query, ...(after !== undefined && { after }) });
    all.push(...found.data);
    after = found.after;
    if (after === undefined) return all;
  }
  throw new Error('The pages never end.');
}

const valuesOf = (listed: readonly Listed[]) => listed.map(({ value }) => value);
const change = (set: string, ...changes: object[]) => alice('PATCH', `/optionsSet/${set}/options`, { changes });
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `Number ${at}`, score: at % 7 }));
const searched = async (set: string, term = '') =>
  ((await alice('GET', `/optionsSet/${set}/autocomplete?term=${encodeURIComponent(term)}`)).body.data as Listed[]).map(
    ({ value }) => value,
  );

describe('browsing', () => {
  test('[options-sets.browse] pages hold every option once, in either order, over chunks', async () => {
    const options = numbered(2_350);
    const set = await makeSet(...options.slice(0, 1_200));
    await alice('POST', `/optionsSet/${set}/addOptions`, { options: options.slice(1_200) });
    expect(valuesOf(await pages(set, { limit: 499 }))).toEqual(valuesOf(options as Listed[]));
    const byScore = options.toSorted((one, other) => other.score - one.score);
    expect(valuesOf(await pages(set, { limit: 313, order: 'score' }))).toEqual(valuesOf(byScore as Listed[]));
    const first = await page(set);
    expect([first.data.length, first.count, first.data[0]]).toEqual([
      50,
      2_350,
      { place: '1.0', value: 'Number 0', score: 0 },
    ]);
  });

  test('[options-sets.browse] a term finds values and data, whatever their case and marks', async () => {
    const set = await makeSet(
      { value: 'Café', data: { code: 17 } },
      { value: 'Tea', data: { note: 'like CAFE' } },
      { value: 'צה״ל' },
      { value: 'Milk', data: { none: null, code: 5 } },
    );
    expect(await page(set, { term: 'cafe' })).toMatchObject({ data: [{ value: 'Café' }, { value: 'Tea' }], count: 2 });
    expect(await page(set, { term: 'צה"ל' })).toMatchObject({ data: [{ value: 'צה״ל' }] });
    expect(await page(set, { term: '17' })).toMatchObject({ data: [{ value: 'Café', data: { code: 17 } }] });
    expect(await page(set, { term: 'null' })).toEqual({ data: [], count: 0, after: undefined });
    // More than the page has: then not all was looked at.
    expect(await page(set, { term: 'e', limit: 1 })).toMatchObject({ data: [{ value: 'Café' }], count: null });
    expect(valuesOf(await pages(set, { term: 'e', limit: 1 }))).toEqual(['Café', 'Tea']);
  });

  test('[options-sets.browse] a page goes on where the one before ended when options before it are removed', async () => {
    const set = await makeSet(...numbered(20));
    const first = await page(set, { limit: 5 });
    const [gone] = first.data as [Listed];
    await change(set, { place: gone.place, was: { value: gone.value, score: gone.score }, option: null });
    expect((await page(set, { limit: 5, after: first.after })).data[0]?.value).toBe('Number 5');
    // The one it is from too: what followed comes next. And options that came before it are not its page's end.
    const last = first.data.at(-1)!;
    const [insert, was] = [{ value: 'New' }, { value: last.value, score: last.score }];
    await change(set, { place: '1.0', insert }, { place: '1.0', insert });
    expect((await page(set, { limit: 5, after: first.after })).data[0]?.value).toBe('Number 5');
    await change(set, { place: '1.1', was: insert, option: null }, { place: '1.5', was, option: null });
    expect((await page(set, { limit: 5, after: first.after })).data[0]?.value).toBe('Number 5');
    const byScore = await page(set, { limit: 2, order: 'score' });
    expect(valuesOf(byScore.data)).toEqual(['Number 6', 'Number 13']);
    await change(set, { place: byScore.data[1]!.place, was: { value: 'Number 13', score: 6 }, option: null });
    expect((await page(set, { limit: 2, after: byScore.after })).data[0]?.value).toBe('Number 5');
  });

  test('[options-sets.browse] requests that are wrong: 400; sets the service maintains can be read by all', async () => {
    const set = await makeSet({ value: 'a' });
    const get = (query: string) => alice('GET', `/optionsSet/${set}/browse?${query}`);
    for (const query of ['limit=0', 'limit=501', 'order=name', 'after=x', `term=${'x'.repeat(1_001)}`, 'other=1']) {
      expect([query, (await get(query)).status]).toEqual([query, 400]);
    }
    const forms = await alice('GET', '/optionsSet?limit=1');
    const foreign = /after=([^>&]+)/.exec(forms.headers.get('link') ?? '')?.[1];
    expect((await get(`after=${foreign}`)).status).toBe(400);
    const countries = allMaintainedSets.find(({ key }) => key === 'countriesEnglish')!.id;
    expect(await page(countries, { term: 'Israel' })).toMatchObject({ data: [{ value: 'Israel | IL' }] });
  });
});

describe('changing', () => {
  test('[options-sets.change] changes, removes and inserts; searches and the summary follow', async () => {
    const set = await makeSet({ value: 'a' }, { value: 'b', score: 1 }, { value: 'c', data: { k: 1 } });
    const reply = await change(
      set,
      { place: '1.0', was: { value: 'a' }, option: null },
      { place: '1.1', was: { value: 'b', score: 1 }, option: { value: 'B', score: 9, data: { n: 'x' } } },
      { place: '1.2', insert: { value: 'between' } },
    );
    expect([reply.status, reply.body]).toEqual([200, { message: '3 changes were made.' }]);
    expect((await page(set)).data).toEqual([
      { place: '1.0', value: 'B', score: 9, data: { n: 'x' } },
      { place: '1.1', value: 'between' },
      { place: '1.2', value: 'c', data: { k: 1 } },
    ]);
    expect(await searched(set)).toEqual(['B', 'between', 'c']);
    expect(await searched(set, 'a')).toEqual([]);
    const { count, dataKeys } = (await alice('GET', `/optionsSet/${set}/summary`)).body;
    expect([count, dataKeys]).toEqual([3, ['k', 'n']]);
    // What was removed can be put back where it was.
    await change(set, { place: '1.0', insert: { value: 'a' } });
    expect(valuesOf((await page(set)).data)).toEqual(['a', 'B', 'between', 'c']);
  });

  test('[options-sets.change] an option that moved is found; one that changed: 412, and nothing is done', async () => {
    const set = await makeSet(...['a', 'b', 'c', 'b', 'd'].map((value) => ({ value })));
    await change(set, { place: '1.0', was: { value: 'a' }, option: null });
    // Still by their places from before.
    expect((await change(set, { place: '1.4', was: { value: 'd' }, option: { value: 'D' } })).status).toBe(200);
    expect((await change(set, { place: '1.3', was: { value: 'b' }, option: { value: 'B2' } })).status).toBe(200);
    expect(valuesOf((await page(set)).data)).toEqual(['b', 'c', 'B2', 'D']);
    for (const was of [{ value: 'gone' }, { value: 'b', score: 1 }, { value: 'b', data: { x: 1 } }]) {
      const refused = await change(
        set,
        { place: '1.1', was: { value: 'c' }, option: { value: 'C' } },
        { place: '1.0', was, option: null },
      );
      expect([refused.status, refused.body.message]).toEqual([
        412,
        'Someone else changed these options meanwhile. Load them again and repeat your changes.',
      ]);
    }
    expect((await change(set, { place: '9.0', was: { value: 'b' }, option: null })).status).toBe(412);
    expect(valuesOf((await page(set)).data)).toEqual(['b', 'c', 'B2', 'D']);
  });

  test('[options-sets.change] bodies that are wrong say where, as addOptions does', async () => {
    const set = await makeSet({ value: 'a' });
    for (const [body, message] of [
      [{}, '"changes" is required'],
      [{ changes: [] }, '"changes" must contain at least 1 items'],
      [{ changes: [{ place: '1.0' }] }, '"changes[0]" must contain at least one of [was, insert]'],
      [{ changes: [{ place: '1.0', insert: { value: '' } }] }, '"changes[0].insert.value" is not allowed to be empty'],
      [
        { changes: [{ place: '1.0', was: { value: 'a' }, option: { value: 'b', data: { $x: 1 } } }] },
        '"changes[0].option.data.$x" is not allowed',
      ],
    ] as const) {
      const reply = await alice('PATCH', `/optionsSet/${set}/options`, body);
      expect([reply.status, reply.body.message]).toEqual([400, message]);
    }
    expect(valuesOf((await page(set)).data)).toEqual(['a']);
  });

  test('[options-sets.change] what no longer fits where it is goes to the end of the list', async () => {
    const set = await makeSet({ value: 'a' }, { value: 'b' }, { value: 'c' });
    const long = 'x'.repeat(300_000);
    expect((await change(set, { place: '1.1', was: { value: 'b' }, option: { value: long } })).status).toBe(200);
    expect((await page(set)).data.map(({ place, value }) => [place, value.length])).toEqual([
      ['1.0', 1],
      ['1.1', 1],
      ['2.0', 300_000],
    ]);
    expect(await searched(set, 'xxxx')).toEqual([long]);
  });
});

describe('files', () => {
  test('[options-sets.download] JSON that PUT takes back, and CSV without formulas', async () => {
    const options = [
      { value: '=1+1', score: 2, data: { city: 'Haifa, "north"', code: 7, open: true, none: null } },
      { value: 'שלום', data: { 'a b': '@x' } },
    ];
    const set = await makeSet(...options);
    await alice('PATCH', `/optionsSet/${set}`, { name: 'My/"list"' });
    const json = await alice('GET', `/optionsSet/${set}/download?format=json`);
    expect([json.status, json.body]).toEqual([200, { options }]);
    expect(json.headers.get('content-disposition')).toContain('filename="My list.json"');
    expect((await alice('PUT', `/optionsSet/${set}/options`, json.body)).body).toEqual({
      message: 'The set now has 2 options.',
    });
    const csv = await alice('GET', `/optionsSet/${set}/download?format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.replace('\ufeff', '')).toBe(
      ['value,score,city,code,open,none,a b', `"'=1+1",2,"Haifa, ""north""",7,true,,`, `שלום,,,,,,"'@x"`, ''].join(
        '\r\n',
      ),
    );
    const empty = await makeSet();
    expect((await alice('GET', `/optionsSet/${empty}/download?format=json`)).body).toEqual({ options: [] });
    expect((await alice('GET', `/optionsSet/${empty}/download`)).status).toBe(400);
  });
});
