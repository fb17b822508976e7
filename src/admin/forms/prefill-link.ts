// A fill link that brings values along. [fill-links.prefill]
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';

/** Over it, some programs cut a link off. */
export const longLink = 2000;

/** undefined while there is nothing to fill in. */
export function prefillLink(link: string, data: JsonObject): string | undefined {
  const filled = filledOnly(data);
  if (filled === undefined) return undefined;
  return `${link}?data=${encodeURIComponent(JSON.stringify(filled)).replaceAll("'", '%27')}`;
}

/** Without screen state, and without what is empty. Rows keep their places. */
function filledOnly(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => filledOnly(item) ?? null);
    return items.some((item) => item !== null) ? items : undefined;
  }
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const filled = key.startsWith('__') ? undefined : filledOnly(item);
    return filled === undefined ? [] : [[key, filled] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
