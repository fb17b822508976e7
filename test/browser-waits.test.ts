// Do tests in a browser wait in a way that our own pages allow? A text handed to waitForFunction is evaluated again and again
// by the page, whose Content-Security-Policy forbids that from the second time on: such a wait fails now and then.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = ['test/browser', 'test/support', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

/** Where the file breaks the rule, with the words that do. */
function breaches(text: string): string[] {
  return [...text.matchAll(/\bwaitForFunction\(\s*(?!\(|async\b|function\b)[^,)]*/g)].map(([found]) => found);
}

test('[house] a wait for the page is a selector or a function, never a text', () => {
  expect(breaches("await page.waitForFunction('document.title');")).toEqual(["waitForFunction('document.title'"]);
  expect(breaches('await page.waitForFunction(\n  `1`,\n);')).toHaveLength(1);
  expect(breaches('await page.waitForFunction(() => scrollY > 0);')).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap((file) => breaches(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`))).toEqual([]);
});
