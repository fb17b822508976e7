// The only words that stand for an answer without words of its own, in Hebrew.
import type { Words } from './words-en.ts';

export const hebrewWords: Words = { yes: 'כן', no: 'לא', signed: 'נחתם', rate: '{0} מתוך {1}' };
