// Names for the elements of a form that stay while the form is edited. An element is a new object after every change to it or to
// something inside it, and its path changes when something is put before it: neither tells which one on the page it is.
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { rootOf, rootPath } from '../tree/element-tree.ts';

export interface NodeIds {
  idOf(element: Element): string;
  /** Lets elements that replace others take over their names, all the way down; only what changed is looked at. */
  follow(before: Element, now: Element): void;
}

export function createNodeIds(): NodeIds {
  const ids = new WeakMap<Element, string>();
  let count = 0;
  const idOf = (element: Element): string => {
    const known = ids.get(element);
    if (known !== undefined) return known;
    count += 1;
    const id = `n${count}`;
    ids.set(element, id);
    return id;
  };
  const takeOver = (before: readonly Element[], now: readonly Element[]): void => {
    const fresh = now.filter((element) => !ids.has(element));
    if (fresh.length === 0) return;
    const kept = new Set(now);
    const gone = before.filter((element) => !kept.has(element));
    for (const element of fresh) {
      const found =
        gone.find((one) => one.name === element.name) ??
        // Typing a label renames the element: then it is the one whose place in the list is left. One that was put into a new
        // section is still there.
        gone.find(
          (one) => one.type === element.type && before.indexOf(one) === now.indexOf(element) && !holds(element, one),
        );
      if (found === undefined) continue;
      gone.splice(gone.indexOf(found), 1);
      ids.set(element, idOf(found));
      follow(found, element);
    }
  };
  const follow = (before: Element, now: Element): void => {
    if (before.children === now.children) return;
    const [old, lists] = [listsIn(before), listsIn(now)];
    for (const [at, list] of lists.entries()) if (old[at] !== list) takeOver(old[at] ?? [], list);
  };
  return {
    idOf,
    follow(before, now) {
      if (before === now) return;
      ids.set(now, idOf(before));
      follow(before, now);
    },
  };
}

function holds(around: Element, element: Element): boolean {
  return listsIn(around).some((list) => list.some((one) => one === element || holds(one, element)));
}

function listsIn({ children = [] }: Element): readonly (readonly Element[])[] {
  const items = children as readonly (Element | readonly Element[])[];
  return Array.isArray(items[0]) ? (items as readonly (readonly Element[])[]) : [items as readonly Element[]];
}

/** Where elements are in a definition; read once for each. */
export function createPaths(): (definition: FormDefinition, element: Element) => string | undefined {
  let known: { definition: FormDefinition; paths: Map<Element, string> } | undefined;
  return (definition, element) => {
    if (known?.definition !== definition) {
      known = { definition, paths: new Map() };
      addPaths(rootOf(definition), rootPath, known.paths);
    }
    return known.paths.get(element);
  };
}

function addPaths(element: Element, path: string, paths: Map<Element, string>): void {
  paths.set(element, path);
  const { children } = element;
  if (!Array.isArray(children)) return;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as Element | readonly Element[];
    if (!Array.isArray(child)) addPaths(child as Element, `${path}.children.${at}`, paths);
    else
      for (let inner = 0; inner < child.length; inner++)
        addPaths(child[inner]!, `${path}.children.${at}.${inner}`, paths);
  }
}
