// The sets that the service maintains, in words: their Hebrew names and where their options come from. The API knows only English
// names. Kept in step with src/server/options-sets/maintained-sets.ts by a test.
import type { Locale } from '../page-data.ts';
import { type TextKey, translator } from '../texts.ts';

interface MaintainedWords {
  readonly nameHebrew: string;
  readonly source: TextKey<'options-sets/maintainedSets'>;
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

export function setName(set: { readonly id: string; readonly name: string }, locale: Locale): string {
  return { en: undefined, he: maintainedSets[set.id]?.nameHebrew }[locale] ?? set.name;
}

/** Undefined for a set that this version of the app has not heard of. */
export function sourceText(set: string, locale: Locale): string | undefined {
  const words = maintainedSets[set];
  return words === undefined ? undefined : translator('options-sets/maintainedSets', locale)(words.source);
}
