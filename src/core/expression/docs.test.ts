// Does docs/expressions.md tell the truth? Every line of the form `expression` => `result` in its fenced blocks
// runs here, in the scope that the document itself shows.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileAddress } from '../text/address-template.ts';
import { compileTemplate } from '../text/template.ts';
import { budgetKey, openBudget } from './budget.ts';
import { compileExpression } from './compile.ts';
import { filters } from './filters.ts';
import { functions } from './functions.ts';
import { methodNames } from './methods.ts';

const document = readFileSync(new URL('../../../docs/expressions.md', import.meta.url), 'utf8');
const blocks = [...document.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({ kind, text: text! }));
const scope = {
  ...JSON.parse(blocks.find(({ kind }) => kind === 'json')!.text),
  get [budgetKey]() {
    return openBudget(Date.parse('2026-11-19T22:30:00Z'));
  },
};

describe('[expressions.language] [expressions.templates.addresses] expressions', () => {
  test.each(examples('expression'))('%s => %s', (source, result) => {
    const value = compileExpression(source).evaluate(scope);
    expect(JSON.stringify(value) ?? 'undefined').toBe(
      result === 'undefined' ? result : JSON.stringify(JSON.parse(result)),
    );
  });

  test.each(examples('template'))('%s => %s', (source, result) => {
    expect(compileTemplate(source, { mode: 'text' }).render(scope)).toBe(result);
  });

  test.each(examples('address'))('%s => %s', (source, result) => {
    expect(compileAddress(source).render(scope)).toBe(result);
  });

  test('every function, method and filter is described', () => {
    for (const name of Object.keys(functions)) expect(document).toContain(`\`fn.${name}(`);
    for (const name of methodNames()) expect(document).toMatch(new RegExp(`\`${name}\\b`));
    for (const name of Object.keys(filters)) expect(document).toContain(`\`${name}`);
  });
});

function examples(kind: string): [string, string][] {
  const lines = blocks.filter((block) => block.kind === kind).flatMap(({ text }) => text.trim().split('\n'));
  return lines.map((line) => {
    const parts = /^(.*?) => (.*)$/.exec(line);
    if (parts === null) throw new Error(`No result: ${line}`);
    return [parts[1]!.trim(), parts[2]!];
  });
}
