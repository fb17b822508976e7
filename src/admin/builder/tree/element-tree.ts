// Places in the element tree of a definition, and changes to it: each gives a new definition, the old one stays as it was.
// An element's path is `formSchema.rootElem.children.0`; a list of elements is at `….children`, or, in a row or tabs, at
// `….children.1`; the end of a list is its path and `.-`.

import { uniqueName } from '../../../core/definition/element-names.ts';
import type { Element, ElementChanges, FormDefinition } from '../../../core/definition/form-definition.ts';
import { withChanges } from '../../../fields/with-changes.ts';

export const rootPath = 'formSchema.rootElem';

/** Before which element of a list; the length of the list is its end. */
export interface Slot {
  readonly list: string;
  readonly at: number;
}

/** A definition with something moved or added, and where that is now. */
export interface Placed {
  readonly definition: FormDefinition;
  readonly path: string;
}

const emptyRoot: Element = { type: 'cSection', name: 'root', children: [] };

export function rootOf(definition: FormDefinition): Element {
  return definition.formSchema?.rootElem ?? emptyRoot;
}

/** The element at a path; undefined where there is none, such as at a list's path. */
export function elementAt(definition: FormDefinition, path: string | undefined): Element | undefined {
  const found = path === undefined ? undefined : valueAt(definition, path);
  return isElement(found) ? found : undefined;
}

export function listAt(definition: FormDefinition, path: string): readonly Element[] {
  const found = valueAt(definition, path);
  return Array.isArray(found) ? found.filter(isElement) : [];
}

export function isContainer({ type }: Element): boolean {
  return type.startsWith('c');
}

/** Rows and tabs hold a list per column or tab, the other containers one. */
export function hasColumns({ type }: Pick<Element, 'type'>): boolean {
  return type === 'cRow' || type === 'cTabs';
}

/** The lists of elements in a container. */
export function listsOf(element: Element, path: string): string[] {
  if (!isContainer(element)) return [];
  if (!hasColumns(element)) return [`${path}.children`];
  return (element.children ?? []).map((_, at) => `${path}.children.${at}`);
}

/** The list that holds the element, and its place there. The root is in none. */
export function slotOf(path: string): Slot | undefined {
  const [, list, at] = /^(.*\.children(?:\.\d+)?)\.(\d+)$/.exec(path) ?? [];
  return path === rootPath || list === undefined ? undefined : { list, at: Number(at) };
}

/** The container that a list belongs to. */
export function ownerOf(list: string): string {
  return list.replace(/\.children(\.\d+)?$/, '');
}

/** Each element with its path, in form order. */
export function* eachElement(element: Element, path = rootPath): Generator<[path: string, element: Element]> {
  yield [path, element];
  if (!Array.isArray(element.children)) return;
  for (const [at, child] of element.children.entries()) {
    const inside = Array.isArray(child) ? child : [child];
    for (const [place, one] of inside.entries()) {
      const own = Array.isArray(child) ? `${path}.children.${at}.${place}` : `${path}.children.${at}`;
      if (isElement(one)) yield* eachElement(one, own);
    }
  }
}

/** Sets properties; undefined takes one away. */
export function changeElement(definition: FormDefinition, path: string, changes: ElementChanges): FormDefinition {
  const element = path === rootPath ? rootOf(definition) : elementAt(definition, path);
  if (element === undefined) return definition;
  return withValue(definition, path, withChanges(element, changes));
}

export function insertElement(definition: FormDefinition, { list, at }: Slot, element: Element): Placed {
  const base = withRoot(definition);
  const items = listAt(base, list);
  const place = Math.min(at, items.length);
  return {
    definition: withValue(base, list, [...items.slice(0, place), element, ...items.slice(place)]),
    path: `${list}.${place}`,
  };
}

/** The path is that of what should be selected next: the neighbour, or the container. */
export function removeElement(definition: FormDefinition, path: string): Placed {
  const slot = slotOf(path);
  if (slot === undefined) return { definition, path };
  const items = listAt(definition, slot.list).filter((_, at) => at !== slot.at);
  const next =
    items.length === 0 ? listOwnerRow(definition, slot.list) : `${slot.list}.${Math.min(slot.at, items.length - 1)}`;
  return { definition: withValue(definition, slot.list, items), path: next };
}

/** A list of a row or tabs has a line of its own in the outline; any other list is its container. */
function listOwnerRow(definition: FormDefinition, list: string): string {
  const owner = ownerOf(list);
  const element = elementAt(definition, owner);
  return element !== undefined && hasColumns(element) ? list : owner;
}

/** Where one step up, down, into the container above or out of its own leads. */
export function slotTowards(
  definition: FormDefinition,
  path: string,
  direction: 'up' | 'down' | 'in' | 'out',
): Slot | undefined {
  const slot = slotOf(path);
  if (slot === undefined) return undefined;
  const { list, at } = slot;
  if (direction === 'up') return at > 0 ? { list, at: at - 1 } : beside(definition, list, -1);
  if (direction === 'down')
    return at < listAt(definition, list).length - 1 ? { list, at: at + 2 } : beside(definition, list, 1);
  if (direction === 'in') {
    const above = at === 0 ? undefined : elementAt(definition, `${list}.${at - 1}`);
    const inner = above === undefined ? undefined : listsOf(above, `${list}.${at - 1}`).at(-1);
    return inner === undefined ? undefined : { list: inner, at: listAt(definition, inner).length };
  }
  const owner = slotOf(ownerOf(list));
  return owner === undefined ? undefined : { list: owner.list, at: owner.at + 1 };
}

