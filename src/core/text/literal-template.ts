// A template without `{{ }}`: most texts of forms are, and need no expression engine. And what
// texts need that are put into HTML. [expressions.templates]
import type { Expression, Scope } from '../expression/compile.ts';

export interface Template {
  readonly source: string;
  readonly reads: Expression['reads'];
  /** Whether there is nothing to evaluate. */
  readonly isLiteral: boolean;
  /** Throws ExpressionLimitError, and nothing else for a scope of JSON values. */
  render(scope: Scope): string;
}

export function literalTemplate(source: string): Template {
  const text = readLiteral(source);
  return { source, reads: [], isLiteral: true, render: () => text };
}

/** The text between insertions: `\{\{` and `\}\}` are literal braces. */
export function readLiteral(source: string): string {
  return source.replaceAll('\\{\\{', '{{').replaceAll('\\}\\}', '}}');
}

/** By the code of the character: of " & ' < and >. */
const entities: readonly (string | undefined)[] = Object.assign(new Array<string | undefined>(64).fill(undefined), {
  34: '&quot;',
  38: '&amp;',
  39: '&#39;',
  60: '&lt;',
  62: '&gt;',
});

/** Text as it may stand anywhere in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  let at = text.search(/[&<>"']/);
  if (at < 0) return text;
  // A million of them in one answer: a loop takes half the time of `replace` with a function.
  let escaped = '';
  let start = 0;
  for (; at < text.length; at++) {
    const entity = entities[text.charCodeAt(at)];
    if (entity === undefined) continue;
    escaped += text.slice(start, at) + entity;
    start = at + 1;
  }
  return escaped + text.slice(start);
}
