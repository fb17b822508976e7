// Which tests a shorter command runs: `--quick`, `--changed` and `rule:<id>`. scripts/test.mjs hands the rest to vitest.
import { readTitles } from './read-rules.mjs';

/** One file of each group of rules, and three journeys in a browser: under three minutes on two cores, with the projects of core and project. */
export const quickFiles = [
  ...[
    'after-actions',
    'entries',
    'entry-lists',
    'entry-search',
    'exports',
    'fill-pages',
    'forms',
    'identity',
    'insight',
  ],
  ...['lifecycle', 'mcp', 'odata', 'options-sets', 'relay', 'small-rules', 'uploads'],
].map((name) => `test/api/${name}.test.ts`);
export const quickJourneys = ['admin-forms', 'fill-journeys', 'plain-form'].map(
  (name) => `test/browser/${name}.test.ts`,
);

/** Arguments of vitest for the tests that prove a rule, or a group of rules: `entries.edit` has `entries.edit.status-only` too. */
export function testsOfRule(root, rule) {
  const isNamed = (name) => name === rule || name.startsWith(`${rule}.`);
  const files = readTitles(root)
    .filter(({ names }) => names.some(isNamed))
    .map(({ file }) => file);
  if (files.length === 0) throw new Error(`No test names the rule ${rule}. The rules are in docs/rules.`);
  const pattern = `\\[${rule.replaceAll('.', '\\.')}(?:\\.[^\\]]+)?\\]`;
  return [...new Set(files), `--testNamePattern=${pattern}`];
}
