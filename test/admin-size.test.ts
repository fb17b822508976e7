// Is the management app still light? All the JavaScript of its first page, gzipped as it is sent; and each page comes by itself.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '../src/core/locale/locale.ts';

const maxFirstPageBytes = 120_000;
const maxStyleBytes = 30_000;

interface App {
  readonly script: string;
  readonly style: string;
  readonly preloads: readonly string[];
  readonly words: string;
  /** What is loaded later, with all that it needs and the app has not. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

const { admin }: { admin: App } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
const sizeOf = (name: string) => readFileSync(`dist/web/assets/${name}.gz`).length;
const sizeOfAll = (names: readonly string[]) => names.map(sizeOf).reduce((sum, size) => sum + size, 0);

test(`[house] admin: JavaScript of the first page is under ${maxFirstPageBytes} bytes gzipped`, () => {
  const formsPage = admin.parts['src/admin/forms/forms-page.tsx'] ?? [];
  expect(formsPage.length).toBeGreaterThan(0);
  expect(sizeOfAll([admin.script, ...admin.preloads, ...formsPage])).toBeLessThan(maxFirstPageBytes);
  expect(sizeOf(admin.style)).toBeLessThan(maxStyleBytes);
});

test('[house] admin: the words of the first page are one language, under 10,000 bytes gzipped', () => {
  for (const locale of locales) {
    const sizes = ['shell', 'forms'].map((area) => sizeOf(`${admin.words}-${locale}-${area}.json`));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000);
  }
  // A language's letters are in its own files only.
  const scripts = [admin.script, ...admin.preloads, ...(admin.parts['src/admin/forms/forms-page.tsx'] ?? [])];
  const texts = scripts.map((name) => readFileSync(`dist/web/assets/${name}`, 'utf8')).join('\n');
  expect(texts).not.toContain('טופס חדש');
});

test('[house] admin: every page is in a chunk of its own, and none comes with the app', () => {
  const source = readFileSync('src/admin/pages.ts', 'utf8');
  const pages = [...source.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, path]) => `src/admin/${path}`);
  expect(pages.length).toBeGreaterThan(10);
  const chunks = pages.map((page) => admin.parts[page]?.[0]);
  expect(chunks).not.toContain(undefined);
  expect(new Set(chunks).size).toBe(pages.length);
  const loaded = [admin.script, ...admin.preloads];
  expect(chunks.filter((chunk) => loaded.includes(chunk!))).toEqual([]);
});
