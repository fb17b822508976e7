// The management app's words in every language, for tests that run without a page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { putWords } from '../../src/admin/texts.ts';

for (const locale of readdirSync('src/words')) {
  const folder = join('src/words', locale, 'admin');
  for (const name of readdirSync(folder)) {
    putWords(locale, name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')));
  }
}
