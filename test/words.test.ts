// The texts of the management app are data: one file per language and area. Is each complete, and is it loaded where it is shown?
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '../src/core/locale/locale.ts';
import { findProblems, type WordFile } from './support/check-words.ts';

const words = resolve(import.meta.dirname, '../src/words');
const admin = resolve(import.meta.dirname, '../src/admin');
const areas = readdirSync(join(words, 'en', 'admin')).map((name) => name.replace('.json', ''));
const read = (locale: string, area: string): WordFile =>
  JSON.parse(readFileSync(join(words, locale, 'admin', `${area}.json`), 'utf8'));

test('[house] words: there is a folder for each language, with the same files', () => {
  expect(readdirSync(words).sort()).toEqual([...locales].sort());
  for (const locale of locales) {
    expect(readdirSync(join(words, locale, 'admin'))).toEqual(areas.map((area) => `${area}.json`));
  }
});

test.each(locales)(
  '[house] words: %s has every text, with the same placeholders and the plural forms of the language',
  (locale) => {
    const problems = areas.flatMap((area) => findProblems(locale, read('en', area), read(locale, area)));
    expect(problems).toEqual([]);
  },
);

test('[house] words: a missing text, a wrong placeholder and a wrong plural form are found', () => {
  const english = { page: { title: 'Forms', found: '{count} [form|forms]' } };
  const ofHebrew = (page: Readonly<Record<string, string>>) => findProblems('he', english, { page });
  expect(ofHebrew({ title: 'טפסים', found: '[טופס אחד|שני טפסים|{count} טפסים]' })).toEqual([]);
  expect(ofHebrew({ title: 'טפסים' })).toEqual(['page.found: is missing']);
  expect(ofHebrew({ title: '', found: '{count} [טופס|טפסים]' })).toEqual(['page.title: is empty']);
  expect(ofHebrew({ title: 'טפסים {name}', found: '{count} [טופס|טפסים]' })).toEqual([
    'page.title: has the placeholders {name} instead of none',
  ]);
  expect(ofHebrew({ title: 'טפסים', found: '{count} [א|ב|ג|ד]' })).toEqual([
    'page.found: has 4 plural forms; he takes 2 or 3',
  ]);
  expect(ofHebrew({ title: 'טפסים', found: '{count} [א|ב]', old: 'x' })).toEqual(['page.old: is not in English']);
  expect(findProblems('en', english, { page: { title: 'Forms', found: '{count} [a|b|c]' } })).toEqual([
    'page.found: has 3 plural forms; en takes 2',
  ]);
});

test('[house] words: every page names the areas that its code shows, and the frame shows none but its own', () => {
  const source = readFileSync(join(admin, 'pages.ts'), 'utf8');
  const pages = [...source.matchAll(/words: \[([^\]]*)\],\s*load:[^']*'\.\/([^']+)'/g)].map(
    ([, named = '', path = '']) => ({
      path,
      named: [...named.matchAll(/'([^']+)'/g)].map(([, area]) => area as string).sort(),
    }),
  );
  expect(pages.length).toBeGreaterThan(15);
  expect(pages).toEqual(pages.map(({ path }) => ({ path, named: areasShown(join(admin, path)) })));
  expect(areasShown(join(admin, 'main.tsx'))).toEqual([]);
});

test('[house] words: every text is shown somewhere', () => {
  const sources = readdirSync(admin, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(admin, path), 'utf8'))
    .join('\n');
  const sections = areas.flatMap((area) => Object.keys(read('en', area)).map((section) => `${area}/${section}`));
  expect(sections.filter((section) => !sources.includes(`'${section}'`))).toEqual([]);
});

/** Of this file and all that it imports, at once or later; not of the pages that the frame leads to. */
function areasShown(start: string): string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const source = readFileSync(path, 'utf8');
    for (const [, area = ''] of source.matchAll(/'([a-z-]+)\/[a-zA-Z]+'/g)) if (areas.includes(area)) found.add(area);
    if (path.endsWith('pages.ts')) return;
    for (const [, target = ''] of source.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)) {
      const next = resolve(dirname(path), target);
      if (next.startsWith(admin) && existsSync(next)) visit(next);
    }
  };
  visit(start);
  found.delete('shell');
  return [...found].sort();
}
