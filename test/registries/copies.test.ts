// Copies of public registries of different dates give exactly the rows that an independent reading gives.
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { MaintainedSetKey } from '../../src/server/options-sets/maintained-sets.ts';
import type { Option } from '../../src/server/options-sets/search-index.ts';
import {
  bookletOf,
  bytesOf,
  expectBanks,
  expectPlaces,
  institutionLines,
  pathOf,
  readCities2018,
  readCities2026,
  readEnglishBranches,
  readExtracted,
  readHebrewBranches,
  readIsoCodes,
  readStreets2018,
  readStreets2026,
  readStreetsLater,
  taxYears,
} from './copies.ts';
import { createGatherer, type Files, listsOf } from './gather.ts';
import type { ExpectedOption, Table } from './read-copies.ts';
import { encode, encode1255, formats, writeTable } from './write-table.ts';

const today = '2026-07-15';
const gatherer = createGatherer({ today });
afterAll(() => gatherer.close());

async function expectLists(files: Files, expected: Partial<Record<MaintainedSetKey, readonly ExpectedOption[]>>) {
  const lists = listsOf(await gatherer.gather(Object.keys(expected)[0] as MaintainedSetKey, files));
  for (const [key, options] of Object.entries(expected)) {
    const write = ({ value, score, data = {} }: Option | ExpectedOption) =>
      JSON.stringify([value, score ?? null, Object.entries(data).sort()]);
    const [made, right] = [(lists[key as MaintainedSetKey] ?? []).map(write), options.map(write)];
    expect(right.length).toBeGreaterThan(0);
    expect(made.filter((one, i) => one !== right[i]).slice(0, 3), key).toEqual([]);
    expect(made.length, key).toBe(right.length);
  }
}

describe('[options-sets.maintained.content] cities and streets', () => {
  const all: [string, () => Table, () => Table, string][] = [
    ['2018', readCities2018, readStreets2018, 'streets-2018-12.csv'],
    ['March 2026', readCities2026, readStreets2026, 'streets-2026-03.csv'],
    ['July 2026', readCities2026, readStreetsLater, 'streets-2026-07.tsv'],
  ];
  test.each(all)('%s, streets as published', async (_, cities, streets, file) => {
    const files = { cities: writeTable(cities(), 'json'), streets: bytesOf(file) };
    await expectLists(files, { ...expectPlaces(cities(), streets()) });
  });

  test.each(formats)('2018, as %s', async (format) => {
    const [cities, streets] = [readCities2018(), readStreets2018()];
    const files = { cities: writeTable(cities, format), streets: writeTable(streets, format) };
    await expectLists(files, { ...expectPlaces(cities, streets) });
  });

  test('2026 as published', async () => {
    await expectLists(
      { cities: bytesOf('cities-2026-07.json'), streets: bytesOf('streets-2026-07.tsv') },
      { ...expectPlaces(readCities2026(), readStreetsLater()) },
    );
  });
});

describe('[options-sets.maintained.content] banks and branches', () => {
  test.each(Object.entries(readHebrewBranches))('Hebrew, %s', async (date, read) => {
    const { banks, branches } = expectBanks(read(), today);
    await expectLists({ branches: bytesOf(`branches-he-${date}.xml`) }, { banks, branches });
  });

  test.each(Object.entries(readEnglishBranches))(
    'English, %s; banks without a named branch too',
    async (date, read) => {
      const { banks, branches } = expectBanks(read(), today);
      await expectLists(
        { branchesEnglish: bytesOf(`branches-en-${date}.xml`) },
        { banksEnglish: banks, branchesEnglish: branches },
      );
      const codes = banks.map(({ data }) => data?.['code']);
      for (const code of [22, 50, 59]) expect(codes).toContain(code);
    },
  );

  test('Hebrew 2026 after 2020, and English 2021 after 2020, are accepted', async () => {
    const before = await gatherer.gather('banks', { branches: bytesOf('branches-he-2020-01.xml') });
    expect((await gatherer.gather('banks', { branches: bytesOf('branches-he-2026-04.xml') }, before)).type).toBe(
      'made',
    );
    const english = await gatherer.gather('banksEnglish', { branchesEnglish: bytesOf('branches-en-2020-07.xml') });
    const next = await gatherer.gather(
      'banksEnglish',
      { branchesEnglish: bytesOf('branches-en-2021-02.xml') },
      english,
    );
    expect(next.type).toBe('made');
  });
});

