// Which element a note is about: the places of the file, in the notes' own words, with where the element is in the definition.
// [forms.import.notes]
import { rootPath } from '../core/definition/walk-elements.ts';
import type { Draft, DraftForm } from './draft-form.ts';
import { clipQuote } from './note-list.ts';

/** `survey 4 (age)` to `formSchema.rootElem.children.0`. Words that fit several elements lead to none. */
export function elementPlaces({ root, places }: Pick<DraftForm, 'root' | 'places'>): Map<string, string> {
  const found = new Map<string, string | undefined>();
  const ahead: [list: readonly (Draft | Draft[])[], path: string][] = [[root.children, `${rootPath}.children`]];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const [list, path] = next;
    for (const [at, one] of list.entries()) {
      const own = `${path}.${at}`;
      if (Array.isArray(one)) {
        ahead.push([one, own]);
        continue;
      }
      const words = places.get(one);
      const where = words === undefined ? undefined : clipQuote(words);
      if (where !== undefined) found.set(where, found.has(where) ? outer(found.get(where), own) : own);
      if (one.children !== undefined) ahead.push([one.children, `${own}.children`]);
    }
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A question that became a section with several in it has the words of them all. */
function outer(one: string | undefined, other: string): string | undefined {
  if (one === undefined) return undefined;
  if (other.startsWith(`${one}.`)) return one;
  return one.startsWith(`${other}.`) ? other : undefined;
}
