// The form as a tree of lines. One is selected; arrow keys move, and with Alt they move the element itself.
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { useBuilder } from '../builder-context.ts';
import { builderTexts } from '../builder-texts.ts';
import { rootPath } from '../tree/element-tree.ts';
import { OutlineLine, type OutlineLineProps } from './outline-line.tsx';
import { type Edge, outlineRows } from './outline-rows.ts';
import { useFocusWish } from './use-focus-wish.ts';
import { useOutlineKeys } from './use-outline-keys.ts';

export function Outline() {
  const { draft, ui } = useBuilder();
  const t = useTexts(builderTexts);
  const definition = useSlice(draft, () => draft.get().definition);
  const selected = useSlice(draft, () => draft.get().selected);
  const problems = useSlice(draft, () => draft.get().problems);
  const [drop, setDrop] = useState<{ path: string; edge: Edge }>();
  const rows = useMemo(() => outlineRows(definition), [definition]);
  const faulty = useMemo(() => problems.map(({ path }) => path), [problems]);
  const box = useRef<HTMLDivElement>(null);
  const drawn = useDrawnLines(t);
  const current = rows.some(({ path }) => path === selected) ? selected : rootPath;

  const focusRow = () => rowAt(box.current, draft.get().selected ?? rootPath)?.focus();
  useFocusWish('row', focusRow);
  const onKey = useOutlineKeys(rows, () => ui.set({ focus: 'row', turn: ui.get().turn + 1 }));
  useEffect(() => {
    rowAt(box.current, selected)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  return (
    <div class="outline" role="tree" aria-label={t('outlineLabel')} ref={box} onKeyDown={onKey} tabIndex={-1}>
      {rows.map((row) =>
        drawn({
          row,
          isSelected: row.path === selected,
          isCurrent: row.path === current,
          hasProblem: row.kind === 'element' && faulty.some((path) => isAbout(path, row.path)),
          edge: drop?.path === row.path ? drop.edge : undefined,
          onEdge: (edge) => setDrop(edge === undefined ? undefined : { path: row.path, edge }),
        }),
      )}
    </div>
  );
}

/** Lines that stay the same keep their drawing: in a long form a letter typed changes one of them. */
function useDrawnLines(language: unknown): (props: OutlineLineProps) => VNode {
  const lines = useRef(new Map<string, { props: OutlineLineProps; language: unknown; line: VNode }>());
  return (props) => {
    const { path } = props.row;
    const before = lines.current.get(path);
    if (before !== undefined && before.language === language && isSameLine(before.props, props)) return before.line;
    const line = <OutlineLine key={path} {...props} />;
    lines.current.set(path, { props, language, line });
    return line;
  };
}

function isSameLine(one: OutlineLineProps, two: OutlineLineProps): boolean {
  const marks = ['isSelected', 'isCurrent', 'hasProblem', 'edge'] as const;
  const facts = ['kind', 'level', 'place', 'count', 'element', 'column'] as const;
  return marks.every((key) => one[key] === two[key]) && facts.every((key) => one.row[key] === two.row[key]);
}

function rowAt(box: HTMLElement | null, path: string | undefined): HTMLElement | null {
  return path === undefined ? null : (box?.querySelector(`[data-row="${CSS.escape(path)}"]`) ?? null);
}

/** Of the element itself, not of what is inside it. */
export function isAbout(problem: string, element: string): boolean {
  if (problem === element) return true;
  return problem.startsWith(`${element}.`) && !/^children\.\d/.test(problem.slice(element.length + 1));
}
