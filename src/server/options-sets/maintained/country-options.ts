// Countries of ISO 3166-1 with the names of Unicode CLDR, and the former ones of ISO 3166-3. Names come from packages of
// pinned versions, not from the Intl of whatever Node runs this: a name that changes breaks stored values.
import { createRequire } from 'node:module';
import { iso31661, iso31663 } from 'iso-3166';
import type { Option } from '../search-index.ts';
import { FORMER_COUNTRY_NAMES_HEBREW } from './former-country-names.ts';
import type { Made } from './refusal.ts';

export type NameLocale = 'he' | 'en';

export function makeCountryOptions(locale: NameLocale, { withFormer }: { readonly withFormer: boolean }): Made<Option> {
  const names = readTerritoryNames(locale);
  const countries = iso31661.map(({ alpha2 }) => ({ code: alpha2, name: names[alpha2] ?? '' }));
  const former = iso31663.map(({ alpha4, from }) => ({
    code: alpha4,
    name: (locale === 'he' ? FORMER_COUNTRY_NAMES_HEBREW[alpha4] : from.name) ?? '',
  }));
  const all = (withFormer ? [...countries, ...former] : countries).filter(({ name }) => name !== '');
  const collator = new Intl.Collator(locale);
  all.sort((a, b) => collator.compare(a.name, b.name));
  return { options: all.map(({ code, name }) => ({ value: `${name} | ${code}` })), warnings: [] };
}

interface TerritoriesFile {
  readonly main: Readonly<
    Record<string, { readonly localeDisplayNames: { readonly territories: Readonly<Record<string, string>> } }>
  >;
}

function readTerritoryNames(locale: NameLocale): Readonly<Record<string, string>> {
  const require = createRequire(import.meta.url);
  const file: TerritoriesFile = require(`cldr-localenames-full/main/${locale}/territories.json`);
  return file.main[locale]?.localeDisplayNames.territories ?? {};
}
