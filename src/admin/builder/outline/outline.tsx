// The form as a tree of lines: searched, folded, several selected at once. Arrow keys move, and with Alt they move the
// elements themselves.
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { useBuilder, wishFocus } from '../builder-context.ts';
import { rootPath } from '../tree/element-tree.ts';
import { OutlineLine, type OutlineLineProps } from './outline-line.tsx';
import { type Edge, foldKey, outlineRows, searchRows, withoutFolded } from './outline-rows.ts';
import { useFocusWish } from './use-focus-wish.ts';
import { useOutlineKeys } from './use-outline-keys.ts';
import { useRowWindow } from './use-row-window.ts';

export function Outline() {
  const { draft, ui } = useBuilder();
  const t = useTexts('builder/builder');
  const definition = useSlice(draft, () => draft.get().definition);
  const selected = useSlice(draft, () => draft.get().selected);
  const also = useSlice(ui, () => ui.get().also);
  const marked = useMarks();
  const [drop, setDrop] = useState<{ path: string; edge: Edge }>();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const all = useMemo(() => outlineRows(definition), [definition]);
  const isSearched = words.trim() !== '';
  const rows = useMemo(
    () => (isSearched ? searchRows(all, words) : withoutFolded(all, folded)),
    [all, folded, words, isSearched],
  );
  const box = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const draw = useDrawnLines(t);
  const selectedAt = rows.findIndex(({ path }) => path === selected);
  const currentAt = Math.max(0, selectedAt);
  const current = rows[currentAt]?.path;
  const { drawn, reveal } = useRowWindow(box, rows.length, currentAt);
  const setFold = (key: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(key);
    else next.delete(key);
    setFolded(next);
  };

  // What is selected elsewhere is shown here, also inside what was folded; at once, so that what is folded next stays so.
  useLayoutEffect(() => {
    const around = all.filter((row) => row.hasInside && selected?.startsWith(`${row.path}.`)).map(foldKey);
    if (!around.some((key) => folded.has(key))) return;
    setFolded(new Set([...folded].filter((key) => !around.includes(key))));
  }, [selected]);

  const focusRow = () => {
    const row = rowAt(box.current, draft.get().selected);
    if (row !== null || !isSearched) {
      (row ?? rowAt(box.current, rootPath))?.focus({ preventScroll: true });
      return;
    }
    // What one returns to no longer has the words, as after it was renamed: then the search is over.
    setWords('');
    wishFocus(ui, 'row');
  };
  useFocusWish('row', focusRow);
  useKeptFocus(box, current);
  const onKey = useOutlineKeys({
    rows,
    focusRow: () => wishFocus(ui, 'row'),
    folded,
    setFold,
    search: () => find.current?.focus(),
  });
  useEffect(() => reveal(selectedAt), [selectedAt, rows.length]);

  const containers = all.filter(({ hasInside, kind }) => hasInside && kind !== 'root');
  const isAllFolded = containers.length > 0 && containers.every((row) => folded.has(foldKey(row)));
  return (
    <>
      <div class="outline-find" data-own-undo>
        <input
          ref={find}
          type="search"
          class="control"
          aria-label={t('findElement')}
          placeholder={t('findElement')}
          value={words}
          dir="auto"
          autoComplete="off"
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!/^(ArrowDown|Enter|Escape)$/.test(event.key)) return;
            event.preventDefault();
            if (event.key === 'Escape') setWords('');
            rowAt(box.current, current)?.focus();
          }}
        />
        {containers.length > 0 && !isSearched && (
          <Button
            kind="quiet"
            icon={isAllFolded ? 'expand' : 'collapse'}
            label={t(isAllFolded ? 'unfoldAll' : 'foldAll')}
            onPress={() => setFolded(isAllFolded ? new Set() : new Set(containers.map(foldKey)))}
          />
        )}
      </div>
      <div
        class="outline"
        role="tree"
        aria-label={t('outlineLabel')}
        aria-multiselectable="true"
        ref={box}
        onKeyDown={onKey}
        tabIndex={-1}
      >
        <div role="none" class="lines" style={{ '--lines': rows.length }}>
          {drawn.map((at) => {
            const row = rows[at]!;
            return draw({
              row,
              at,
              isSelected: at === selectedAt || also.includes(row.path),
              isCurrent: at === currentAt,
              isFolded: row.hasInside ? folded.has(foldKey(row)) && !isSearched : undefined,
              hasProblem: row.kind === 'element' && marked.problems.has(row.path),
              hasBroken: row.kind === 'element' && marked.broken.has(row.path),
              edge: drop?.path === row.path ? drop.edge : undefined,
              onEdge: (edge) => setDrop(edge === undefined ? undefined : { path: row.path, edge }),
              onFold: (isFolded) => setFold(foldKey(row), isFolded),
            });
          })}
        </div>
      </div>
      {isSearched && rows.length === 0 && (
        <p class="hint" role="status">
          {t('notFound')}
        </p>
      )}
    </>
  );
}

/** Lines that are drawn around the one with the focus may move it in the page, which takes the focus away. */
function useKeptFocus(box: { readonly current: HTMLElement | null }, current: string | undefined): void {
  const hadFocus = box.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body)
      rowAt(box.current, current)?.focus({ preventScroll: true });
  });
}

/** The elements that have something wrong, and those that read what is not there. */
function useMarks(): { problems: ReadonlySet<string>; broken: ReadonlySet<string> } {
  const { draft, ui } = useBuilder();
  const problems = useSlice(draft, () => draft.get().problems);
  const references = useSlice(ui, () => ui.get().references);
  const slips = useSlice(ui, () => ui.get().slips);
  const faulty = useMemo(() => new Set(problems.map(({ path }) => elementPart(path))), [problems]);
  const broken = useMemo(
    () => new Set([...references.keys(), ...slips.map(({ path }) => elementPart(path))]),
    [references, slips],
  );
  return { problems: faulty, broken };
}

/** Of the path of a property: `formSchema.rootElem.children.0.relevant` is of the element 0. */
function elementPart(path: string): string {
  return /^formSchema\.rootElem(?:\.children\.\d+(?:\.\d+)?)*/.exec(path)?.[0] ?? path;
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
  const marks = ['at', 'isSelected', 'isCurrent', 'isFolded', 'hasProblem', 'hasBroken', 'edge'] as const;
  const facts = ['kind', 'level', 'place', 'count', 'element', 'column', 'hasInside'] as const;
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
