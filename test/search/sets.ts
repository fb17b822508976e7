// The sets that the natural queries are asked of: what comes with the service, and places (places.ts).

import { withOtherNames } from '../../src/server/options-sets/other-names.ts';
import type { Option } from '../../src/server/options-sets/search-index.ts';
import { makeSeedOptions } from '../../src/server/registries/seed-options.ts';
import type { QuerySet } from './natural-queries.ts';
import { localities, streets } from './places.ts';

const englishBanks = `
  291 Bank Leumi Le-Israel B.M | 10
  258 Bank Hapoalim B.M | 12
  225 Mizrahi Tefahot Bank Ltd | 20
  160 Israel Discount Bank Ltd | 11
  150 The First International Bank of Israel Ltd | 31
  95 Mercantile Discount Bank ltd | 17
  59 Bank Yahav for Government Employees Ltd | 4
  51 Bank Otsar Ha-hayal Ltd | 14
  41 Union Bank of Israel Ltd | 13
  39 Bank of Jerusalem Ltd | 54
  24 Bank Massad Ltd | 46
  18 Poaley Agudat Israel Bank Ltd | 52
  7 UBank Ltd | 26
  2 HSBC BANK plc | 23
  1 State Bank Of India | 39
  1 Bank Of Israel | 99
  1 Municipal Bank LTD | 68
`;

const linesOf = (text: string) => text.trim().split(/\n\s*/);

/** As the service searches them. */
export function searchedSets(): Readonly<Record<QuerySet, readonly Option[]>> {
  const sets = Object.entries(storedSets()) as [QuerySet, readonly Option[]][];
  return Object.fromEntries(sets.map(([key, options]) => [key, withOtherNames(key, options)])) as Readonly<
    Record<QuerySet, readonly Option[]>
  >;
}

export function storedSets(): Readonly<Record<QuerySet, readonly Option[]>> {
  const seeds = makeSeedOptions({ today: '2026-01-01' });
  const seed = (key: Parameters<(typeof seeds)['get']>[0]) => seeds.get(key) ?? [];
  const towns = linesOf(localities).map((line) => line.split('|') as [string, string, string]);
  return {
    cities: towns.map(([size, value]) => ({ value, score: Number(size) })),
    citiesEnglish: towns
      .filter(([, , english]) => english !== '')
      .map(([size, heName, value]) => ({ value, score: Number(size), data: { heName } })),
    streets: linesOf(streets).map((value) => ({ value })),
    banks: seed('banks'),
    banksEnglish: linesOf(englishBanks).map((line) => {
      const [score = ''] = line.split(' ');
      return { value: line.slice(score.length + 1), score: Number(score) };
    }),
    branches: seed('branches'),
    countries: seed('countries'),
    countriesEnglish: seed('countriesEnglish'),
    countriesFormer: seed('countriesFormer'),
    institutions: seed('institutions'),
  };
}
