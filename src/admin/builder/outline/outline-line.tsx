// One line of the outline: what it is called, what it is, what is special about it; dragged, and dropped on.
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Element } from '../../../core/form-definition.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { useBuilder, wishFocus } from '../builder-context.ts';
import { type BuilderTextKey, builderTexts } from '../builder-texts.ts';
import { tabsOf } from '../tree/columns.ts';
import { kindOf } from '../tree/element-kinds.ts';
import { rootPath } from '../tree/element-tree.ts';
import { type KindName, kindTexts } from '../tree/kind-texts.ts';
import { ElementIcon } from './element-icon.tsx';
import { type Edge, edgeAt, type OutlineRow, slotAtEdge } from './outline-rows.ts';

export interface OutlineLineProps {
  readonly row: OutlineRow;
  readonly isSelected: boolean;
  /** The one that Tab leads to. */
  readonly isCurrent: boolean;
  readonly hasProblem: boolean;
  readonly edge: Edge | undefined;
  readonly onEdge: (edge: Edge | undefined) => void;
}

export function OutlineLine({ row, isSelected, isCurrent, hasProblem, edge, onEdge }: OutlineLineProps) {
  const { draft, ui } = useBuilder();
  const t = useTexts(builderTexts);
  const kinds = useTexts(kindTexts);
  const line = useRef<HTMLDivElement>(null);
  const isDragged = useDragging(line, row, onEdge);
  const press = () => {
    draft.select(row.path);
    if (row.kind === 'add') ui.set({ part: 'palette', focus: 'palette', turn: ui.get().turn + 1 });
    else ui.set({ part: isNarrow() ? 'properties' : ui.get().part });
  };
  const marks = row.kind === 'element' ? marksOf(row.element, t) : [];
  const said = row.kind === 'element' ? [kinds(kindOf(row.element)), ...marks] : [];
  if (hasProblem) said.push(t('hasProblem'));
  const title = titleOf(row, t);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the tree around it.
    <div
      ref={line}
      role="treeitem"
      class={`line ${row.kind}${isDragged ? ' dragged' : ''}${edge === undefined ? '' : ` drop-${edge}`}`}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.count}
      aria-selected={isSelected}
      aria-label={[title, ...said].join(', ')}
      tabIndex={isCurrent ? 0 : -1}
      data-row={row.path}
      style={{ '--level': row.level - 1 }}
      onClick={press}
    >
      {row.kind === 'element' && (
        <span class="grip">
          <Icon name="drag" size={16} />
        </span>
      )}
      <ElementIcon name={iconOf(row)} size={18} />
      <span class="line-title">
        <bdi>{title}</bdi>
      </span>
      {row.kind === 'element' && <span class="line-kind"> {kinds(kindOf(row.element))}</span>}
      {marks.map((mark) => (
        <span key={mark} class="badge">
          {' '}
          {mark}
        </span>
      ))}
      {hasProblem && (
        <span class="line-problem">
          <Icon name="warning" size={18} />
        </span>
      )}
    </div>
  );
}

/** The dragged element of the form, or the kind from the palette. */
interface Dragged {
  readonly path?: string;
  readonly kind?: KindName;
}

function useDragging(
  line: { current: HTMLElement | null },
  row: OutlineRow,
  onEdge: (edge: Edge | undefined) => void,
): boolean {
  const { draft, actions, ui } = useBuilder();
  const [isDragged, setDragged] = useState(false);
  const latest = useRef({ row, onEdge });
  latest.current = { row, onEdge };
  const canDrag = row.kind === 'element';
  useEffect(() => {
    const element = line.current!;
    const edgeOf = (input: { clientY: number }): Edge => {
      const { top, height } = element.getBoundingClientRect();
      return edgeAt(latest.current.row, (input.clientY - top) / height);
    };
    const ends = [
      dropTargetForElements({
        element,
        canDrop: ({ source }) => {
          const { path } = source.data as Dragged;
          return path === undefined || !`${latest.current.row.path}.`.startsWith(`${path}.`);
        },
        onDrag: ({ location }) => latest.current.onEdge(edgeOf(location.current.input)),
        onDragLeave: () => latest.current.onEdge(undefined),
        onDrop: ({ source, location }) => {
          latest.current.onEdge(undefined);
          const slot = slotAtEdge(draft.get().definition, latest.current.row, edgeOf(location.current.input));
          const { path, kind } = source.data as Dragged;
          if (slot === undefined) return;
          if (path !== undefined) actions.moveTo(path, slot);
          else if (kind !== undefined) {
            actions.add(kind, slot);
            wishFocus(ui, 'label', 'properties');
          }
        },
      }),
    ];
    if (canDrag) {
      ends.push(
        draggable({
          element,
          getInitialData: () => ({ path: latest.current.row.path }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
      );
    }
    return () => {
      for (const end of ends) end();
    };
  }, [line, draft, actions, ui, canDrag]);
  return isDragged;
}

export function titleOf({ kind, element, path, column }: OutlineRow, t: Translate<BuilderTextKey>): string {
  if (kind === 'root') return element.label?.trim() || t('root');
  if (kind === 'element') return elementTitle(element);
  if (kind === 'list') return columnTitle(element, column ?? 0, t);
  if (path === `${rootPath}.children.-`) return t('addAtEnd');
  return t('addIn', { title: column === undefined ? elementTitle(element) : columnTitle(element, column, t) });
}

function columnTitle(element: Element, column: number, t: Translate<BuilderTextKey>): string {
  if (element.type !== 'cTabs') return t('column', { number: column + 1 });
  const tab = tabsOf(element)[column];
  return tab?.label?.trim() || tab?.name || t('tab', { number: column + 1 });
}

export function elementTitle(element: Element): string {
  const text = element.type.startsWith('e') && element.label === undefined ? element.text : element.label;
  return (text ?? '').trim().slice(0, 200) || element.name || element.type;
}

function iconOf({ kind, element }: OutlineRow) {
  return kind === 'element' ? kindOf(element) : kind;
}

function marksOf({ reqValidator, relevant, readonly }: Element, t: Translate<BuilderTextKey>): string[] {
  const marks: string[] = [];
  if (reqValidator === true) marks.push(t('required'));
  else if (typeof reqValidator === 'object' && reqValidator !== null) {
    const isAlways = reqValidator.req === undefined || reqValidator.req === true;
    if (reqValidator.req !== false) marks.push(t(isAlways ? 'required' : 'maybeRequired'));
  }
  if (relevant === false || (typeof relevant === 'string' && relevant.trim() !== '')) marks.push(t('conditional'));
  if (readonly === true) marks.push(t('readonly'));
  return marks;
}

function isNarrow(): boolean {
  return matchMedia('(max-width: 60rem)').matches;
}
