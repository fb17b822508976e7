// Wrong lists under another address than before, as a dated file name is, and on a first start: refused until somebody accepts them.
// Right lists of another date are taken.
import { afterAll, expect, test } from 'vitest';
import type { MaintainedSetKey, SourceKey } from '../../src/server/options-sets/maintained-sets.ts';
import {
  bookletOf,
  bytesOf,
  institutionLines,
  readCities2018,
  readCities2026,
  readEnglishBranches,
  readHebrewBranches,
  readStreetsLater,
} from './copies.ts';
import { createGatherer, type Files } from './gather.ts';
import type { Table } from './read-copies.ts';
import { encode, type Format, writeTable } from './write-table.ts';

const gatherer = createGatherer({ today: '2026-07-15' });
afterAll(() => gatherer.close());

const cities = readCities2026();
const streets = readStreetsLater();
const hebrew = readHebrewBranches['2026-04']();
const english = readEnglishBranches['2021-02']();

function change({ headers, rows }: Table, header: string, make: (cell: string, at: number) => string): Table {
  const column = headers.indexOf(header);
  return { headers, rows: rows.map((row, at) => row.map((cell, i) => (i === column ? make(cell, at) : cell))) };
}
/** Each row has what the next one should have. */
const shift = (table: Table, header: string) => {
  const column = table.headers.indexOf(header);
  return change(table, header, (_, at) => table.rows[(at + 1) % table.rows.length]![column] ?? '');
};
/** Streets under the code of the next city. */
const codes = [...new Set(streets.rows.map(([code = '']) => code))];
const nextCodes = new Map(codes.map((code, at) => [code, codes[(at + 1) % codes.length]!]));
const nextCode = (code: string) => nextCodes.get(code) ?? code;
const nameEnglish = (table: Table, from: string, to: string) => {
  const [source, target] = [table.headers.indexOf(from), table.headers.indexOf(to)];
  return { headers: table.headers, rows: table.rows.map((row) => row.with(target, row[source] ?? '')) };
};
const without = (table: Table, count: number) => ({ ...table, rows: table.rows.slice(0, -count) });
const firewall = Array.from({ length: 60 }, (_, i) => `הגישה לאתר נחסמה על ידי מדיניות אבטחת המידע ${i}`).join('\n');
const streetNames = encode([...new Set(streets.rows.map((row) => row[3] ?? ''))].slice(0, 60).join('\n'));
const cityNames = cities.rows.map((row) => row[1] ?? '');
const csv = (table: Table, format: Format = 'csv') => writeTable(table, format);

const right: Record<string, Files> = {
  places: { cities: csv(cities), streets: csv(streets) },
  branches: { branches: csv(hebrew) },
  branchesEnglish: { branchesEnglish: csv(english) },
  institutions: { institutions: encode(institutionLines().join('\n')) },
};

test.each<[string, MaintainedSetKey, keyof typeof right, SourceKey, () => Uint8Array]>([
  ['streets cut by 300 rows', 'streets', 'places', 'streets', () => csv(without(streets, 300))],
  ['streets cut by 300 rows, as JSON', 'streets', 'places', 'streets', () => csv(without(streets, 300), 'json')],
  ['city codes of streets shifted', 'streets', 'places', 'streets', () => csv(change(streets, 'city_code', nextCode))],
  ['city codes shifted', 'cities', 'places', 'cities', () => csv(shift(cities, 'code'))],
  [
    'Tel Aviv without streets',
    'streets',
    'places',
    'streets',
    () => csv({ ...streets, rows: streets.rows.filter(([code]) => code !== '5000') }),
  ],
  [
    'Tel Aviv with a tenth of its streets',
    'streets',
    'places',
    'streets',
    () => csv({ ...streets, rows: streets.rows.filter(([code], i) => code !== '5000' || i % 10 === 0) }),
  ],
  [
    'all streets are numbers',
    'streets',
    'places',
    'streets',
    () => csv(change(streets, 'street_name', (_, i) => `רחוב ${i}`)),
  ],
  ['city names shifted by a row', 'cities', 'places', 'cities', () => csv(shift(cities, 'nameHe'))],
  ['English city names shifted by a row', 'cities', 'places', 'cities', () => csv(shift(cities, 'nameEn'))],
  ['Hebrew names as English cities', 'cities', 'places', 'cities', () => csv(nameEnglish(cities, 'nameHe', 'nameEn'))],
  ['Hebrew branches as English', 'branchesEnglish', 'branchesEnglish', 'branchesEnglish', () => csv(hebrew)],
  ['English branches as Hebrew', 'branches', 'branches', 'branches', () => csv(english)],
  [
    'all branches have one name',
    'branches',
    'branches',
    'branches',
    () => csv(change(hebrew, 'branch_name', () => 'סניף')),
  ],
  ['addresses shifted', 'branches', 'branches', 'branches', () => csv(shift(hebrew, 'address'))],
  [
    'English addresses shifted',
    'branchesEnglish',
    'branchesEnglish',
    'branchesEnglish',
    () => csv(shift(english, 'Address')),
  ],
  ['codes of branches shifted', 'branches', 'branches', 'branches', () => csv(shift(hebrew, 'branch_code'))],
  ['a page of a firewall as institutions', 'institutions', 'institutions', 'institutions', () => encode(firewall)],
  ['street names as institutions', 'institutions', 'institutions', 'institutions', () => streetNames],
  [
    'branches of 2020 after those of 2026',
    'branches',
    'branches',
    'branches',
    () => bytesOf('branches-he-2020-01.xml'),
  ],
])(
  '[options-sets.maintained.acceptance] [options-sets.maintained.older] another address: %s',
  async (_, family, files, source, broken) => {
    const before = await gatherer.gather(family, right[files]!);
    expect(before.type).toBe('made');
    const wrong = { ...right[files], [source]: broken() };
    const event = await gatherer.gather(family, wrong, before, { isOtherAddress: true });
    expect(event).toMatchObject({ type: 'kept', reason: expect.stringMatching(/.{20}/) });
    if (event.type === 'kept' && event.canBeAccepted === true) {
      const accepted = await gatherer.gather(family, wrong, before, { isOtherAddress: true, accepted: [family] });
      expect(accepted.type).toBe('made');
    }
  },
);

