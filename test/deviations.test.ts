// docs/deviations.md: each deliberate deviation from the specification is a rule that exists, with a test of its own.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readRules, readTitles, ruleLink } from '../scripts/read-rules.mjs';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/deviations.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ['))
  .map((line) => line.slice(2, -2).split(' | '));

test('[house] deviations: each names a rule, what the specification says, what we do, why, and its test', () => {
  expect(rows.length).toBeGreaterThan(10);
  const incomplete = rows.filter((cells) => cells.length !== 5 || cells.some((cell) => cell.trim() === ''));
  expect(incomplete).toEqual([]);
});

test('[house] deviations: each rule exists, once on the page, and its test proves it', () => {
  const rules = new Map(readRules(root).map((rule) => [rule.id, `rules/${ruleLink(rule)}`]));
  const titles = readTitles(root).filter(({ names }) => !names.includes('heavy'));
  const found = rows.map(([rule = '', , , , file = '']) => {
    const [, id = '', link] = /^\[(.*)\]\((.*)\)$/.exec(rule) ?? [];
    const path = file.replaceAll('`', '');
    const isProved = titles.some((title) => title.file === path && title.names.includes(id));
    return { id, isRule: rules.get(id) === link, isFile: existsSync(join(root, path)), isProved };
  });
  expect(found.filter(({ isRule, isFile, isProved }) => !isRule || !isFile || !isProved)).toEqual([]);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

test('[house] deviations: the page is linked from the rules and from the README', () => {
  for (const file of ['README.md', 'docs/rules/README.md']) {
    expect(readFileSync(join(root, file), 'utf8')).toContain('deviations.md)');
  }
});
