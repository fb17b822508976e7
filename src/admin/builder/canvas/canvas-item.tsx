// One element on the canvas: as people will see it, with what is known of it below, and the tools when it is selected.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { elementTitle } from '../outline/outline-line.tsx';
import { kindOf } from '../tree/element-kinds.ts';
import { isContainer, slotOf } from '../tree/element-tree.ts';
import { ItemContext, useCanvas } from './canvas-context.ts';
import { ContainerBody } from './container-body.tsx';
import { ContentBody } from './content-body.tsx';
import { isAlwaysRequired } from './element-control.tsx';
import { FieldBody } from './field-body.tsx';
import { useKeyed } from './keyed-store.ts';
import { ToolbarPlace } from './toolbar-place.tsx';

export interface CanvasItemProps {
  readonly id: string;
  readonly element: Element;
  readonly level: number;
}

export function CanvasItem({ id, element, level }: CanvasItemProps) {
  const canvas = useCanvas();
  const t = useTexts('builder/canvas');
  const words = useTexts('builder/builder');
  const kinds = useTexts('builder/kind');
  const mark = useKeyed(canvas.selection, id);
  const notes = useKeyed(canvas.notes, id);
  const [hasHelp, setHelp] = useState(false);
  const isFirst = mark === 'first';
  const scope = useMemo(() => ({ id, isFirst }), [id, isFirst]);
  canvas.drawn.set(id, element);
  useLayoutEffect(
    () => () => {
      canvas.drawn.delete(id);
    },
    [canvas, id],
  );
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (isFirst ? raiseChunks(box.current!) : undefined), [isFirst]);
  useTabStop(box, isFirst || mark === 'stop');
  const title = elementTitle(element);
  const body = useMemo(() => {
    if (isContainer(element)) return <ContainerBody element={element} id={id} level={level} />;
    if (element.type.startsWith('e')) return <ContentBody element={element} id={id} />;
    return <FieldBody element={element} id={id} hasHelp={hasHelp && isFirst} />;
  }, [element, id, level, hasHelp && isFirst]);
  const said = [title, kinds(kindOf(element))];
  if (isAlwaysRequired(element)) said.push(t('required'));
  if (notes?.conditions.length) said.push(...notes.conditions);
  if (notes?.problems.length) said.push(words('hasProblem'));
  const isLeaf = !isContainer(element);
  const isSelected = mark === 'first' || mark === 'also';
  return (
    <ItemContext.Provider value={scope}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame. */}
      <div
        ref={box}
        id={`cv-${id}`}
        class={`cv-item${isLeaf ? ' cv-leaf' : ''}${isSelected ? ' cv-selected' : ''}`}
        role="group"
        aria-label={said.join(', ')}
        aria-current={isSelected || undefined}
        tabIndex={-1}
        data-type={element.type}
      >
        {body}
        {notes !== undefined && (
          <div class="cv-notes">
            {notes.conditions.map((text) => (
              <p key={text} class="cv-note">
                <Icon name="filter" size={14} />
                <span>{text}</span>
              </p>
            ))}
            {notes.problems.map((text) => (
              <p key={text} class="cv-note cv-problem">
                <Icon name="warning" size={14} />
                <span>{text}</span>
              </p>
            ))}
          </div>
        )}
        {isFirst && <ToolbarPlace id={id} element={element} onHelp={() => setHelp(true)} />}
        <button
          type="button"
          class="cv-plus"
          tabIndex={-1}
          aria-label={t('addAfter', { title })}
          title={t('addAtEnd')}
          onClick={(event) => {
            const slot = slotOf(canvas.pathOf(element) ?? '');
            if (slot === undefined) return;
            canvas.openPalette({ slot: { list: slot.list, at: slot.at + 1 }, anchor: event.currentTarget });
          }}
        >
          <Icon name="plus" size={16} />
        </button>
      </div>
    </ItemContext.Provider>
  );
}

/** Chunks around the selected element do not cut off its tools, and are above the others. */
function raiseChunks(item: HTMLElement): () => void {
  const chunks: HTMLElement[] = [];
  for (let one = item.closest<HTMLElement>('.cv-chunk'); one !== null; ) {
    chunks.push(one);
    one = one.parentElement!.closest<HTMLElement>('.cv-chunk');
  }
  for (const chunk of chunks) chunk.classList.add('cv-raised');
  return () => {
    for (const chunk of chunks) chunk.classList.remove('cv-raised');
  };
}

/** Tab leads to it. It stops to once the focus has moved on: what has the focus cannot change this without laying the page out. */
function useTabStop(box: { readonly current: HTMLElement | null }, isStop: boolean): void {
  useLayoutEffect(() => {
    const item = box.current!;
    if (!isStop) return;
    item.tabIndex = 0;
    return () => {
      queueMicrotask(() => {
        item.tabIndex = -1;
      });
    };
  }, [isStop]);
}
