// Which entries are selected: ticked ones, or all that match. Another question to the service ends the selection.
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { TableEntry } from '../table-columns.ts';

export type Selection = ReturnType<typeof useSelection>;

/** `about`: which entries match, as text. */
export function useSelection(rows: readonly TableEntry[], about: string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const clear = () => {
    setTicked(new Set());
    setAll(false);
  };
  // At once: what is ticked in the next moment stays.
  useLayoutEffect(clear, [about]);
  // Of all that match, rows that are loaded later are ticked too.
  const ids = useMemo(() => (isAll ? new Set(rows.map(({ id }) => id)) : ticked), [isAll, isAll && rows, ticked]);
  return {
    ids: ids as ReadonlySet<string>,
    count: ids.size,
    isAll,
    hasAllLoaded: rows.length > 0 && rows.every(({ id }) => ids.has(id)),
    clear,
    selectAll: () => setAll(true),
    select(changed: readonly string[], isSelected: boolean) {
      const next = new Set(ids);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      setAll(false);
      setTicked(next);
    },
  };
}
