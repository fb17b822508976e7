// The entries of a form: a grid with a panel at its side; on a narrow screen the same entries as cards.
import { useEffect, useRef, useState } from 'preact/hooks';
import { EntryCards } from './entry-cards.tsx';
import { Grid } from './grid.tsx';
import type { GridProps } from './grid-props.ts';
import { PeekPanel } from './peek-panel.tsx';

export function EntriesTable(props: GridProps) {
  const isNarrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<number>();
  const { rows, selected, onSelect, open, onOpen, onNearEnd } = props;
  const pick = (at: number, isRange: boolean) => {
    const isSelected = !selected.has(rows[at]!.id);
    const from = isRange && last.current !== undefined ? Math.min(last.current, rows.length - 1) : at;
    const range = rows.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ id }) => id);
    last.current = at;
    onSelect(range, isSelected);
  };
  const shown = open === undefined ? undefined : rows.find(({ id }) => id === open);
  const isAtEnd = shown !== undefined && shown === rows.at(-1);
  useEffect(() => {
    if (isAtEnd) onNearEnd();
  }, [isAtEnd]);
  const close = () => {
    onOpen(undefined);
    box.current?.querySelector<HTMLElement>('.peeked [tabindex="0"]')?.focus({ preventScroll: true });
  };
  if (isNarrow) return <EntryCards {...props} onPick={pick} />;
  return (
    <div class="grid-and-peek" ref={box}>
      <Grid {...props} onPick={pick} />
      {shown !== undefined && <PeekPanel {...props} entry={shown} onClose={close} />}
    </div>
  );
}

function useIsNarrow(): boolean {
  const [query] = useState(() => matchMedia('(max-width: 44rem)'));
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const onChange = () => setNarrow(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [query]);
  return isNarrow;
}
