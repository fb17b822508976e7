// A web address with `{{ expression }}` in it: redirects and remote layouts. A value is data, so it must not end a
// parameter or begin the fragment: what it inserts is percent-encoded, except where the address itself is a value.
// docs/expressions.md "Addresses".

import type { ExpressionNode } from './expression/expression-node.ts';
import { usesFilter } from './expression/list-reads.ts';
import { compileTemplate, type Template } from './template.ts';
import { cleanText } from './values/clean-text.ts';

export function compileAddress(source: string): Template {
  return compileTemplate(source, { mode: writerOf });
}

/** Whoever writes `encode` has taken care of it. */
function writerOf(node: ExpressionNode): (value: string, before: string) => string {
  return usesFilter(node, 'encode') ? (value) => value : encodeBehind;
}

const beyondHost = /^\s*https?:\/\/[^/?#\\]*[/?#\\]/i;
/** What may stand in a path as it is: RFC 3986 `pchar`, and the slash. */
const notOfPath = /[^\w.~!$&'()*+,;=:@/-]+/g;
/** In a query and a fragment too, but for what parts them: & = ; and the plus, which is read as a blank. */
const notOfQuery = /[^\w.~!$'()*,:@/?-]+/g;

function encodeBehind(value: string, before: string): string {
  if (!beyondHost.test(before)) return value;
  const part = before.includes('?') || before.includes('#') ? notOfQuery : notOfPath;
  return cleanText(value).replace(part, encodeURIComponent);
}
