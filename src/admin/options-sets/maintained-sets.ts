// The sets that the service maintains, in words: their Hebrew names and where their options come from. The API knows only English
// names. Kept in step with src/server/options-sets/maintained-sets.ts by a test.
import type { Locale } from '../page-data.ts';
import { translator } from '../texts.ts';

interface MaintainedWords {
  readonly nameHebrew: string;
  readonly source: keyof (typeof sourceTexts)['en'];
}

export const maintainedSets: Readonly<Record<string, MaintainedWords>> = {
  '5e7500000000000000000001': { nameHebrew: 'יישובים בישראל', source: 'places' },
  '5e7500000000000000000002': { nameHebrew: 'יישובים בישראל, באנגלית', source: 'places' },
  '5e7500000000000000000003': { nameHebrew: 'רחובות בישראל', source: 'places' },
  '5e7500000000000000000004': { nameHebrew: 'בנקים בישראל', source: 'banks' },
  '5e7500000000000000000005': { nameHebrew: 'בנקים בישראל, באנגלית', source: 'banks' },
  '5e7500000000000000000006': { nameHebrew: 'סניפי בנק בישראל', source: 'banks' },
  '5e7500000000000000000007': { nameHebrew: 'סניפי בנק בישראל, באנגלית', source: 'banks' },
  '5e7500000000000000000008': { nameHebrew: 'מדינות', source: 'countries' },
  '5e7500000000000000000009': { nameHebrew: 'מדינות, באנגלית', source: 'countries' },
  '5e750000000000000000000a': { nameHebrew: 'מדינות, כולל מדינות לשעבר', source: 'countries' },
  '5e750000000000000000000b': { nameHebrew: 'מדינות, כולל מדינות לשעבר, באנגלית', source: 'countries' },
  '5e750000000000000000000c': { nameHebrew: 'יישובים המזכים בהטבת מס', source: 'taxLocalities' },
  '5e750000000000000000000d': { nameHebrew: 'מוסדות להשכלה גבוהה', source: 'institutions' },
};

const sourceTexts = {
  en: {
    places: 'The public registry of localities and streets in Israel.',
    banks: 'The central bank’s public list of banks and their branches.',
    countries: 'The ISO 3166 country codes and the Unicode names of countries, which come with the service.',
    taxLocalities: 'The tax authority’s yearly lists of localities that qualify for a credit.',
    institutions: 'The public registry of recognised institutions of higher education.',
  },
  he: {
    places: 'המרשם הציבורי של היישובים והרחובות בישראל.',
    banks: 'הרשימה הציבורית של הבנקים וסניפיהם מטעם הבנק המרכזי.',
    countries: 'קודי המדינות של ISO 3166 ושמות המדינות של Unicode, שמגיעים עם השירות.',
    taxLocalities: 'הרשימות השנתיות של רשות המסים ליישובים המזכים בהטבה.',
    institutions: 'המרשם הציבורי של המוסדות המוכרים להשכלה גבוהה.',
  },
} as const;

export function setName(set: { readonly id: string; readonly name: string }, locale: Locale): string {
  return { en: undefined, he: maintainedSets[set.id]?.nameHebrew }[locale] ?? set.name;
}

/** Undefined for a set that this version of the app has not heard of. */
export function sourceText(set: string, locale: Locale): string | undefined {
  const words = maintainedSets[set];
  return words === undefined ? undefined : translator(sourceTexts, locale)(words.source);
}
