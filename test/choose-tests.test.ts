// Which tests the shorter commands run.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { quickFiles, quickJourneys, testsOfRule } from '../scripts/choose-tests.mjs';

const root = resolve(import.meta.dirname, '..');

test('[house] test:quick: names files that exist, and a file of the API for each part of it', () => {
  const files = [...quickFiles, ...quickJourneys];
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(quickFiles.length).toBeGreaterThan(10);
});

test('[house] npm test -- rule:id: the files and the titles of a rule and of those below it', () => {
  const args = testsOfRule(root, 'entries.edit');
  expect(args).toContain('test/api/entries.test.ts');
  const pattern = new RegExp(args.at(-1)?.replace('--testNamePattern=', '') ?? '');
  const titles = [
    'api [entries.edit] an edit',
    '[entries.edit.status-only] [files.life] an edit',
    '[entries.editing] more',
  ];
  expect(titles.map((title) => pattern.test(title))).toEqual([true, true, false]);
  expect(() => testsOfRule(root, 'entries.unknown')).toThrow('No test names the rule entries.unknown');
});
