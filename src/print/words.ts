// The words of all languages, for code that speaks any; a page that speaks one imports the file of that language.
import type { InLocales } from '../core/locale/locale.ts';
import { englishWords, type Words } from './words-en.ts';
import { hebrewWords } from './words-he.ts';

export const words: InLocales<Words> = { en: englishWords, he: hebrewWords };
