// A template without `{{ }}`: most texts of forms are, and need no expression engine. [expressions.templates]

import type { Template } from './template.ts';

export function literalTemplate(source: string): Template {
  const text = readLiteral(source);
  return { source, reads: [], isLiteral: true, render: () => text };
}

/** The text between insertions: `\{\{` and `\}\}` are literal braces. */
export function readLiteral(source: string): string {
  return source.replaceAll('\\{\\{', '{{').replaceAll('\\}\\}', '}}');
}
