// The map of the house: every rule of docs/rules is kept by some code and proved by some test, and whatever names a rule names
// one that is there. docs/rules/README.md says how to add one.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  isCode,
  labels,
  readBareTitles,
  readCitations,
  readComments,
  readDocuments,
  readRules,
  readTitles,
  writeWhere,
} from '../scripts/read-rules.mjs';

const root = resolve(import.meta.dirname, '..');
const rules = readRules(root);
const ids = new Set(rules.map(({ id }) => id));
const titles = readTitles(root);
const citations = readCitations(root);

test('[house] rules: each has an id of its document, once, and one to four sentences', () => {
  expect(rules.length).toBeGreaterThan(300);
  expect(ids.size).toBe(rules.length);
  const wrong = rules.filter(({ id, file, text }) => {
    const group = file.replace(/^docs\/rules\/|\.md$/g, '');
    const sentences = text.split(/(?<=[.?!])\s+(?=[A-Z`])/).length;
    return !new RegExp(`^${group}(\\.[a-z0-9-]+)+$`).test(id) || text === '' || sentences > 4;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('[house] rules: every id that code or a document cites is there', () => {
  expect(citations.filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('[house] rules: each is cited where it is kept', () => {
  const kept = new Set(citations.filter(({ file }) => isCode(file)).map(({ id }) => id));
  expect([...ids].filter((id) => !kept.has(id))).toEqual([]);
});

test('[house] rules: each is proved by a test that `npm test` runs', () => {
  const proved = new Set(
    titles
      .filter(({ file, names }) => !file.endsWith('.run.ts') && !names.includes('heavy'))
      .flatMap(({ names }) => names),
  );
  expect([...ids].filter((id) => !proved.has(id))).toEqual([]);
});

test('[house] rules: every title names rules that are there, or a label of scripts/read-rules.mjs', () => {
  const isKnown = (name: string) => ids.has(name) || Object.hasOwn(labels, name);
  expect(titles.filter(({ names }) => !names.every(isKnown)).map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
  expect(readBareTitles(root).map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

test('[house] rules: docs/rules/where.md is up to date (npm run rules)', () => {
  expect(readFileSync(join(root, 'docs/rules/where.md'), 'utf8')).toBe(writeWhere(root));
});

test('[house] documents: every link to a file and to a heading leads there', () => {
  const broken = readDocuments(root).flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? join(root, file) : resolve(root, file, '..', path);
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).has(anchor));
      })
      .map(([link]) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('[house] documents: comments and documents name none that is not here', () => {
  const missing = [...readComments(root), ...readDocuments(root)].flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w/.-])(?:docs\/[\w/-]+|[A-Z]{4,})\.md\b/g)]
      .filter(([name]) => !existsSync(join(root, name)))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** As the usual hosts of repositories make them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
