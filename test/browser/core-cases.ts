// Runs the tables of the core engine and writes down what each case gave: in Node by import, in a browser by bundle.

import { compileExpression } from '../../src/core/expression/compile.ts';
import { compileForm } from '../../src/core/plan/compile-form.ts';
import { compileTools } from '../../src/core/plan/compile-tools.ts';
import { compileSimplePattern } from '../../src/core/text/simple-pattern.ts';
import { compileTemplate } from '../../src/core/text/template.ts';
import { validateEntry } from '../../src/core/validation/validate-entry.ts';
import { escapeCases, hostileScope } from '../cases/escape-cases.ts';
import { expressionCases, syntaxErrorCases, templateCases, templateErrorCases } from '../cases/expression-cases.ts';
import { patternCases } from '../cases/pattern-cases.ts';
import { cases } from '../cases/validation-cases.ts';

export interface CaseOutcome {
  readonly title: string;
  readonly outcome: string;
}

export function runCoreCases(): CaseOutcome[] {
  const context = { cleanHtml: (html: string) => html };
  return [
    ...expressionCases.map((one) => outcome(one.source, () => compileExpression(one.source).evaluate(one.scope ?? {}))),
    ...escapeCases.map((one) => outcome(one.source, () => compileExpression(one.source).evaluate(hostileScope()))),
    ...syntaxErrorCases.map((one) => outcome(one.source, () => compileExpression(one.source))),
    ...templateCases.map((one) =>
      outcome(one.source, () => compileTemplate(one.source, { mode: one.mode ?? 'text' }).render(one.scope ?? {})),
    ),
    ...templateErrorCases.map((one) => outcome(one.source, () => compileTemplate(one.source, { mode: 'text' }))),
    ...patternCases.map(({ source, matches, others }) => {
      // The built-in engine of the browser has to agree with that of Node.
      const pattern = compileSimplePattern(source);
      return outcome(source, () => [...matches, ...others].map((text) => pattern?.test(text) ?? null));
    }),
    ...cases.map((one) =>
      outcome(one.title, () => {
        const check = validateEntry(compileForm(one.form, compileTools), one.input, {
          rules: one.rules ?? 'all',
          context,
        });
        return { data: check.data, messages: check.messages, notices: check.notices };
      }),
    ),
  ];
}

function outcome(title: string, run: () => unknown): CaseOutcome {
  try {
    return { title, outcome: write(run()) };
  } catch (error) {
    const { message, position } = error as Error & { position?: number };
    return { title, outcome: `error at ${position}: ${message}` };
  }
}

/** JSON that also tells undefined, NaN and -0 apart. */
function write(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === undefined) return '<undefined>';
    if (typeof inner === 'number' && !Number.isFinite(inner)) return `<${inner}>`;
    return Object.is(inner, -0) ? '<-0>' : inner;
  });
}
