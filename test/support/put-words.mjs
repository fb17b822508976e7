// The words of pages in every language, for tests that run without a page.
import { fetchedFiles, listLanguages } from '../../scripts/words.mjs';
import { putWords } from '../../src/admin/texts.ts';
import { putPageWords } from '../../src/form-view/words.ts';

for (const locale of listLanguages('src/words')) {
  for (const [area, words] of Object.entries(fetchedFiles('src/words', locale))) {
    if (area.startsWith('page-')) putPageWords(locale, area.replace('page-', ''), words);
    else putWords(locale, area, words);
  }
}
