// Keys in the outline. What they do is listed in shortcut-help.tsx.
import { useBuilder, wishFocus } from '../builder-context.ts';
import { extendSelection, isSelected, selectAll, toggleSelected } from '../draft/selection.ts';
import { foldKey, type OutlineRow } from './outline-rows.ts';

export interface OutlineKeys {
  readonly rows: readonly OutlineRow[];
  /** Follows the selection once it is drawn. */
  readonly focusRow: () => void;
  readonly folded: ReadonlySet<string>;
  readonly setFold: (key: string, isFolded: boolean) => void;
  /** The letter is typed there. */
  readonly search: () => void;
}

export function useOutlineKeys({
  rows,
  focusRow,
  folded,
  setFold,
  search,
}: OutlineKeys): (event: KeyboardEvent) => void {
  const builder = useBuilder();
  const { draft, actions, ui } = builder;

  return (event) => {
    if (beginsSearch(event)) return search();
    const { key, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const focused = (event.target as Element | null)?.closest?.('[data-row]')?.getAttribute('data-row');
    const here = focused ?? draft.get().selected ?? rows[0]?.path;
    const at = rows.findIndex(({ path }) => path === here);
    const row = rows[at];
    if (row === undefined) return;
    const [inward, outward] = isRightToLeft(event) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const isOpen = row.hasInside && !folded.has(foldKey(row));
    const go = (to: OutlineRow | undefined) => {
      if (to === undefined) return;
      if (shiftKey && to.kind === 'element') extendSelection(builder, to.path);
      else draft.select(to.path);
    };
    const enter = () => {
      if (row.hasInside && !isOpen) setFold(foldKey(row), false);
      else if (rows[at + 1]?.level === row.level + 1) go(rows[at + 1]);
    };
    const leave = () => {
      if (isOpen && row.kind !== 'root') setFold(foldKey(row), true);
      else go(rows.slice(0, at).findLast(({ level }) => level < row.level));
    };
    const command = key.toLowerCase();
    // What is done is done to the line that has the focus, or to all that is selected with it.
    const isDone =
      /^(Enter|F2|Insert|\+|Delete|Backspace)$/.test(key) || altKey || (isCommand && /^[dg]$/.test(command));
    if (isDone && !isSelected(builder, row.path)) draft.select(row.path);
    const action = (): boolean => {
      if (altKey && key === 'ArrowUp') actions.move('up');
      else if (altKey && key === 'ArrowDown') actions.move('down');
      else if (altKey && key === inward) actions.move('in');
      else if (altKey && key === outward) actions.move('out');
      else if (isCommand && command === 'd') actions.duplicate();
      else if (isCommand && command === 'g') actions.group();
      else if (isCommand && command === 'a') selectAll(builder);
      else if (isCommand && key === ' ' && row.kind === 'element') toggleSelected(builder, row.path);
      else if (altKey || isCommand) return false;
      else if (key === 'Delete' || key === 'Backspace') actions.remove();
      else if (key === 'ArrowDown') go(nextElement(rows, at, 1, shiftKey));
      else if (key === 'ArrowUp') go(nextElement(rows, at, -1, shiftKey));
      else if (key === 'Home') go(rows[0]);
      else if (key === 'End') go(rows.at(-1));
      else if (key === inward) enter();
      else if (key === outward) leave();
      else return false;
      return true;
    };
    if (action()) focusRow();
    else if (key === 'Insert' || key === '+' || (row.kind === 'add' && (key === 'Enter' || key === ' '))) {
      wishFocus(ui, 'palette', 'palette');
    } else if (key === 'Enter' || key === 'F2') wishFocus(ui, 'label', 'properties');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Whoever begins to type on a line or a button means to search. */
export function beginsSearch({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return /^[\p{L}\p{N}]$/u.test(key) && !altKey && !ctrlKey && !metaKey;
}

/** The next line; for a range the next element, past columns and places to add at. */
function nextElement(rows: readonly OutlineRow[], at: number, step: 1 | -1, isRange: boolean): OutlineRow | undefined {
  if (!isRange) return rows[at + step];
  for (let next = at + step; rows[next] !== undefined; next += step) {
    if (rows[next]!.kind === 'element') return rows[next];
  }
  return undefined;
}

function isRightToLeft({ currentTarget }: KeyboardEvent): boolean {
  return getComputedStyle(currentTarget as Element).direction === 'rtl';
}
