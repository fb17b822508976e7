// A template without `{{ }}`: most texts of forms are, and need no expression engine. And what
// texts need that are put into HTML. [expressions.templates]

import type { Template } from './template.ts';

export function literalTemplate(source: string): Template {
  const text = readLiteral(source);
  return { source, reads: [], isLiteral: true, render: () => text };
}

/** The text between insertions: `\{\{` and `\}\}` are literal braces. */
export function readLiteral(source: string): string {
  return source.replaceAll('\\{\\{', '{{').replaceAll('\\}\\}', '}}');
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

/** Text as it may stand anywhere in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${entities[character]};`);
}
