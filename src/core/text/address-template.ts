// A web address with `{{ expression }}` in it: redirects and remote layouts. A value is data, so it must not end a
// parameter or begin the fragment: what it inserts is percent-encoded, except where the address itself is a value.
// docs/expressions.md "Addresses". Apart from template.ts, so that pages do not load it.
// [expressions.templates.addresses]

import { budgetKey, checkTextLength, nodeWork, openBudget, spend } from '../expression/budget.ts';
import { countNodes, usesFilter } from '../expression/list-reads.ts';
import { toText } from '../expression/to-text.ts';
import { cleanText } from '../values/clean-text.ts';
import type { Template } from './literal-template.ts';
import { compileTemplate, readParts } from './template.ts';

export function compileAddress(source: string): Template {
  const { parts, nodes } = readParts(source);
  const work = nodeWork * (4 * parts.length + nodes.reduce((count, node) => count + countNodes(node), 0));
  /** Whoever writes `encode` has taken care of it. */
  const isEncoded = nodes.map((node) => usesFilter(node, 'encode'));
  return {
    ...compileTemplate(source, { mode: 'text' }),
    render(scope) {
      const budget = scope[budgetKey] ?? openBudget();
      if (nodes.length > 0) spend(budget, work);
      let text = '';
      let at = 0;
      for (const part of parts) {
        if (typeof part === 'string') {
          text += part;
        } else {
          const value = toText(part(scope, budget), budget);
          // Encoding takes longer than copying, and what is there already is looked at.
          spend(budget, text.length + 10 * value.length);
          text += isEncoded[at++] ? value : encodeBehind(text, value);
        }
        checkTextLength(text.length);
      }
      return text;
    },
  };
}

const beyondHost = /^\s*https?:\/\/[^/?#\\]*[/?#\\]/i;
/** What may stand in a path as it is: RFC 3986 `pchar`, and the slash. */
const notOfPath = /[^\w.~!$&'()*+,;=:@/-]+/g;
/** In a query and a fragment too, but for what parts them: & = ; and the plus, which is read as a blank. */
const notOfQuery = /[^\w.~!$'()*,:@/?-]+/g;

function encodeBehind(before: string, value: string): string {
  if (!beyondHost.test(before)) return value;
  const part = before.includes('?') || before.includes('#') ? notOfQuery : notOfPath;
  return cleanText(value).replace(part, encodeURIComponent);
}
