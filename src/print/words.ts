// The only words that stand for an answer without words of its own.
import type { InLocales } from '../core/locale/locale.ts';

export const englishWords = { yes: 'Yes', no: 'No', signed: 'Signed', rate: '{0} of {1}' };

export type Words = Readonly<Record<keyof typeof englishWords, string>>;

export const hebrewWords: Words = { yes: 'כן', no: 'לא', signed: 'נחתם', rate: '{0} מתוך {1}' };

export const words: InLocales<Words> = { en: englishWords, he: hebrewWords };
