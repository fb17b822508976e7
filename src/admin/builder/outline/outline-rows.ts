// The lines of the outline, from top to bottom: the form, its elements, the columns and tabs that hold some, and at the end
// of each list a line to add at.
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { hasColumns, listAt, listsOf, rootOf, rootPath, type Slot, slotOf } from '../tree/element-tree.ts';

export interface OutlineRow {
  readonly kind: 'root' | 'element' | 'list' | 'add';
  /** Of an element or list; the end of a list is `….-`. */
  readonly path: string;
  readonly level: number;
  readonly place: number;
  readonly count: number;
  /** The element itself, or the one that the list belongs to. */
  readonly element: Element;
  /** Of a list, and of the line at its end: which column or tab. */
  readonly column?: number;
  /** Whether there are lines inside it, which can be folded. */
  readonly hasInside: boolean;
}

export function outlineRows(definition: FormDefinition): OutlineRow[] {
  const root = rootOf(definition);
  const rows: OutlineRow[] = [
    { kind: 'root', path: rootPath, level: 1, place: 1, count: 1, element: root, hasInside: true },
  ];
  addLists(definition, root, rootPath, 2, rows);
  return rows;
}

function addLists(definition: FormDefinition, owner: Element, path: string, level: number, rows: OutlineRow[]): void {
  const lists = listsOf(owner, path);
  for (const [column, list] of lists.entries()) {
    if (!hasColumns(owner)) addList(definition, owner, list, level, rows);
    else {
      rows.push({
        kind: 'list',
        path: list,
        level,
        place: column + 1,
        count: lists.length,
        element: owner,
        column,
        hasInside: true,
      });
      addList(definition, owner, list, level + 1, rows, column);
    }
  }
}

function addList(
  definition: FormDefinition,
  owner: Element,
  list: string,
  level: number,
  rows: OutlineRow[],
  column?: number,
): void {
  const items = listAt(definition, list);
  const count = items.length + 1;
  for (const [at, element] of items.entries()) {
    const path = `${list}.${at}`;
    rows.push({
      kind: 'element',
      path,
      level,
      place: at + 1,
      count,
      element,
      hasInside: listsOf(element, path).length > 0,
    });
    addLists(definition, element, path, level + 1, rows);
  }
  rows.push({
    kind: 'add',
    path: `${list}.-`,
    level,
    place: count,
    count,
    element: owner,
    hasInside: false,
    ...(column !== undefined && { column }),
  });
}

/** What is folded stays so when the elements around it move: it goes by name. */
export function foldKey({ element, column, kind }: OutlineRow): string {
  return `${kind} ${element.name} ${column ?? ''}`;
}

/** Without the lines inside what is folded. */
export function withoutFolded(rows: readonly OutlineRow[], folded: ReadonlySet<string>): readonly OutlineRow[] {
  if (folded.size === 0) return rows;
  const shown: OutlineRow[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (row.level > hiddenBelow) continue;
    hiddenBelow =
      row.hasInside && row.kind !== 'root' && folded.has(foldKey(row)) ? row.level : Number.POSITIVE_INFINITY;
    shown.push(row);
  }
  return shown;
}

/** The elements, columns and tabs that have all the words in their label, text or name, and what holds them. */
export function searchRows(rows: readonly OutlineRow[], words: string): readonly OutlineRow[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  const around: OutlineRow[] = [];
  const shown = new Set<OutlineRow>();
  for (const row of rows) {
    around.length = row.level - 1;
    around[row.level - 1] = row;
    if (row.kind !== 'element' && row.kind !== 'list') continue;
    const text = textOf(row);
    if (wanted.every((word) => text.includes(word))) for (const one of around) if (one !== undefined) shown.add(one);
  }
  return rows.filter((row) => shown.has(row));
}

function textOf({ kind, element, column }: OutlineRow): string {
  const tab = kind === 'list' ? element.tabs?.[column ?? 0] : undefined;
  if (kind === 'list') return fold(`${tab?.label ?? ''} ${tab?.name ?? ''}`);
  return fold(`${element.label ?? ''} ${element.text ?? ''} ${element.name ?? ''}`);
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

export type Edge = 'before' | 'after' | 'into';

/** Which side of a line a pointer is at; `share` is how far down it is, from 0 to 1. */
export function edgeAt({ kind, element, path }: OutlineRow, share: number): Edge {
  if (kind !== 'element') return 'into';
  if (listsOf(element, path).length > 0) return share < 0.4 ? 'before' : 'into';
  return share < 0.5 ? 'before' : 'after';
}

/** Where something dropped there goes. */
export function slotAtEdge(definition: FormDefinition, row: OutlineRow, edge: Edge): Slot | undefined {
  const { kind, path, element } = row;
  if (kind === 'add') {
    const list = path.replace(/\.-$/, '');
    return { list, at: listAt(definition, list).length };
  }
  if (kind === 'list') return { list: path, at: 0 };
  if (edge === 'into') {
    const [list] = listsOf(element, path);
    return list === undefined ? undefined : { list, at: 0 };
  }
  const slot = slotOf(path);
  if (slot === undefined) return undefined;
  return edge === 'before' ? slot : { list: slot.list, at: slot.at + 1 };
}
