// A hundred broken variants of each registry leave the old list in place or are read right. The four sets of countries come with
// the service: they have no source that could break.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { MaintainedSetKey, SourceKey } from '../../src/server/options-sets/maintained-sets.ts';
import { makeSeedInstitutionOptions } from '../../src/server/registries/institution-options.ts';
import { type BrokenSource, breakSource, createRandom, cut, flip, type Variant } from './broken-variants.ts';
import {
  bookletOf,
  bytesOf,
  institutionLines,
  readCities2026,
  readEnglishBranches,
  readExtracted,
  readHebrewBranches,
  readStreets2026,
} from './copies.ts';
import { createGatherer, type Files } from './gather.ts';
import { judge } from './judge-variants.ts';
import { writeTable } from './write-table.ts';

const gatherer = createGatherer({ today: '2026-07-15' });
afterAll(() => gatherer.close());

const seed = 20_261_115;
const count = 100;
const cities: BrokenSource = {
  table: readCities2026(),
  needed: ['code', 'nameHe', 'nameEn'],
  swapped: [
    ['code', 'regionCode'],
    ['nameHe', 'nameEn'],
    ['code', 'nameHe'],
  ],
};
const streets: BrokenSource = {
  table: readStreets2026(),
  needed: ['city_code', 'street_name'],
  swapped: [
    ['city_code', 'street_code'],
    ['city_name', 'street_name'],
  ],
};
const branches: BrokenSource = {
  table: readHebrewBranches['2026-04'](),
  needed: ['id', 'name', 'branch_code', 'branch_name', 'address', 'city', 'close_date'],
  swapped: [
    ['id', 'branch_code'],
    ['name', 'branch_name'],
    ['branch_name', 'address'],
    ['address', 'city'],
    ['branch_name', 'branch_type'],
  ],
};
const branchesEnglish: BrokenSource = {
  table: readEnglishBranches['2021-02'](),
  needed: ['Bank_Code', 'Bank_Name', 'Branch_Code', 'Branch_Name', 'Address', 'City', 'Close_Date'],
  swapped: [
    ['Bank_Code', 'Branch_Code'],
    ['Bank_Name', 'Branch_Name'],
    ['Branch_Name', 'Address'],
    ['Address', 'City'],
  ],
};
const localities: BrokenSource = {
  table: { headers: ['code', 'name'], rows: readExtracted(2023).map(({ name, code }) => [String(code), name]) },
  needed: ['name'],
  swapped: [['code', 'name']],
};
const institutions: BrokenSource = {
  table: {
    headers: ['institution_name'],
    // Those that every format can write.
    rows: institutionLines().flatMap((line) => (/^[\u0020-\u007eא-ת]+$/.test(line) ? [[line]] : [])),
  },
  needed: ['institution_name'],
  // One column: this is the same file.
  swapped: [['institution_name', 'institution_name']],
};

const write = ({ table }: BrokenSource) => writeTable(table, 'csv');
const places: Files = { cities: write(cities), streets: write(streets) };

test.each<[MaintainedSetKey, SourceKey, BrokenSource, Files]>([
  ['institutions', 'institutions', institutions, { institutions: write(institutions) }],
  ['branches', 'branches', branches, { branches: write(branches) }],
  ['branchesEnglish', 'branchesEnglish', branchesEnglish, { branchesEnglish: write(branchesEnglish) }],
  ['taxLocalities', 'taxLocalities', localities, { cities: places.cities, taxLocalities: write(localities) }],
  ['cities', 'cities', cities, places],
  ['streets', 'streets', streets, places],
])('[options-sets.maintained.acceptance] %s: a hundred broken sources', async (family, source, broken, files) => {
  const variants = breakSource(broken, { count, seed });
  // A table of degrees gives the list that comes with the service.
  const alsoRight = { institutions: makeSeedInstitutionOptions().options };
  await expectNoneWrong({ family, source, files, variants, ...(family === 'institutions' ? { alsoRight } : {}) });
});

test('[options-sets.maintained.acceptance] taxLocalities: a hundred broken booklets', async () => {
  // As in the thread that reads registries, nobody else listens for what the reader of PDFs forgets.
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  onTestFinished(() => {
    for (const one of listeners) process.on('unhandledRejection', one);
  });
  const booklet = bytesOf(bookletOf(2026));
  const files: Files = { cities: places.cities, taxLocalities: booklet };
  await expectNoneWrong({ family: 'taxLocalities', source: 'taxLocalities', files, variants: breakBooklet(booklet) });
});

function* breakBooklet(booklet: Uint8Array): Generator<Variant> {
  const random = createRandom(seed);
  for (let i = 0; i < count; i++) {
    const kind = i % 4;
    if (kind === 0) yield flip(booklet, 1 + Math.floor(random() * 5), random);
    else if (kind === 1) yield flip(booklet, 1_000, random);
    else if (kind === 2) yield cut(booklet, 0.05 + random() * 0.94);
    // Each booklet says its year: another one adds its own year, and this year's list stays.
    else
      yield {
        title: 'a table of contents',
        bytes: writeTable({ headers: ['a'], rows: [['%PDF-1.7']] }, 'csv'),
        mayTouch: 0,
      };
  }
}

async function expectNoneWrong(broken: Parameters<typeof judge>[1]): Promise<void> {
  const { wrong, kept, right, touched } = await judge(gatherer, broken);
  process.stdout.write(`${broken.source}: ${kept} kept, ${right} right, ${touched} with only their own rows touched\n`);
  expect(wrong).toEqual([]);
  expect(kept + right + touched).toBe(count);
}
