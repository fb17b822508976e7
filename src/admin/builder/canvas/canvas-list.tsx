// A list of elements: what is drawn of one stays as it is until the element itself changes. A long form is drawn bit by bit, first
// what is seen first.
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { type CanvasScope, useCanvas } from './canvas-context.ts';
import { CanvasItem } from './canvas-item.tsx';
import { type Chunk, chunkIds } from './chunks.ts';

export interface CanvasListProps {
  readonly elements: readonly Element[];
  /** The id of the element that holds the list. */
  readonly owner: string;
  /** Which column or tab of it. */
  readonly column?: number;
  readonly level: number;
}

export function CanvasList({ elements, owner, column, level }: CanvasListProps) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  const count = useGrowing(elements.length);
  const known = useRef(new Map<string, { element: Element; item: VNode }>());
  const chunks = useRef<readonly Chunk[]>([]);
  const items = useMemo(() => {
    const next = new Map<string, { element: Element; item: VNode }>();
    for (const element of elements.slice(0, count)) {
      const id = canvas.ids.idOf(element);
      const before = known.current.get(id);
      // The same drawing, not an equal one: nothing below it is looked at.
      if (before?.element === element) next.set(id, before);
      else next.set(id, { element, item: <CanvasItem key={id} id={id} element={element} level={level} /> });
    }
    known.current = next;
    chunks.current = chunkIds([...next.keys()], chunks.current);
    return chunks.current.map(({ key, ids }) => (
      <div key={key} class="elements cv-chunk" style={{ '--lines': ids.length }}>
        {ids.map((id) => next.get(id)!.item)}
      </div>
    ));
  }, [elements, count, level, canvas]);
  const isEmpty = elements.length === 0;
  return (
    <div class="elements cv-list" data-owner={owner} data-column={column}>
      {items}
      {isEmpty && (
        <button type="button" class="cv-empty" tabIndex={-1} onClick={(event) => addInto(canvas, event.currentTarget)}>
          <Icon name="plus" size={16} />
          {t('addHere')}
        </button>
      )}
    </div>
  );
}

/** The path of a drawn list. */
export function pathOfList(canvas: CanvasScope, list: HTMLElement): string | undefined {
  const { owner = '', column } = list.dataset;
  const path = owner === 'root' ? 'formSchema.rootElem' : canvas.pathOfId(owner);
  if (path === undefined) return undefined;
  return column === undefined ? `${path}.children` : `${path}.children.${column}`;
}

function addInto(canvas: CanvasScope, button: HTMLElement): void {
  const list = pathOfList(canvas, button.closest<HTMLElement>('.cv-list')!);
  if (list !== undefined) canvas.openPalette({ slot: { list, at: 0 }, anchor: button });
}

/** How many of a list are drawn: all, once they were. */
function useGrowing(whole: number): number {
  const canvas = useCanvas();
  const [count, setCount] = useState(() => canvas.drawing.take(whole));
  const isWhole = useRef(false);
  if (count >= whole) isWhole.current = true;
  useEffect(() => {
    if (isWhole.current) return;
    return canvas.drawing.wait((more) => setCount((now) => now + more));
  }, [canvas, count]);
  return isWhole.current ? Number.POSITIVE_INFINITY : count;
}
