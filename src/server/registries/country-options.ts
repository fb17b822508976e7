// Countries of ISO 3166-1 with the names of Unicode CLDR, and the former ones of ISO 3166-3. Names are checked in, not taken from the
// Intl of whatever Node runs this: a name that changes breaks stored values.
import type { Option } from '../options-sets/search-index.ts';
import { countryOtherNames } from './country-other-names.ts';
import { formerCountryNamesHebrew } from './former-country-names.ts';
import type { Made } from './refusal.ts';
import seed from './seed-data/countries.json' with { type: 'json' };

/** The languages that the lists of countries are in, whatever the service speaks. */
type Language = 'en' | 'he';

export function makeCountryOptions(language: Language, { withFormer }: { readonly withFormer: boolean }): Made<Option> {
  const countries = seed.countries.map(([code = '', hebrew = '', english = '']) => ({
    code,
    name: { en: english, he: hebrew }[language],
  }));
  const former = seed.former.map(([code = '', english = '']) => ({
    code,
    name: { en: english, he: formerCountryNamesHebrew[code] }[language] ?? '',
  }));
  const all = (withFormer ? [...countries, ...former] : countries).filter(({ name }) => name !== '');
  const collator = new Intl.Collator(language);
  all.sort((a, b) => collator.compare(a.name, b.name));
  return {
    options: all.map(({ code, name }) => makeOption(`${name} | ${code}`, otherNames(code, language))),
    warnings: [],
  };
}

function otherNames(code: string, language: Language): string {
  const [hebrew = '', english = ''] = countryOtherNames[code] ?? [];
  return { en: english, he: hebrew }[language];
}

function makeOption(value: string, names: string): Option {
  return names === '' ? { value } : { value, data: { names } };
}
