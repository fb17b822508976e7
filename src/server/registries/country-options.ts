// Countries of ISO 3166-1 with the names of Unicode CLDR, and the former ones of ISO 3166-3. Names are checked in, not taken from the
// Intl of whatever Node runs this: a name that changes breaks stored values.
import type { Locale } from '../../core/locale/locale.ts';
import type { Option } from '../options-sets/search-index.ts';
import { countryOtherNames } from './country-other-names.ts';
import { formerCountryNamesHebrew } from './former-country-names.ts';
import type { Made } from './refusal.ts';
import seed from './seed-data/countries.json' with { type: 'json' };

export function makeCountryOptions(locale: Locale, { withFormer }: { readonly withFormer: boolean }): Made<Option> {
  const countries = seed.countries.map(([code = '', hebrew = '', english = '']) => ({
    code,
    name: { en: english, he: hebrew }[locale],
  }));
  const former = seed.former.map(([code = '', english = '']) => ({
    code,
    name: { en: english, he: formerCountryNamesHebrew[code] }[locale] ?? '',
  }));
  const all = (withFormer ? [...countries, ...former] : countries).filter(({ name }) => name !== '');
  const collator = new Intl.Collator(locale);
  all.sort((a, b) => collator.compare(a.name, b.name));
  return {
    options: all.map(({ code, name }) => makeOption(`${name} | ${code}`, otherNames(code, locale))),
    warnings: [],
  };
}

function otherNames(code: string, locale: Locale): string {
  const [hebrew = '', english = ''] = countryOtherNames[code] ?? [];
  return { en: english, he: hebrew }[locale];
}

function makeOption(value: string, names: string): Option {
  return names === '' ? { value } : { value, data: { names } };
}
