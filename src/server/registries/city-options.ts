// Cities of Israel in Hebrew and in English, larger first: a city's score is the number of its street options.
import type { Option } from '../options-sets/search-index.ts';
import { cleanName, readCode } from './clean-text.ts';
import { readTable, type TableShape } from './read-table.ts';
import { isRefusal, type Made, type Refusal, refuseBroken, type SourceFacts } from './refusal.ts';

export interface City {
  readonly code: number;
  readonly name: string;
  /** Empty for a few places. */
  readonly nameEnglish: string;
}

const cityTable: TableShape<'code' | 'name' | 'nameEnglish'> = {
  columns: {
    code: { names: ['city_code', 'סמל_ישוב', 'code'] },
    name: { names: ['city_name_he', 'שם_ישוב', 'nameHe'] },
    nameEnglish: { names: ['city_name_en', 'שם_ישוב_לועזי', 'nameEn'] },
  },
};

export interface ReadCities extends SourceFacts {
  readonly cities: readonly City[];
  readonly warnings: readonly string[];
}

export function readCities(pages: readonly Uint8Array[]): ReadCities | Refusal {
  const table = readTable(pages, cityTable);
  if (isRefusal(table)) return table;
  const cities = new Map<number, City>();
  const warnings: string[] = [];
  for (const row of table.rows) {
    const code = readCode(row.code);
    const name = cleanName(row.name);
    // Code 0 is the registry's "not registered".
    if (code === 0) continue;
    if (code === undefined || name === '') warnings.push(`city row without a code or name: ${row.code} ${row.name}`);
    else if (cities.has(code)) warnings.push(`city code ${code} comes twice: the first one is kept`);
    else cities.set(code, { code, name, nameEnglish: cleanName(row.nameEnglish) });
  }
  const { badBytes, ending } = table;
  const broken = refuseBroken('rows of cities', { broken: warnings.length, total: table.rows.length });
  for (const [name, same] of codesByName([...cities.values()]))
    if (same.length > 1)
      warnings.push(`cities ${same.join(', ')} have one name, and their streets are one list: ${name}`);
  return broken ?? { cities: [...cities.values()], warnings, badBytes, ending };
}

function codesByName(cities: readonly City[]): Map<string, number[]> {
  const codes = new Map<string, number[]>();
  for (const { name, code } of cities) codes.set(name, [...(codes.get(name) ?? []), code]);
  return codes;
}

export function makeCityOptions(cities: readonly City[], streets: readonly Option[]): Made<Option> {
  const scores = countByCity(streets);
  const options = cities.map(({ code, name }) => ({ value: name, score: scores.get(name) ?? 0, data: { code } }));
  return { options, warnings: [] };
}

export function makeEnglishCityOptions(cities: readonly City[], streets: readonly Option[]): Made<Option> {
  const scores = countByCity(streets);
  const named = cities.filter(({ nameEnglish }) => nameEnglish !== '');
  const options = named.map(({ code, name, nameEnglish }) => ({
    value: nameEnglish,
    score: scores.get(name) ?? 0,
    data: { code, heName: name },
  }));
  const skipped = cities.length - named.length;
  return { options, warnings: skipped === 0 ? [] : [`${skipped} cities have no English name and were left out`] };
}

function countByCity(streets: readonly Option[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const { data } of streets) counts.set(data?.['city'], (counts.get(data?.['city']) ?? 0) + 1);
  return counts;
}
