// Where a form names options sets, in whatever text of it: the addresses of their searches and checks. [running.commands.forms.copy]
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';

const path = /\/optionsSet\/([0-9a-f]{24})(?![0-9a-f])/gi;
/** An address has no such characters, and more of it is not looked at. */
const beforeAddress = /[\s"'<>(){}`]/;
const maxBaseLength = 500;

/** Ids, in the order they are named. */
export function findSetIds(content: JsonObject): string[] {
  const ids = new Set<string>();
  mapTexts(content, (text) => {
    for (const [, id = ''] of text.matchAll(path)) ids.add(id.toLowerCase());
    return text;
  });
  return [...ids];
}

/** The same form with sets of another service; `ids` says which is which there, and what it does not have stays. */
export function moveSetLinks(content: JsonObject, to: { base: string; ids: ReadonlyMap<string, string> }): JsonObject {
  return mapTexts(content, (text) => moveInText(text, to)) as JsonObject;
}

function moveInText(text: string, { base, ids }: { base: string; ids: ReadonlyMap<string, string> }): string {
  let moved = '';
  let done = 0;
  for (const match of text.matchAll(path)) {
    const id = ids.get((match[1] as string).toLowerCase());
    if (id === undefined) continue;
    const start = startOfAddress(text, match.index, done);
    const isWhole = /^https?:\/\//i.test(text.slice(start, match.index));
    // One without a host is the service's own, wherever it is.
    moved += `${text.slice(done, isWhole ? start : match.index)}${isWhole ? base : ''}/optionsSet/${id}`;
    done = match.index + match[0].length;
  }
  return moved + text.slice(done);
}

function startOfAddress(text: string, end: number, from: number): number {
  let start = end;
  const first = Math.max(from, end - maxBaseLength);
  while (start > first && !beforeAddress.test(text[start - 1] as string)) start -= 1;
  return start;
}

/** Every text in it, names of properties left out. */
export function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
