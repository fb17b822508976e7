// The sets that the service maintains, in words: their names and where their options come from. The API knows only English
// names. Kept in step with src/server/options-sets/maintained-sets.ts by a test.
import type { Locale } from '../page-data.ts';
import { type TextKey, translator } from '../texts.ts';

interface MaintainedWords {
  readonly name: TextKey<'options-sets/maintainedNames'>;
  readonly source: TextKey<'options-sets/maintainedSets'>;
}

export const maintainedSets: Readonly<Record<string, MaintainedWords>> = {
  '5e7500000000000000000001': { name: 'cities', source: 'places' },
  '5e7500000000000000000002': { name: 'citiesEnglish', source: 'places' },
  '5e7500000000000000000003': { name: 'streets', source: 'places' },
  '5e7500000000000000000004': { name: 'banks', source: 'banks' },
  '5e7500000000000000000005': { name: 'banksEnglish', source: 'banks' },
  '5e7500000000000000000006': { name: 'branches', source: 'banks' },
  '5e7500000000000000000007': { name: 'branchesEnglish', source: 'banks' },
  '5e7500000000000000000008': { name: 'countries', source: 'countries' },
  '5e7500000000000000000009': { name: 'countriesEnglish', source: 'countries' },
  '5e750000000000000000000a': { name: 'allCountries', source: 'countries' },
  '5e750000000000000000000b': { name: 'allCountriesEnglish', source: 'countries' },
  '5e750000000000000000000c': { name: 'taxLocalities', source: 'taxLocalities' },
  '5e750000000000000000000d': { name: 'institutions', source: 'institutions' },
};

export function setName(set: { readonly id: string; readonly name: string }, locale: Locale): string {
  const words = maintainedSets[set.id];
  return words === undefined ? set.name : translator('options-sets/maintainedNames', locale)(words.name);
}

/** Undefined for a set that this version of the app has not heard of. */
export function sourceText(set: string, locale: Locale): string | undefined {
  const words = maintainedSets[set];
  return words === undefined ? undefined : translator('options-sets/maintainedSets', locale)(words.source);
}
