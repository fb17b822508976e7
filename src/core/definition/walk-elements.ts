// The elements of a form definition in form order, each with its place in the definition and the place of its value in the
// data. Takes any definition: what core would leave out of the data (no known type, no name, children that are not a list)
// is left out here too. compile-shapes.ts and form-view/view-node.ts walk by themselves, in steps and with less code; what
// a container does to the place of values is one rule for all of them: opensObject, and each repeat has rows of its own.
// [forms.elements.walk]

import { quoteName } from '../validation/message.ts';
import { isPlainObject } from '../values/value-type.ts';
import { type ElementKind, elementKind, opensObject } from './element-kind.ts';
import type { Element, FormDefinition, Tab } from './form-definition.ts';

export const rootPath = 'formSchema.rootElem';

export interface ElementPlace {
  /** As it is written, so possibly with properties of the wrong kind. */
  readonly element: Element;
  /** In the definition: `formSchema.rootElem.children.0`. */
  readonly elementPath: string;
  readonly kind: ElementKind;
  /** The root is called `root` where it has no name; undefined for a name that cannot be one. */
  readonly name: string | undefined;
  /**
   * The keys of its value, from the row of its repeat or from the entry. undefined for what has no value of its own
   * (content, and containers that only hold others) and for what cannot have one.
   */
  readonly dataKeys: readonly string[] | undefined;
  readonly parent: ElementPlace | undefined;
  /** The innermost repeat around it. */
  readonly repeat: ElementPlace | undefined;
  /** The tab of its parent that it is in. */
  readonly tab: Tab | undefined;
  /** The keys of the object that holds the values inside: of the row where this is a repeat. */
  readonly innerKeys: readonly string[] | undefined;
}

/** A column, a tab, or all that is in a section or repeat. */
export interface ElementList {
  readonly tab: Tab | undefined;
  readonly places: readonly ElementPlace[];
}

/** undefined for a definition without a root, or with one that cannot be a root. */
export function rootPlace(definition: FormDefinition): ElementPlace | undefined {
  const root: unknown = definition.formSchema?.rootElem;
  const place = placeOf(root, rootPath, undefined, undefined);
  return place?.kind === 'field' || place?.kind === 'content' ? undefined : place;
}

export function* walkElements(definition: FormDefinition): Generator<ElementPlace, void, void> {
  const root = rootPlace(definition);
  // A list of what is still to come, not a call for each level: a definition may be deep.
  const ahead = root === undefined ? [] : [root];
  for (let place = ahead.pop(); place !== undefined; place = ahead.pop()) {
    yield place;
    const inside = listsIn(place).flatMap(({ places }) => places);
    for (let at = inside.length; at-- > 0; ) ahead.push(inside[at]!);
  }
}

/** What a container holds: a list for each column or tab, one for a section or repeat, none for any other element. */
export function listsIn(place: ElementPlace): ElementList[] {
  const { element, elementPath, kind } = place;
  const children: unknown = element.children;
  if (!Array.isArray(children)) return [];
  const path = `${elementPath}.children`;
  if (kind === 'section' || kind === 'repeat') return [{ tab: undefined, places: placesOf(children, path, place) }];
  if (kind !== 'columns') return [];
  const tabs: unknown = element.type === 'cTabs' ? element.tabs : undefined;
  return children.map((list: unknown, at) => {
    const tab: unknown = Array.isArray(tabs) ? tabs[at] : undefined;
    const known = isPlainObject(tab) ? (tab as Tab) : undefined;
    return { tab: known, places: Array.isArray(list) ? placesOf(list, `${path}.${at}`, place, known) : [] };
  });
}

/** `['address']['city']`: where a plan's steps say that they are. */
export function dataPathOf({ dataKeys }: ElementPlace): string | undefined {
  return dataKeys?.map(quoteName).join('');
}

function placesOf(list: readonly unknown[], path: string, parent: ElementPlace, tab?: Tab): ElementPlace[] {
  return list.flatMap((value, at) => placeOf(value, `${path}.${at}`, parent, tab) ?? []);
}

function placeOf(
  value: unknown,
  elementPath: string,
  parent: ElementPlace | undefined,
  tab: Tab | undefined,
): ElementPlace | undefined {
  const kind = isPlainObject(value) ? elementKind(value['type']) : undefined;
  if (kind === undefined) return undefined;
  const element = value as unknown as Element;
  const name = nameOf(element, parent === undefined);
  const around = parent === undefined ? [] : parent.innerKeys;
  const hasValue = kind === 'field' || kind === 'repeat' || opensObject(element);
  const dataKeys = hasValue && around !== undefined && name !== undefined ? [...around, name] : undefined;
  return {
    element,
    elementPath,
    kind,
    name,
    dataKeys,
    parent,
    repeat: parent?.kind === 'repeat' ? parent : parent?.repeat,
    tab,
    // What is in an object or in rows without a name cannot be stored.
    innerKeys: !hasValue ? around : kind === 'repeat' && dataKeys !== undefined ? [] : dataKeys,
  };
}

function nameOf(element: Element, isRoot: boolean): string | undefined {
  const name: unknown = element.name === undefined && isRoot ? 'root' : element.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
