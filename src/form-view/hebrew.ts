// All that a form says in Hebrew, in one part: the words of its fields and the messages about their values.
export { hebrewItemTexts } from '../core/locale/locale-messages-he.ts';
export { hebrewTexts } from './texts-he.ts';