/** What the other program wrote otherwise than the booklet: a blank lost beside a hyphen, a wrapped name cut, a name not seen. */
const corrections: Readonly<Record<string, string>> = {
  'פורייה -כפר עבודה': 'פורייה - כפר עבודה',
  'פורייה -נווה עובד': 'פורייה - נווה עובד',
  'ניצנה (קהילת': 'ניצנה (קהילת חינוך)',
};
const correctionsOfYear: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2017: { 'אשדות יעקב': 'אשדות יעקב מאוחד' },
};
const missed: Readonly<Record<number, string>> = { 2019: "חוג'ייראת (ד'הרה) (שבט)" };

test('[options-sets.maintained.years] the whole booklets of 2016 to 2026 give the localities of their tables', async () => {
  const template = pathToFileURL(pathOf(bookletOf('YEAR'))).href.replace('YEAR', '{year}');
  const booklets = createGatherer({ today, addresses: { taxLocalities: template } });
  const files = { cities: bytesOf('cities-2026-07.json') };
  const event = await booklets.gather('taxLocalities', files);
  if (event.type !== 'made') throw new Error(event.reason);
  expect(event.taxYears.map(({ year }) => year).sort()).toEqual(taxYears);
  for (const { year, localities } of event.taxYears) {
    const correct = (name: string) => correctionsOfYear[year]?.[name] ?? corrections[name] ?? name;
    const expected = readExtracted(year).map(({ name }) => correct(name));
    if (missed[year] !== undefined) expected.push(missed[year]);
    expect(localities.map(({ name }) => name).sort(), String(year)).toEqual(expected.sort());
    const codes = new Map(readExtracted(year).map(({ name, code }) => [correct(name), code]));
    for (const { name, code } of localities) if (codes.get(name)) expect(code, name).toBe(codes.get(name));
  }
  const again = await booklets.gather('taxLocalities', files, event);
  expect(again).toMatchObject({ type: 'made', sets: [{ fingerprint: event.sets[0]?.fingerprint }] });
  booklets.close();
});

test.each([2016, 2019, 2021, 2023, 2026])(
  '[options-sets.maintained.years] the booklet of %s alone is the list of its year',
  async (year) => {
    const alone = createGatherer({ today });
    const event = await alone.gather('taxLocalities', {
      cities: bytesOf('cities-2026-07.json'),
      taxLocalities: bytesOf(bookletOf(year)),
    });
    if (event.type !== 'made') throw new Error(event.reason);
    expect(event.taxYears.map((one) => one.year)).toEqual([year]);
    alone.close();
  },
);

test('[options-sets.maintained.content] institutions, one a line', async () => {
  const lines = institutionLines();
  const institutions = lines.map((value) => ({ value: value.replace(/\s+/g, ' ') }));
  await expectLists({ institutions: bytesOf('institutions-2021.txt') }, { institutions });
  const plain = lines.filter((line) => !/[^\u0000-\u007fא-ת]/.test(line));
  await expectLists({ institutions: encode(plain.join('\r\n')) }, { institutions: plain.map((value) => ({ value })) });
  await expectLists(
    { institutions: encode1255(plain.join('\n')) },
    { institutions: plain.map((value) => ({ value })) },
  );
});

test('[options-sets.maintained.content] countries have the codes of ISO 3166, by two sources', async () => {
  const { 1: today3166, 3: former } = readIsoCodes();
  const codesOf = async (key: MaintainedSetKey) =>
    (listsOf(await gatherer.gather(key, {}))[key] ?? []).map(({ value }) => value.split(' | ')[1]).sort();
  const codes = today3166.map(({ code }) => code).sort();
  const all = [...codes, ...former.map(({ code }) => code)].sort();
  for (const key of ['countries', 'countriesEnglish'] as const) expect(await codesOf(key)).toEqual(codes);
  for (const key of ['countriesFormer', 'countriesFormerEnglish'] as const) expect(await codesOf(key)).toEqual(all);
  // The names of the running Node, which may be of another year, are nearly all the same.
  for (const [key, language] of [
    ['countries', 'he'],
    ['countriesEnglish', 'en'],
  ] as const) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const lists = listsOf(await gatherer.gather(key, {}));
    const same = (lists[key] ?? []).filter(({ value }) => {
      const [name, code = ''] = value.split(' | ');
      return names.of(code) === name;
    });
    expect(same.length).toBeGreaterThan(240);
  }
});
