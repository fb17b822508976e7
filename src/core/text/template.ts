// A text with `{{ expression }}` in it. What an expression gives is inserted as
// text and never looked at again, so data cannot bring expressions of its own. `\{\{` and `\}\}` are literal braces.
// [expressions.templates]

import { type Budget, budgetKey, checkTextLength, nodeWork, openBudget, spend } from '../expression/budget.ts';
import { compileNode, type Evaluate } from '../expression/compile.ts';
import { ExpressionSyntaxError } from '../expression/errors.ts';
import type { ExpressionNode } from '../expression/expression-node.ts';
import { countNodes, listReads } from '../expression/list-reads.ts';
import { parseInterpolation } from '../expression/parse.ts';
import { toText } from '../expression/to-text.ts';
import { escapeHtml, readLiteral, type Template } from './literal-template.ts';

export const maxTemplateLength = 1_000_000;
/** Characters inside all `{{ }}` of a template. */
export const maxInsertionsLength = 100_000;

/** In `html` mode inserted values are escaped; the template's own text never is. */
export function compileTemplate(source: string, { mode }: { mode: 'text' | 'html' }): Template {
  const { parts, nodes } = readParts(source);
  const work = nodeWork * (4 * parts.length + nodes.reduce((count, node) => count + countNodes(node), 0));
  return {
    source,
    reads: listReads(nodes),
    isLiteral: nodes.length === 0,
    render(scope) {
      const budget = scope[budgetKey] ?? openBudget();
      if (nodes.length > 0) spend(budget, work);
      let text = '';
      for (const part of parts) {
        text += typeof part === 'string' ? part : textToInsert(part(scope, budget), { mode, budget });
        checkTextLength(text.length);
      }
      return text;
    },
  };
}

/** What an expression gave, as it stands in the text. */
export function textToInsert(value: unknown, { mode, budget }: { mode: 'text' | 'html'; budget: Budget }): string {
  const text = toText(value, budget);
  const shown = mode === 'html' ? escapeHtml(text) : text;
  // Replacing a character takes far longer than copying one.
  spend(budget, text.length + 3 * (shown.length - text.length));
  return shown;
}

/** The expressions in `parts` are those of `nodes`, in the same order. */
export function readParts(source: string): { parts: (string | Evaluate)[]; nodes: ExpressionNode[] } {
  if (source.length > maxTemplateLength) {
    throw new ExpressionSyntaxError(`Expected at most ${maxTemplateLength} characters`, maxTemplateLength);
  }
  const parts: (string | Evaluate)[] = [];
  const nodes: ExpressionNode[] = [];
  let offset = 0;
  let inserted = 0;
  for (;;) {
    const open = source.indexOf('{{', offset);
    const literal = source.slice(offset, open === -1 ? undefined : open);
    if (literal !== '') parts.push(readLiteral(literal));
    if (open === -1) return { parts, nodes };
    const { node, end } = parseInterpolation(source, open + 2);
    inserted += end - open;
    if (inserted > maxInsertionsLength) {
      throw new ExpressionSyntaxError(`Expected at most ${maxInsertionsLength} characters inside all {{ }}`, open);
    }
    if (node !== undefined) {
      nodes.push(node);
      parts.push(compileNode(node));
    }
    offset = end;
  }
}
