// The columns of a row and the tabs of tabs: added, taken away, put in another order. Tabs have their names beside the lists.

import { uniqueName } from '../../../core/definition/element-names.ts';
import type { Element, FormDefinition, Tab } from '../../../core/definition/form-definition.ts';
import { changeElement, elementAt, hasColumns, type Placed } from './element-tree.ts';

/** Where a list is: which element, which of its columns or tabs. undefined for lists of other containers. */
export function columnAt(definition: FormDefinition, list: string): { path: string; column: number } | undefined {
  const [, path, column] = /^(.*)\.children\.(\d+)$/.exec(list) ?? [];
  const element = elementAt(definition, path);
  if (path === undefined || element === undefined || !hasColumns(element)) return undefined;
  return { path, column: Number(column) };
}

export function tabsOf({ tabs, children }: Element): Tab[] {
  return (children ?? []).map((_, at) => tabs?.[at] ?? {});
}

export function addColumn(definition: FormDefinition, path: string, label: string): FormDefinition {
  const element = elementAt(definition, path);
  if (element === undefined) return definition;
  const children = [...lists(element), []];
  if (element.type !== 'cTabs') return changeElement(definition, path, { children });
  const tabs = tabsOf(element);
  const name = uniqueName(`tab${tabs.length + 1}`, new Set(tabs.map((tab) => tab.name ?? '')));
  return changeElement(definition, path, { children, tabs: [...tabs, { name, label }] });
}

/** Without the list and all that is in it; undefined where it is the last one, or no column. */
export function withoutColumn(definition: FormDefinition, list: string): Placed | undefined {
  const found = columnAt(definition, list);
  const element = elementAt(definition, found?.path);
  if (found === undefined || element === undefined || lists(element).length < 2) return undefined;
  const { path, column } = found;
  const isLeft = (_: unknown, at: number) => at !== column;
  const changes = { children: lists(element).filter(isLeft), ...tabsWith(element, (tabs) => tabs.filter(isLeft)) };
  return { definition: changeElement(definition, path, changes), path };
}

export function moveColumn(definition: FormDefinition, list: string, step: 1 | -1): Placed | undefined {
  const found = columnAt(definition, list);
  const element = elementAt(definition, found?.path);
  if (found === undefined || element === undefined) return undefined;
  const { path, column } = found;
  const to = column + step;
  if (to < 0 || to >= lists(element).length) return undefined;
  const swap = <Item>(items: readonly Item[]) =>
    items.map((item, at) => (at === column ? items[to]! : at === to ? items[column]! : item));
  const changes = { children: swap(lists(element)), ...tabsWith(element, swap) };
  return { definition: changeElement(definition, path, changes), path: `${path}.children.${to}` };
}

export function changeTab(definition: FormDefinition, list: string, changes: Partial<Tab>): FormDefinition {
  const found = columnAt(definition, list);
  const element = elementAt(definition, found?.path);
  if (found === undefined || element === undefined) return definition;
  const tabs = tabsOf(element).map((tab, at) => (at === found.column ? defined({ ...tab, ...changes }) : tab));
  return changeElement(definition, found.path, { tabs });
}

function lists(element: Element): readonly (readonly Element[])[] {
  return (element.children ?? []) as readonly (readonly Element[])[];
}

function tabsWith(element: Element, change: (tabs: readonly Tab[]) => readonly Tab[]): { tabs?: readonly Tab[] } {
  return element.type === 'cTabs' ? { tabs: change(tabsOf(element)) } : {};
}

function defined(tab: Tab): Tab {
  return Object.fromEntries(Object.entries(tab).filter(([, value]) => value !== undefined));
}
