// Streets of Israel, each with the city as the cities set spells it. Joined by locality code, never by name: the two
// registries spell some names differently.
import type { Option } from '../options-sets/search-index.ts';
import type { City } from './city-options.ts';
import { cleanName, readCode } from './clean-text.ts';
import { readTable, type TableShape } from './read-table.ts';
import { isRefusal, type Made, type Refusal, refuse, refuseBroken, type SourceFacts } from './refusal.ts';

export interface Street {
  readonly cityCode: number;
  readonly name: string;
}

const streetTable: TableShape<'cityCode' | 'name' | 'status'> = {
  columns: {
    cityCode: { names: ['city_code', 'סמל_ישוב'] },
    name: { names: ['street_name', 'שם_רחוב'] },
    status: { names: ['street_name_status'], isOptional: true },
  },
};

/** A new place or two may be in one registry before the other; more means that the codes changed. */
const maxOrphanShare = 0.02;

export interface ReadStreets extends SourceFacts {
  readonly streets: readonly Street[];
  readonly warnings: readonly string[];
}

export function readStreets(pages: readonly Uint8Array[]): ReadStreets | Refusal {
  const table = readTable(pages, streetTable);
  if (isRefusal(table)) return table;
  const streets: Street[] = [];
  let broken = 0;
  for (const row of table.rows) {
    const cityCode = readCode(row.cityCode);
    const name = cleanName(row.name);
    if (row.status.trim() !== '' && row.status.trim() !== 'official') continue;
    if (cityCode === undefined || name === '') broken++;
    else streets.push({ cityCode, name });
  }
  const { badBytes, ending } = table;
  const warnings = broken === 0 ? [] : [`${broken} street rows without a city code or name were left out`];
  return (
    refuseBroken('rows of streets', { broken, total: table.rows.length }) ?? { streets, warnings, badBytes, ending }
  );
}

/** So many streets of a city that was there before and is gone: more mean that its code is wrong. */
const maxLeftBehind = 5;

/** `knownCodes` of the cities of before, where they came from the same address. */
export function makeStreetOptions(
  cities: readonly City[],
  streets: readonly Street[],
  { knownCodes = new Set() }: { readonly knownCodes?: ReadonlySet<unknown> } = {},
): Made<Option> | Refusal {
  const cityNames = new Map(cities.map(({ code, name }) => [code, name]));
  const seen = new Set<string>();
  const options: Option[] = [];
  const orphanCodes = new Set<number>();
  let orphans = 0;
  let leftBehind = 0;
  let repeated = 0;
  for (const { cityCode, name } of streets) {
    const city = cityNames.get(cityCode);
    const key = `${cityCode} ${name}`;
    if (city === undefined) {
      orphans++;
      orphanCodes.add(cityCode);
      if (knownCodes.has(cityCode)) leftBehind++;
    } else if (seen.has(key)) repeated++;
    else {
      seen.add(key);
      options.push({ value: name, data: { city } });
    }
  }
  if (orphans > streets.length * maxOrphanShare) {
    return refuse(`the sources do not fit together: ${orphans} of ${streets.length} streets are in no known city`);
  }
  if (leftBehind > maxLeftBehind) {
    const codes = [...orphanCodes].filter((code) => knownCodes.has(code)).join(', ');
    return refuse(`${leftBehind} streets are in cities that were there before and are gone: ${codes}`, {
      canBeAccepted: true,
    });
  }
  const warnings: string[] = [];
  if (orphans > 0)
    warnings.push(`${orphans} streets of unknown city codes ${[...orphanCodes].join(', ')} were left out`);
  if (repeated > 0) warnings.push(`${repeated} streets come twice in their city and were left out`);
  return { options, warnings };
}
