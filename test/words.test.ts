// Texts are data: one folder for each language. Is each catalogue complete, and is it loaded where it is shown?
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { joinedFiles, listAreas, listLanguages } from '../scripts/words.mjs';
import { locales } from '../src/core/locale/locale.ts';
import { languageTags } from '../src/core/locale/locale-facts.ts';
import { findProblems, flatten, type WordFile } from './support/check-words.ts';

const src = resolve(import.meta.dirname, '../src');
const words = join(src, 'words');
const admin = join(src, 'admin');
const allAreas = listAreas(words, 'en');
const catalogues = allAreas.filter((area) => area !== 'language');
const areas = catalogues.filter((area) => area.startsWith('admin/')).map((area) => area.replace('admin/', ''));
const readArea = (locale: string, area: string): WordFile =>
  JSON.parse(readFileSync(join(words, locale, `${area}.json`), 'utf8'));
const read = (locale: string, area: string) => readArea(locale, `admin/${area}`);

test('[house] words: there is a folder for each language, with the same files', () => {
  expect(listLanguages(words)).toEqual(locales);
  for (const locale of locales) expect([locale, listAreas(words, locale)]).toEqual([locale, allAreas]);
});

test('[house] words: src/words/all is as `npm run words` writes it', () => {
  const written = readdirSync(join(words, 'all'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const texts = written.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(words, 'all', path), 'utf8')]);
  expect(Object.fromEntries(texts)).toEqual(joinedFiles(words));
});

test.each(locales)(
  '[house] words: %s has every text, with the same placeholders and the plural forms of the language',
  (locale) => {
    const problems = catalogues.flatMap((area) =>
      findProblems(languageTags[locale], readArea('en', area), readArea(locale, area)).map((what) => `${area} ${what}`),
    );
    expect(problems).toEqual([]);
  },
);

const planted: [string, string, WordFile, string[]][] = [
  ['nothing', 'he', { title: 'טפסים', found: { one: 'טופס אחד', two: 'שני טפסים', other: '{count} טפסים' } }, []],
  ['two as other', 'he', { title: 'טפסים', found: { one: 'טופס', other: '{count} טפסים' } }, []],
  ['a missing text', 'he', { title: 'טפסים' }, ['page.found: is missing']],
  ['an empty text', 'he', { title: '', found: { one: 'א', other: '{count}' } }, ['page.title: is empty']],
  [
    'a text that English lacks',
    'en',
    { title: 'x', found: { one: '{count}', other: 'x' }, old: 'x' },
    ['page.old: is not in English'],
  ],
  [
    'a wrong placeholder',
    'he',
    { title: 'טפסים {name}', found: { one: 'א', other: '{number}' } },
    [
      'page.title: has the placeholders {name} instead of none',
      'page.found: has the placeholders {number} instead of {count}',
    ],
  ],
  ['no plural forms', 'he', { title: 'א', found: '{count}' }, ['page.found: needs plural forms, as in English']],
  [
    'plural forms where English has none',
    'he',
    { title: { one: 'א', other: 'ב' }, found: { one: 'א', other: '{count}' } },
    ['page.title: has plural forms, and none in English'],
  ],
  [
    'a plural form that the language does not have',
    'en',
    { title: 'x', found: { one: 'x', two: 'x', other: '{count}' } },
    ['page.found: has the plural form “two”, which en does not have'],
  ],
  [
    'a plural form that is missing',
    'pl',
    { title: 'x', found: { one: 'x', few: 'x', other: '{count}' } },
    ['page.found: has no plural form “many”'],
  ],
];

test.each(planted)('[house] words: the check finds %s', (_, tag, page, problems) => {
  const english = { page: { title: 'Forms', found: { one: '{count} form', other: '{count} forms' } } };
  expect(findProblems(tag, english, { page })).toEqual(problems);
});

test('[house] words: no text of people is in the code', () => {
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith('words/'));
  const sources = paths.map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));
  const inLetters = sources.filter(({ text }) => /[\u0590-\u05ff]/.test(text.replace(/^ *(?:\/\/|\/?\*).*$/gm, '')));
  expect(inLetters.map(({ path }) => path).filter((path) => !isHebrewData(path))).toEqual([]);
  const pairs = sources.filter(({ path, text }) => /\bhe: /.test(text) && !isHebrewData(path));
  expect(pairs.map(({ path }) => path)).toEqual([]);
});

test('[house] words: no code asks which of the languages it is, but for the lists of a country', () => {
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/^(?:words|server\/registries)\//.test(path));
  const others = locales.filter((locale) => locale !== 'en').join('|');
  const asks = new RegExp(`(['"])(?:${others})\\1|(?:[!=]== |case )'en'`);
  expect(asks.test("locale === 'he'") && asks.test("if (locale !== 'en')")).toBe(true);
  expect(paths.filter((path) => asks.test(readFileSync(join(src, path), 'utf8')))).toEqual([]);
});

/** Letters that are compared with what people and registries write, not shown. */
function isHebrewData(path: string): boolean {
  return hebrewData.some((start) => path.startsWith(start));
}

test('[house] words: every text outside the management app is named in the code', () => {
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('words'))
    .map((path) => readFileSync(join(src, path), 'utf8'))
    .join('\n');
  const named = new Set(code.match(/[A-Za-z]\w*/g));
  const others = catalogues.filter((area) => !area.startsWith('admin/'));
  const keys = others.flatMap((area) => [...flatten(readArea('en', area)).keys()].map((key) => `${area} ${key}`));
  expect(keys.length).toBeGreaterThan(400);
  expect(keys.filter((key) => !named.has(/\w+$/.exec(key)![0]))).toEqual([]);
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

const hebrewData = [
  // Lists of the state, and names that people look for in them.
  'server/registries/',
  'server/options-sets/',
  'server/search/fold-answer.ts',
  // Words by which a column, a field or an answer is recognized.
  'admin/builder/after/card-rules.ts',
  'admin/options-sets/read-options.ts',
  'admin/sample/',
  'fields/bool/cell.ts',
  'server/web/guess-autofill.ts',
  'core/definition/element-names.ts',
  'import-forms/choose-language.ts',
  // Documents that nobody sees, with letters of both directions.
  'server/doctor/pdf-findings.ts',
  'server/pdf/warm-up.ts',
];
