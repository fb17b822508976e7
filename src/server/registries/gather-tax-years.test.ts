import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSourceFetcher } from './fetch-source.ts';
import { gatherTaxYears } from './gather-tax-years.ts';
import { publicSources } from './sources.ts';
import { type TaxYear, taxReader } from './tax-locality-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'formstead-tax-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `יישוב ${from + i}`);
const list = (year: number, count: number, reader = taxReader): TaxYear => {
  return { year, reader, localities: names(count).map((name) => ({ name })) };
};
const write = (year: number, lines: readonly string[]) =>
  writeFileSync(join(folder, `${year}.csv`), ['name,code', ...lines.map((name) => `${name},1`), ''].join('\n'));

function gather(known: readonly TaxYear[], isAccepted = false) {
  return gatherTaxYears({
    address: { url: `${pathToFileURL(folder).href}/{year}.csv`, isGiven: true },
    fetcher: createSourceFetcher({ report: () => {} }),
    today: '2026-07-15',
    known,
    floor: 20,
    isCity: ({ name }) => name.startsWith('יישוב'),
    isAccepted,
  });
}

const countsOf = ({ years }: Awaited<ReturnType<typeof gather>>) =>
  years.map(({ year, localities }) => `${year}: ${localities.length}`);

beforeEach(() => {
  for (const year of [2016, 2020, 2025, 2026]) write(year, names(30));
});

test('[options-sets.maintained.years] past years are read once, as far back as there are tables', async () => {
  const first = await gather([]);
  expect(first.read.map(({ year }) => year).sort()).toEqual([2016, 2020, 2025, 2026]);
  const second = await gather(first.years);
  expect(second.read.map(({ year }) => year)).toEqual([2026]);
});

test('[options-sets.maintained.years] what an older reader read is read again, and stays where it cannot be', async () => {
  const known = [list(2020, 32, taxReader - 1), list(2021, 32, taxReader - 1), list(2025, 32, taxReader - 1)];
  const gathered = await gather(known);
  expect(countsOf(gathered)).toEqual(['2016: 30', '2020: 30', '2021: 32', '2025: 30', '2026: 30']);
  expect(gathered.years.find(({ year }) => year === 2020)?.reader).toBe(taxReader);
  // Next night the year that is left is asked for again.
  expect((await gather(gathered.years)).read.map(({ year }) => year)).toEqual([2026]);
});

test('[options-sets.maintained.years] the list of another year instead of what this one had, until somebody accepts it', async () => {
  write(2026, names(31));
  const known = (await gather([])).years;
  write(2026, names(30));
  const problem = '2026: the source has the list of 2016, not of 2026';
  expect(await gather(known)).toMatchObject({ problem, canBeAccepted: true, read: [] });
  expect(countsOf(await gather(known, true))).toContain('2026: 30');
  // A year that had none may have the same one.
  expect(countsOf(await gather(known.filter(({ year }) => year !== 2026)))).toContain('2026: 30');
});

test('[options-sets.maintained.years] a list that is nearly that of another year is recognised by the share of its names', async () => {
  const ofYear = (year: number, names: readonly string[]) => ({
    year,
    reader: taxReader,
    localities: names.map((name) => ({ name })),
  });
  // Years differ by some ten names each, as the published ones do.
  const namesOf = (at: number) => [...names(10, 100 + 10 * at), ...names(50)];
  const known = [2024, 2025, 2026].map((year, i) => ofYear(year, namesOf(i)));
  const almost2024 = namesOf(0).with(3, 'יישוב אחר');
  write(2026, almost2024);
  const problem = '2026: the source has the list of 2024, not of 2026';
  const refused = { warnings: expect.arrayContaining([problem]), canBeAccepted: true };
  expect(await gather(known)).toMatchObject(refused);
  expect(await gather(known.slice(0, 2))).toMatchObject(refused);
  // Changed within its year, and a new year that is like the last.
  write(2026, [...names(12, 120), ...names(50)]);
  expect((await gather(known)).read.map(({ year }) => year)).toContain(2026);
  write(2026, namesOf(1).with(3, 'יישוב אחר'));
  expect((await gather(known.slice(0, 2))).read.map(({ year }) => year)).toContain(2026);
});

test.each<[string, readonly string[], RegExp]>([
  ['too few', names(19), /^2026: 19 localities are too few to believe$/],
  ['too many', names(901), /^2026: 901 localities are too many to believe$/],
  [
    'no cities',
    [...names(30), ...names(6).map((name) => `רחוב ${name}`)],
    /^2026: 6 of 36 localities are not cities, such as רחוב/,
  ],
  ['far fewer than before', names(24), /^2026: 24 localities would replace 30: the source has shrunk$/],
  ['far more than before', names(51), /^2026: 51 localities would replace 30: the source has grown beyond belief$/],
  ['others than before', names(30, 10), /^2026: 10 of 30 localities would be gone, such as יישוב 0$/],
])(
  '[options-sets.maintained.acceptance] a year with %s keeps its list, until somebody accepts it',
  async (_, lines, problem) => {
    const known = (await gather([])).years;
    write(2026, lines);
    const refused = await gather(known);
    expect(refused).toMatchObject({ problem: expect.stringMatching(problem), canBeAccepted: true, read: [] });
    expect(countsOf(refused)).toContain('2026: 30');
    const accepted = await gather(known, true);
    expect(countsOf(accepted)).toContain(`2026: ${lines.length}`);
    expect(accepted.warnings[0]).toMatch(/^2026: accepted all the same: /);
  },
);

test('[options-sets.maintained.language] a year that cannot be read keeps its list, whoever accepts it', async () => {
  const known = (await gather([])).years;
  writeFileSync(join(folder, '2026.csv'), Buffer.from(`name,code\n${names(30).join(',1\n')},1\n`).fill(0xff, 20, 21));
  const refused = await gather(known, true);
  expect(refused).toMatchObject({ problem: expect.stringMatching(/cannot be read.*line 2 \(byte 20\)/), read: [] });
  expect(countsOf(refused)).toContain('2026: 30');
});

test('[options-sets.maintained.years] the booklets before 2022 have addresses of their own', () => {
  const [{ byYear = {}, url = '' } = {}] = publicSources.taxLocalities;
  expect(Object.keys(byYear)).toEqual(['2016', '2017', '2018', '2019', '2020', '2021']);
  for (const address of [...Object.values(byYear), url]) expect(address).toMatch(/^https:\/\/www\.gov\.il\/.*\.pdf$/);
});
