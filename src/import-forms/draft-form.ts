// A form while it is being imported: elements that are still being written, where each came from, and what can be said only when all
// names are known. [forms.import.names]
import { nameFromLabel } from '../core/definition/element-names.ts';
import type { FormDefinition } from '../core/definition/form-definition.ts';
import { ImportFormError } from './import-problem.ts';
import type { NoteList } from './note-list.ts';

/** An element; its properties are checked at the end, all together. */
export interface Draft {
  type: string;
  name: string;
  children?: Draft[] | Draft[][];
  [property: string]: unknown;
}

export interface DraftForm {
  readonly notes: NoteList;
  /** The file's own words for where an element was. */
  readonly places: Map<Draft, string>;
  /** Expressions are translated when every question has its name. */
  readonly later: (() => void)[];
  readonly root: Draft & { children: Draft[] };
  /** Everything but the elements. */
  readonly settings: { -readonly [Name in keyof FormDefinition]: FormDefinition[Name] };
  count: number;
}

export function openDraft(notes: NoteList): DraftForm {
  const root = { type: 'cSection', name: 'root', children: [] };
  return { notes, places: new Map(), later: [], root, settings: {}, count: 1 };
}

/** As many as a form may have: see core/definition/check-element.ts. */
const maxElements = 10_000;

export function addElement(form: DraftForm, list: Draft[], where: string, element: Draft): Draft {
  form.count += 1;
  if (form.count > maxElements) throw new ImportFormError('tooManyElements', { count: maxElements });
  // Nothing on the page shows it there.
  if (withoutHelp.has(element.type) && element['help'] !== undefined) {
    form.notes.count('helpLeft', {}, where);
    delete element['help'];
  }
  list.push(element);
  form.places.set(element, where);
  return element;
}

const withoutHelp = new Set(['cRepeat', 'cRow', 'cTabs', 'eEq']);

/** What turned out to have nothing to show. */
export function dropElement(form: DraftForm, element: Draft): void {
  form.places.delete(element);
  dropFrom(form.root.children, element);
}

function dropFrom(list: Draft[] | Draft[][], element: Draft): boolean {
  const place = (list as Draft[]).indexOf(element);
  if (place >= 0) list.splice(place, 1);
  return (
    place >= 0 ||
    list.some((one) =>
      Array.isArray(one) ? dropFrom(one, element) : one.children !== undefined && dropFrom(one.children, element),
    )
  );
}

/** Names in one place of the data, with the number that the next of each gets. */
export interface Names {
  readonly taken: Set<string>;
  readonly next: Map<string, number>;
}

export function openNames(): Names {
  return { taken: new Set(), next: new Map() };
}

const maxNameLength = 200;

/** The name itself where it can be one, else one that is like it; taken from now on. */
export function takeName(names: Names, wanted: string, fallback: string): string {
  const cleaned = wanted
    .trim()
    .slice(0, 2 * maxNameLength)
    .normalize('NFC')
    .replace(/[\x00-\x1f\x7f\u2028\u2029\ufeff\ud800-\udfff]+/gu, ' ')
    .replace(/[.≡]+/g, '_')
    .trim()
    .replace(/^__+/, '_')
    .slice(0, maxNameLength - 8)
    .replace(/[\ud800-\udbff]$/, '');
  const base = cleaned === '' ? fallback : cleaned;
  let name = base;
  // Counted on from where the last one ended: a thousand of one name are no more work than a thousand names.
  for (let number = names.next.get(base) ?? 2; names.taken.has(name); number++) {
    name = `${base}${/\d$/.test(base) ? '_' : ''}${number}`;
    names.next.set(base, number + 1);
  }
  names.taken.add(name);
  return name;
}

/** For questions that had only a text. */
export function takeNameFor(names: Names, label: string, fallback: string): string {
  return takeName(names, nameFromLabel(label, fallback), fallback);
}
