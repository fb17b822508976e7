// Changes to several elements at once: moved, copied, deleted, put into a section. Paths are of elements that are not inside
// one another, in form order (draft/selection.ts outermost).

import { namesIn } from '../../../core/definition/element-names.ts';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { withChanges } from '../../../fields/with-changes.ts';
import {
  elementAt,
  insertElement,
  isInside,
  type Placed,
  pathWithout,
  removeElement,
  rootOf,
  type Slot,
  slotOf,
  slotTowards,
  withNewNames,
  withValue,
} from './element-tree.ts';

/** A definition with several elements in their new places. */
export interface PlacedMany {
  readonly definition: FormDefinition;
  readonly paths: readonly string[];
}

/** undefined where one cannot go: into itself. The slot counts places as they are now. */
export function moveElements(definition: FormDefinition, paths: readonly string[], to: Slot): PlacedMany | undefined {
  const elements = elementsAt(definition, paths);
  if (elements.length === 0 || paths.some((path) => isInside(to.list, path))) return undefined;
  const { definition: without, list } = takeAway(definition, paths, to.list);
  const isBefore = (path: string) => slotOf(path)?.list === to.list && slotOf(path)!.at < to.at;
  const at = to.at - paths.filter(isBefore).length;
  return insertElements(without, { list, at }, elements);
}

export function moveElement(definition: FormDefinition, path: string, to: Slot): Placed | undefined {
  const moved = moveElements(definition, [path], to);
  return moved && { definition: moved.definition, path: moved.paths[0]! };
}

export function insertElements(definition: FormDefinition, slot: Slot, elements: readonly Element[]): PlacedMany {
  let placed = definition;
  const paths = elements.map((element, at) => {
    const one = insertElement(placed, { list: slot.list, at: slot.at + at }, element);
    placed = one.definition;
    return one.path;
  });
  return { definition: placed, paths };
}

/** The path is that of what should be selected next. */
export function removeElements(definition: FormDefinition, paths: readonly string[]): Placed {
  let placed: Placed = { definition, path: paths[0] ?? '' };
  for (const path of paths.toReversed()) placed = removeElement(placed.definition, path);
  return placed;
}

/** Copies behind the last of those that are side by side, or each behind its own. */
export function duplicateElements(definition: FormDefinition, paths: readonly string[]): PlacedMany | undefined {
  const copies = copiesFor(definition, elementsAt(definition, paths));
  const last = slotOf(paths.at(-1) ?? '');
  if (copies.length === 0 || last === undefined) return undefined;
  if (areTogether(paths)) return insertElements(definition, { list: last.list, at: last.at + 1 }, copies);
  let placed = definition;
  for (const [at, path] of [...paths.entries()].toReversed()) {
    const slot = slotOf(path)!;
    placed = insertElement(placed, { list: slot.list, at: slot.at + 1 }, copies[at]!).definition;
  }
  return { definition: placed, paths: paths.map((_, at) => shiftedBy(paths, at)) };
}

export function duplicateElement(definition: FormDefinition, path: string): Placed | undefined {
  const made = duplicateElements(definition, [path]);
  return made && { definition: made.definition, path: made.paths[0]! };
}

/** Elements, of this form or another, with names that are free here. */
export function copiesFor(definition: FormDefinition, elements: readonly Element[]): readonly Element[] {
  const holder = { type: 'cSection', children: elements } as unknown as Element;
  return (withNewNames(holder, namesIn(rootOf(definition))).children ?? []) as readonly Element[];
}

/** Into the section, which takes the place of the first. */
export function groupElements(
  definition: FormDefinition,
  paths: readonly string[],
  section: Element,
): Placed | undefined {
  const slot = slotOf(paths[0] ?? '');
  const elements = elementsAt(definition, paths);
  if (slot === undefined || elements.length === 0) return undefined;
  const { definition: without } = removeElements(definition, paths);
  return insertElement(without, slot, withChanges(section, { children: elements }));
}

/** Where one step leads for all of them; undefined where they are not in one list, or cannot go. */
export function slotForMany(
  definition: FormDefinition,
  paths: readonly string[],
  direction: 'up' | 'down' | 'in' | 'out',
): Slot | undefined {
  const [first, last] = [paths[0], paths.at(-1)];
  if (first === undefined || last === undefined || !areTogether(paths)) return undefined;
  return slotTowards(definition, direction === 'down' || direction === 'out' ? last : first, direction);
}

/** Whether all are in one list. */
export function areTogether(paths: readonly string[]): boolean {
  return new Set(paths.map((path) => slotOf(path)?.list)).size === 1;
}

export function changeElements(
  definition: FormDefinition,
  paths: readonly string[],
  change: (element: Element) => Element,
): FormDefinition {
  return paths.reduce((now, path) => {
    const element = elementAt(now, path);
    return element === undefined ? now : withValue(now, path, change(element));
  }, definition);
}

export function elementsAt(definition: FormDefinition, paths: readonly string[]): Element[] {
  return paths.flatMap((path) => (slotOf(path) === undefined ? [] : (elementAt(definition, path) ?? [])));
}

/** Without the elements; `list` is what the path of another list becomes by that. */
function takeAway(
  definition: FormDefinition,
  paths: readonly string[],
  list: string,
): { definition: FormDefinition; list: string } {
  let [now, path] = [definition, list];
  for (const one of paths.toReversed()) {
    now = removeElement(now, one).definition;
    path = pathWithout(path, slotOf(one)!);
  }
  return { definition: now, list: path };
}

/** Where the copy of the element at `at` is, once all copies are behind their own. */
function shiftedBy(paths: readonly string[], at: number): string {
  const slot = slotOf(paths[at]!)!;
  // Each copy before it in form order moves what follows it in the same list, or holds it, by one place.
  let path = `${slot.list}.${slot.at + 1}`;
  for (const before of paths.slice(0, at).toReversed()) {
    const one = slotOf(before)!;
    if (!isInside(path, one.list)) continue;
    const [index, ...rest] = path.slice(one.list.length + 1).split('.');
    if (Number(index) > one.at) path = [one.list, Number(index) + 1, ...rest].join('.');
  }
  return path;
}
