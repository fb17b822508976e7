// Rich text as plain text. In a file of its own: the fill page loads it with what prints answers, and not with every form.
// [values.rich-text]
import type { JsonValue } from '../../core/definition/form-definition.ts';

export function docToText(value: JsonValue): string {
  const lines = String(value).replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n');
  return withoutTags(lines)
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity]!)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>/g, '');
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
