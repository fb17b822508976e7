// One line of the outline: what it is called, what it is, what is special about it; dragged, and dropped on.
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'preact/hooks';
import { elementKind } from '../../../core/definition/element-kind.ts';
import type { Element } from '../../../core/definition/form-definition.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Builder, useBuilder, wishFocus } from '../builder-context.ts';
import type { BuilderTextKey } from '../builder-texts.ts';
import { extendSelection, isSelected, selectedElements, selectOnly, toggleSelected } from '../draft/selection.ts';
import { tabsOf } from '../tree/columns.ts';
import { kindOf } from '../tree/element-kinds.ts';
import { rootPath } from '../tree/element-tree.ts';
import type { KindName } from '../tree/kind-texts.ts';
import { ElementIcon } from './element-icon.tsx';
import { type Edge, edgeAt, type OutlineRow, slotAtEdge } from './outline-rows.ts';

export interface OutlineLineProps {
  readonly row: OutlineRow;
  /** Which of the lines it is. */
  readonly at: number;
  readonly isSelected: boolean;
  /** The one that Tab leads to. */
  readonly isCurrent: boolean;
  /** undefined for a line without others inside. */
  readonly isFolded: boolean | undefined;
  readonly hasProblem: boolean;
  readonly hasBroken: boolean;
  readonly edge: Edge | undefined;
  readonly onEdge: (edge: Edge | undefined) => void;
  readonly onFold: (isFolded: boolean) => void;
}

export function OutlineLine(props: OutlineLineProps) {
  const { row, at, isSelected, isCurrent, isFolded, hasProblem, hasBroken, edge, onEdge, onFold } = props;
  const builder = useBuilder();
  const { ui } = builder;
  const t = useTexts('builder/builder');
  const kinds = useTexts('builder/kind');
  const line = useRef<HTMLDivElement>(null);
  const isDragged = useDragging(line, row, onEdge);
  const press = (event: MouseEvent) => {
    const isElement = row.kind === 'element';
    if (isElement && (event.ctrlKey || event.metaKey)) return toggleSelected(builder, row.path);
    if (isElement && event.shiftKey) return extendSelection(builder, row.path);
    selectOnly(builder, row.path);
    if (row.kind === 'add') wishFocus(ui, 'palette', 'palette');
    else if (isNarrow()) ui.set({ part: 'properties' });
    return undefined;
  };
  const marks = row.kind === 'element' ? marksOf(row.element) : [];
  const said = row.kind === 'element' ? [kindTitle(row.element, t, kinds), ...marks.map((mark) => t(mark))] : [];
  if (hasProblem) said.push(t('hasProblem'));
  else if (hasBroken) said.push(t('hasBroken'));
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
      aria-expanded={isFolded === undefined ? undefined : !isFolded}
      aria-label={[title, ...said].join(', ')}
      title={said.join(', ')}
      tabIndex={isCurrent ? 0 : -1}
      data-row={row.path}
      style={{ '--level': row.level - 1, '--at': at }}
      onClick={press}
    >
      {isFolded !== undefined && row.kind !== 'root' && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: arrow keys fold the line.
        <span
          class={isFolded ? 'fold-mark' : 'fold-mark open'}
          onClick={(event) => {
            event.stopPropagation();
            onFold(!isFolded);
          }}
        >
          <Icon name="next" size={14} />
        </span>
      )}
      <ElementIcon name={iconOf(row)} size={16} />
      <span class="line-title">
        <bdi>{title}</bdi>
      </span>
      {marks.map((mark) => (
        <span key={mark} class={`mark ${mark}`}>
          <Icon name={markIcons[mark]} size={14} />
        </span>
      ))}
      {(hasProblem || hasBroken) && (
        <span class={hasProblem ? 'line-problem' : 'line-problem broken'}>
          <Icon name="warning" size={16} />
        </span>
      )}
    </div>
  );
}

/** An unknown type is shown by its name, so that it can be put right. */
function kindTitle(element: Element, t: Translate<BuilderTextKey>, kinds: Translate<KindName>): string {
  return elementKind(element.type) === undefined
    ? t('unknownType', { type: String(element.type) })
    : kinds(kindOf(element));
}

/** The dragged element of the form, or the kind from the palette. */
interface Dragged {
  readonly paths?: readonly string[];
  readonly kind?: KindName;
}

function useDragging(
  line: { current: HTMLElement | null },
  row: OutlineRow,
  onEdge: (edge: Edge | undefined) => void,
): boolean {
  const builder = useBuilder();
  const { draft, actions, ui } = builder;
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
          const { paths = [] } = source.data as Dragged;
          return paths.every((path) => !`${latest.current.row.path}.`.startsWith(`${path}.`));
        },
        onDrag: ({ location }) => latest.current.onEdge(edgeOf(location.current.input)),
        onDragLeave: () => latest.current.onEdge(undefined),
        onDrop: ({ source, location }) => {
          latest.current.onEdge(undefined);
          const slot = slotAtEdge(draft.get().definition, latest.current.row, edgeOf(location.current.input));
          const { paths, kind } = source.data as Dragged;
          if (slot === undefined) return;
          if (paths !== undefined) actions.moveTo(paths, slot);
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
          getInitialData: () => ({ paths: draggedPaths(builder, latest.current.row.path) }),
          onDragStart: () => {
            setDragged(true);
            // What is selected stays drawn, however far one scrolls.
            if (!isSelected(builder, latest.current.row.path)) selectOnly(builder, latest.current.row.path);
          },
          onDrop: () => setDragged(false),
        }),
      );
    }
    return () => {
      for (const end of ends) end();
    };
  }, [line, builder, draft, actions, ui, canDrag]);
  return isDragged;
}

/** All that is selected, if this is part of it. */
function draggedPaths(builder: Builder, path: string): readonly string[] {
  return isSelected(builder, path) ? selectedElements(builder) : [path];
}

type TitledRow = Pick<OutlineRow, 'kind' | 'element' | 'path' | 'column'>;

export function titleOf({ kind, element, path, column }: TitledRow, t: Translate<BuilderTextKey>): string {
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

type Mark = 'required' | 'maybeRequired' | 'conditional' | 'readonly';

const markIcons = { required: 'required', maybeRequired: 'required', conditional: 'filter', readonly: 'lock' } as const;

function marksOf({ reqValidator, relevant, readonly }: Element): Mark[] {
  const marks: Mark[] = [];
  if (reqValidator === true) marks.push('required');
  else if (typeof reqValidator === 'object' && reqValidator !== null) {
    const isAlways = reqValidator.req === undefined || reqValidator.req === true;
    if (reqValidator.req !== false) marks.push(isAlways ? 'required' : 'maybeRequired');
  }
  if (relevant === false || (typeof relevant === 'string' && relevant.trim() !== '')) marks.push('conditional');
  if (readonly === true) marks.push('readonly');
  return marks;
}

function isNarrow(): boolean {
  return matchMedia('(max-width: 60rem)').matches;
}
