// What is selected: one element first, `draft.selected`, whose properties are shown, and others besides it. A plain
// `draft.select` and a change that moves elements leave one.
import type { Store } from '../../../web/store.ts';
import type { BuilderUi } from '../builder-ui.ts';
import { eachElement, elementAt, rootOf, rootPath } from '../tree/element-tree.ts';
import type { FormDraft } from './form-draft.ts';

export interface Selection {
  readonly draft: FormDraft;
  readonly ui: Store<BuilderUi>;
}

/** All selected paths in form order; also a column, tab or place to add at, when that alone is selected. */
export function selectedPaths({ draft, ui }: Selection): readonly string[] {
  const { selected } = draft.get();
  const { also } = ui.get();
  if (selected === undefined) return also;
  return also.length === 0 ? [selected] : [...also, selected].sort(compareFormOrder);
}

export function isSelected({ draft, ui }: Selection, path: string): boolean {
  return draft.get().selected === path || ui.get().also.includes(path);
}

/** The element alone, also where others were selected with it. */
export function selectOnly({ draft, ui }: Selection, path: string | undefined): void {
  draft.select(path);
  setOthers(ui, []);
}

/** Ctrl and a press: takes an element into the selection, or out of it. */
export function toggleSelected(selection: Selection, path: string): void {
  const { draft } = selection;
  const paths = selectedElements(selection);
  if (!paths.includes(path)) {
    select(selection, path, [...paths, path], path);
    return;
  }
  const left = paths.filter((one) => one !== path);
  const first = draft.get().selected === path ? left.at(-1) : draft.get().selected;
  select(selection, first, left, first);
}

/** Shift and a press or arrow: all from where the range began to this one. */
export function extendSelection(selection: Selection, path: string): void {
  const { draft, ui } = selection;
  const order = [...eachElement(rootOf(draft.get().definition))].map(([one]) => one).filter((one) => one !== rootPath);
  const anchor = ui.get().anchor ?? draft.get().selected;
  const [from, to] = [order.indexOf(anchor ?? ''), order.indexOf(path)];
  if (to === -1) return;
  if (from === -1) {
    selectOnly(selection, path);
    return;
  }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  // A container stands for all that is in it: but the one that is pressed is always part of it.
  const shown = outermost(range);
  select(selection, shown.includes(path) ? path : shown.at(-1), shown, anchor);
}

export function selectAll(selection: Selection): void {
  const { definition } = selection.draft.get();
  const all = outermost([...eachElement(rootOf(definition))].map(([path]) => path).filter((path) => path !== rootPath));
  select(selection, all.at(-1), all, all[0]);
}

/** Selects these paths, in form order; the last one first. */
export function selectPaths(selection: Selection, paths: readonly string[]): void {
  select(selection, paths.at(-1), paths, paths.at(-1));
}

/** Without what is inside another one of them. In form order. */
export function outermost(paths: readonly string[]): string[] {
  const left: string[] = [];
  for (const path of [...paths].sort(compareFormOrder)) {
    if (left.every((one) => !path.startsWith(`${one}.`))) left.push(path);
  }
  return left;
}

/** The selected elements that an action is done to: no root, no columns, nothing twice. */
export function selectedElements(selection: Selection): string[] {
  const { definition } = selection.draft.get();
  const paths = selectedPaths(selection).filter((path) => path !== rootPath);
  return outermost(paths.filter((path) => elementAt(definition, path) !== undefined));
}

/** Ends the selection of several when somebody selects another element, or elements change their places. */
export function keepSelection({ draft, ui }: Selection): () => void {
  let before = draft.get();
  return draft.subscribe(() => {
    const now = draft.get();
    const last = before;
    before = now;
    const { also, anchor } = ui.get();
    if (now.selected !== last.selected) {
      if (also.length > 0 || anchor !== undefined) setOthers(ui, []);
    } else if (also.length > 0 && now.definition !== last.definition) {
      const nameAt = (definition: typeof now.definition, path: string) => elementAt(definition, path)?.name;
      if (also.some((path) => nameAt(now.definition, path) !== nameAt(last.definition, path))) setOthers(ui, []);
    }
  });
}

/** By the numbers in the paths: as the elements follow one another in the form, a container before what it holds. */
export function compareFormOrder(one: string, two: string): number {
  const [left, right] = [numbersIn(one), numbersIn(two)];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at] !== right[at]) return left[at]! - right[at]!;
  }
  return left.length - right.length;
}

function numbersIn(path: string): number[] {
  return path.split('.').flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : key === '-' ? [Number.MAX_VALUE] : []));
}

function select({ draft, ui }: Selection, first: string | undefined, all: readonly string[], anchor?: string): void {
  draft.select(first);
  setOthers(
    ui,
    all.filter((path) => path !== first),
    anchor,
  );
}

function setOthers(ui: Store<BuilderUi>, also: readonly string[], anchor?: string): void {
  const before = ui.get();
  if (also.length === 0 && before.also.length === 0 && anchor === before.anchor) return;
  ui.set({ also, anchor });
}
