// Keys in the outline. What they do is listed in shortcut-help.tsx.
import { useBuilder } from '../builder-context.ts';
import type { OutlineRow } from './outline-rows.ts';

/** `focusRow` follows the selection once it is drawn. */
export function useOutlineKeys(rows: readonly OutlineRow[], focusRow: () => void): (event: KeyboardEvent) => void {
  const { draft, actions, ui } = useBuilder();
  const wish = (part: 'properties' | 'palette', focus: 'label' | 'palette') =>
    ui.set({ part, focus, turn: ui.get().turn + 1 });

  return (event) => {
    const { key, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const at = rows.findIndex(({ path }) => path === (draft.get().selected ?? rows[0]?.path));
    const row = rows[at];
    if (row === undefined) return;
    const [inward, outward] = isRightToLeft(event) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const go = (to: OutlineRow | undefined) => {
      if (to !== undefined) draft.select(to.path);
    };
    const action = (): boolean => {
      if (altKey && key === 'ArrowUp') actions.move('up');
      else if (altKey && key === 'ArrowDown') actions.move('down');
      else if (altKey && key === inward) actions.move('in');
      else if (altKey && key === outward) actions.move('out');
      else if (isCommand && key.toLowerCase() === 'd') actions.duplicate();
      else if (altKey || isCommand) return false;
      else if (key === 'Delete' || key === 'Backspace') actions.remove();
      else if (key === 'ArrowDown') go(rows[at + 1]);
      else if (key === 'ArrowUp') go(rows[at - 1]);
      else if (key === 'Home') go(rows[0]);
      else if (key === 'End') go(rows.at(-1));
      else if (key === inward) go(rows[at + 1]?.level === row.level + 1 ? rows[at + 1] : undefined);
      else if (key === outward) go(rows.slice(0, at).findLast(({ level }) => level < row.level));
      else return false;
      return true;
    };
    if (action()) focusRow();
    else if (key === 'Insert' || key === '+' || (row.kind === 'add' && (key === 'Enter' || key === ' '))) {
      wish('palette', 'palette');
    } else if (key === 'Enter' || key === 'F2') wish('properties', 'label');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function isRightToLeft({ currentTarget }: KeyboardEvent): boolean {
  return getComputedStyle(currentTarget as Element).direction === 'rtl';
}