/** The end or start of the column or tab beside this one. */
function beside(definition: FormDefinition, list: string, step: 1 | -1): Slot | undefined {
  const [, owner, column] = /^(.*)\.children\.(\d+)$/.exec(list) ?? [];
  const element = elementAt(definition, owner);
  if (element === undefined || !hasColumns(element)) return undefined;
  const next = Number(column) + step;
  if (next < 0 || next >= (element.children?.length ?? 0)) return undefined;
  const target = `${owner}.children.${next}`;
  return { list: target, at: step === 1 ? 0 : listAt(definition, target).length };
}

/** What is called differently in the copy is called so in its own expressions too. `taken` are the names of the form. */
export function withNewNames(element: Element, taken: Set<string>): Element {
  const renamed = new Map<string, string>();
  for (const [, one] of eachElement(element)) {
    if (one.name === undefined || renamed.has(one.name)) continue;
    const name = uniqueName(one.name, taken);
    taken.add(name);
    renamed.set(one.name, name);
  }
  const text = JSON.stringify(element, (_, value: unknown) => {
    if (isElement(value) && renamed.has(value.name)) return { ...value, name: renamed.get(value.name) };
    return typeof value === 'string' ? renameReads(value, renamed) : value;
  });
  return JSON.parse(text) as Element;
}

function renameReads(text: string, renamed: ReadonlyMap<string, string>): string {
  return text.replace(/\b(model|row)\.([A-Za-z_$][\w$]*)/g, (whole, base: string, name: string) => {
    return renamed.has(name) ? `${base}.${renamed.get(name)}` : whole;
  });
}

/**
 * Where a new element goes: after the selected one, or into the selected container. A section is not wanted inside another
 * one: it goes after the section that one is in.
 */
export function slotForNew(definition: FormDefinition, selected: string | undefined, kind?: string): Slot {
  const around = kind === 'section' ? sectionAround(definition, selected) : undefined;
  if (around !== undefined) return { list: around.list, at: around.at + 1 };
  return slotIn(definition, selected);
}

/** The slot of the section that is selected, or that the selected element is in. */
function sectionAround(definition: FormDefinition, selected: string | undefined): Slot | undefined {
  // A place to add at, a column or a tab was chosen for what comes there.
  if (elementAt(definition, selected) === undefined) return undefined;
  for (let path = selected ?? rootPath; path !== rootPath; ) {
    const slot = slotOf(path);
    if (slot === undefined) return undefined;
    if (elementAt(definition, path)?.type === 'cSection') return slot;
    path = ownerOf(slot.list);
  }
  return undefined;
}

function slotIn(definition: FormDefinition, selected: string | undefined): Slot {
  const end = (list: string): Slot => ({ list, at: listAt(definition, list).length });
  const first = (path: string) =>
    listsOf(path === rootPath ? rootOf(definition) : elementAt(definition, path)!, path)[0];
  if (selected !== undefined && selected !== rootPath) {
    const list = selected.replace(/\.-$/, '');
    if (Array.isArray(valueAt(definition, list))) return end(list);
    const element = elementAt(definition, selected);
    const slot = slotOf(selected);
    const inner = element === undefined ? undefined : first(selected);
    if (inner !== undefined) return end(inner);
    if (element !== undefined && slot !== undefined) return { list: slot.list, at: slot.at + 1 };
  }
  return end(first(rootPath) ?? `${rootPath}.children`);
}

export function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

export function isInside(list: string, path: string): boolean {
  return list.startsWith(`${path}.`);
}

/** What a path becomes when something before it is taken away. */
export function pathWithout(path: string, { list, at }: Slot): string {
  if (!isInside(path, list)) return path;
  const [index, ...rest] = path.slice(list.length + 1).split('.');
  const place = Number(index) > at ? Number(index) - 1 : Number(index);
  return [list, index === '-' ? index : place, ...rest].join('.');
}

export function valueAt(definition: FormDefinition, path: string): unknown {
  let value: unknown = withRoot(definition);
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

export function withValue(definition: FormDefinition, path: string, value: unknown): FormDefinition {
  return setIn(withRoot(definition), path.split('.'), value) as FormDefinition;
}

function setIn(target: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(target)) {
    return target.map((item, at) => (at === Number(key) ? setIn(item, rest, value) : item));
  }
  const object = (target ?? {}) as Record<string, unknown>;
  return { ...object, [key]: setIn(object[key], rest, value) };
}

/** A form without a root is an empty section; only what is changed in it is written. */
function withRoot(definition: FormDefinition): FormDefinition {
  if (definition.formSchema?.rootElem !== undefined) return definition;
  return { ...definition, formSchema: { ...definition.formSchema, rootElem: emptyRoot } };
}