test.each<[string, MaintainedSetKey, Files]>([
  ['Hebrew branches as English', 'branchesEnglish', { branchesEnglish: csv(hebrew) }],
  ['a page of a firewall as institutions', 'institutions', { institutions: encode(firewall) }],
  ['street names as institutions', 'institutions', { institutions: streetNames }],
  [
    '490 cities as tax localities',
    'taxLocalities',
    { cities: csv(cities), taxLocalities: encode(cityNames.slice(0, 490).join('\n')) },
  ],
  [
    'every second city as tax localities',
    'taxLocalities',
    { cities: csv(cities), taxLocalities: encode(cityNames.filter((_, i) => i % 2 === 0).join('\n')) },
  ],
  ['city codes shifted', 'cities', { cities: csv(shift(cities, 'code')), streets: csv(streets) }],
  ['city names shifted', 'cities', { cities: csv(shift(cities, 'nameHe')), streets: csv(streets) }],
  [
    'Hebrew names as English cities',
    'cities',
    { ...right['places'], cities: csv(nameEnglish(cities, 'nameHe', 'nameEn')) },
  ],
  ['English names shifted', 'cities', { ...right['places'], cities: csv(shift(cities, 'nameEn')) }],
  [
    'streets that are numbers',
    'cities',
    { ...right['places'], streets: csv(change(streets, 'street_name', (_, i) => `רחוב ${i}`)) },
  ],
  [
    'all English branches have one name',
    'branchesEnglish',
    { branchesEnglish: csv(change(english, 'Branch_Name', () => 'Branch')) },
  ],
  [
    'codes of banks that are others',
    'branches',
    { branches: csv(change(hebrew, 'id', (code) => String(Number(code) + 1))) },
  ],
])('[options-sets.maintained.anchors] first start: %s', async (_, family, files) => {
  const event = await gatherer.gather(family, files);
  expect(event).toMatchObject({ type: 'kept', reason: expect.stringMatching(/.{20}/) });
});

test.each<[string, MaintainedSetKey, Files, Files]>([
  [
    'cities and streets of 2026 after those of 2018',
    'cities',
    { cities: csv(readCities2018()), streets: bytesOf('streets-2018-12.csv') },
    { cities: bytesOf('cities-2026-07.json'), streets: bytesOf('streets-2026-07.tsv') },
  ],
  [
    'streets of July after those of March',
    'cities',
    { cities: csv(cities), streets: bytesOf('streets-2026-03.csv') },
    { cities: csv(cities), streets: bytesOf('streets-2026-07.tsv') },
  ],
  [
    'Hebrew branches of 2026 after 2020',
    'branches',
    { branches: bytesOf('branches-he-2020-01.xml') },
    { branches: bytesOf('branches-he-2026-04.xml') },
  ],
  [
    'English branches of 2021 after 2020',
    'branchesEnglish',
    { branchesEnglish: bytesOf('branches-en-2020-07.xml') },
    { branchesEnglish: bytesOf('branches-en-2021-02.xml') },
  ],
  [
    'the booklet of 2026 after that of 2025',
    'taxLocalities',
    { cities: csv(cities), taxLocalities: bytesOf(bookletOf(2025)) },
    { cities: csv(cities), taxLocalities: bytesOf(bookletOf(2026)) },
  ],
])('[options-sets.maintained.acceptance] another address with the right list: %s', async (_, family, old, later) => {
  const before = await gatherer.gather(family, old);
  const event = await gatherer.gather(family, later, before, { isOtherAddress: true });
  expect(event.type === 'kept' ? event.reason : event.type).toBe('made');
});
