// The words that the builder needs besides those of its own language.
import type { Locale } from '../page-data.ts';
import { loadWords } from '../texts.ts';

/** What is put into a form is in the form's language; kinds of questions are found by their English names too. */
export async function loadFormWords(locale: Locale): Promise<void> {
  await Promise.all([loadWords(locale, ['builder']), loadWords('en', ['builder'])]);
}
