// Keys on the canvas: on an element, and in a text of one. What they do is listed in shortcut-help.tsx.
import type { Element } from '../../../core/definition/form-definition.ts';
import { wishFocus } from '../builder-context.ts';
import { extendSelection, selectAll, selectOnly } from '../draft/selection.ts';
import { kindOf } from '../tree/element-kinds.ts';
import { elementAt, isContainer, listsOf, ownerOf, rootPath, type Slot, slotOf } from '../tree/element-tree.ts';
import type { KindName } from '../tree/kind-texts.ts';
import { addElement } from './add-element.ts';
import type { CanvasScope } from './canvas-context.ts';
import { focusAt, focusText, idOfItem, isAtEdge, itemOf, textsIn } from './canvas-focus.ts';

export function onCanvasKey(canvas: CanvasScope, event: KeyboardEvent, step: (way: 'undo' | 'redo') => void): void {
  const target = event.target as HTMLElement;
  const item = itemOf(target);
  const isText = target.matches('[data-edit]');
  if (event.isComposing) return;
  const isDone =
    historyKey(event, step) || (item === null ? false : keyIn(canvas, event, item, isText ? target : undefined));
  if (isDone) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function historyKey(event: KeyboardEvent, step: (way: 'undo' | 'redo') => void): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'z') step(event.shiftKey ? 'redo' : 'undo');
  else if (key === 'y') step('redo');
  else return false;
  return true;
}

function keyIn(canvas: CanvasScope, event: KeyboardEvent, item: HTMLElement, text: HTMLElement | undefined): boolean {
  const path = canvas.pathOfId(idOfItem(item));
  const element = elementAt(canvas.builder.draft.get().definition, path);
  if (path === undefined || element === undefined) return false;
  if (moveKey(canvas, event, text !== undefined)) return true;
  if (text !== undefined) return textKey(canvas, event, { item, path, element, text });
  return event.target === item && itemKey(canvas, event, item, path);
}

/** Alt and arrows move the element, also while its label is typed. */
function moveKey(canvas: CanvasScope, event: KeyboardEvent, isTyping: boolean): boolean {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (!altKey || ctrlKey || metaKey) return false;
  const isRightToLeft = getComputedStyle(event.target as Element & HTMLElement).direction === 'rtl';
  const [inward, outward] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const { actions, draft } = canvas.builder;
  if (key === 'ArrowUp') actions.move('up');
  else if (key === 'ArrowDown') actions.move('down');
  // In a text, Alt and an arrow go a word further on some systems.
  else if (key === inward && !isTyping) actions.move('in');
  else if (key === outward && !isTyping) actions.move('out');
  else return false;
  focusAt(canvas, draft.get().selected, isTyping ? 'end' : undefined);
  return true;
}

function itemKey(canvas: CanvasScope, event: KeyboardEvent, item: HTMLElement, path: string): boolean {
  const { builder } = canvas;
  const { actions, draft } = builder;
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const all = () => [...canvas.root.querySelectorAll<HTMLElement>('.cv-item')];
  const go = (to: HTMLElement | undefined, isExtended = false) => {
    if (to === undefined) return;
    const next = canvas.pathOfId(idOfItem(to));
    if (next === undefined) return;
    if (isExtended) extendSelection(builder, next);
    else selectOnly(builder, next);
    // After the drawing: the page is laid out once.
    focusAt(canvas, next);
  };
  if (isCommand && key.toLowerCase() === 'd') {
    actions.duplicate();
    focusAt(canvas, draft.get().selected);
  } else if (isCommand && key.toLowerCase() === 'a') selectAll(builder);
  else if (isCommand || event.altKey) return false;
  else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const items = all();
    go(items[items.indexOf(item) + (key === 'ArrowDown' ? 1 : -1)], shiftKey);
  } else if (key === 'Home') go(all()[0], shiftKey);
  else if (key === 'End') go(all().at(-1), shiftKey);
  else if (key === 'Delete' || key === 'Backspace') {
    void actions.remove();
    focusAt(canvas, draft.get().selected);
  } else if (key === 'Enter' || key === 'F2') return editFirst(canvas, item, path);
  else if (key === 'Insert' || key === '/' || key === '+') openAfter(canvas, path, item);
  else if (key === 'Escape') {
    const owner = ownerOf(slotOf(path)?.list ?? '');
    if (owner === '' || owner === rootPath) return false;
    selectOnly(builder, owner);
    focusAt(canvas, owner);
  } else return false;
  return true;
}

function editFirst(canvas: CanvasScope, item: HTMLElement, path: string): boolean {
  const element = elementAt(canvas.builder.draft.get().definition, path);
  const isFormatted = Boolean(element?.html || element?.labelHtml);
  const [text] = isFormatted ? [] : textsIn(item);
  if (text !== undefined) return focusText(text);
  if (isFormatted) {
    wishFocus(canvas.builder.ui, element?.html ? 'text' : 'label', 'properties');
    return true;
  }
  const [list] = element === undefined ? [] : listsOf(element, path);
  if (list === undefined) return false;
  canvas.openPalette({ slot: { list, at: 0 }, anchor: item });
  return true;
}

function openAfter(canvas: CanvasScope, path: string, anchor: HTMLElement, replaced?: string): void {
  const slot = slotOf(path);
  if (slot === undefined) return;
  const at = replaced === undefined ? slot.at + 1 : slot.at;
  canvas.openPalette({ slot: { list: slot.list, at }, anchor, ...(replaced !== undefined && { replaced }) });
}

interface TypedText {
  readonly item: HTMLElement;
  readonly path: string;
  readonly element: Element;
  readonly text: HTMLElement;
}

function textKey(canvas: CanvasScope, event: KeyboardEvent, typed: TypedText): boolean {
  const { item, path, element, text } = typed;
  const { draft, actions } = canvas.builder;
  const field = text.dataset['edit'] ?? '';
  const isTitle = field === 'label' || (field === 'text' && element.type === 'eButton');
  const { key } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (key === 'Escape') item.focus();
  else if (isCommand && key.toLowerCase() === 'd') {
    actions.duplicate();
    focusAt(canvas, draft.get().selected, 'all');
  } else if (isCommand || event.altKey) return false;
  else if (key === 'Enter' && !event.shiftKey && isTitle) addNext(canvas, path, element);
  else if (key === 'Enter' && !event.shiftKey && field === 'rowName') item.focus();
  else if (key === '/' && field === 'label' && isUnwritten(canvas, item, text)) openAfter(canvas, path, text, path);
  else if (key === 'Backspace' && field === 'label' && text.textContent === '' && !isContainer(element)) {
    const before = previousText(canvas, item);
    void actions.remove();
    if (before !== undefined) focusText(before);
    else focusAt(canvas, draft.get().selected, 'start');
  } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !event.shiftKey) {
    if (!isAtEdge(text, canvas.root, key === 'ArrowUp' ? 'top' : 'bottom')) return false;
    const texts = [...canvas.root.querySelectorAll<HTMLElement>('[data-edit]')];
    const next = texts[texts.indexOf(text) + (key === 'ArrowDown' ? 1 : -1)];
    return focusText(next, key === 'ArrowDown' ? 'start' : 'end');
  } else return false;
  return true;
}

/** Nothing was typed in it yet: neither by clearing it, nor since it was added. */
function isUnwritten(canvas: CanvasScope, item: HTMLElement, text: HTMLElement): boolean {
  return text.textContent === '' || canvas.fresh.has(idOfItem(item));
}

/** Kinds of which a form often has several in a row; after any other a line of text comes. */
const repeated = new Set<KindName>(['text', 'longText', 'email', 'number', 'radio', 'checkbox', 'select', 'bool']);

/** A container gets its first question, anything else a next one. */
function addNext(canvas: CanvasScope, path: string, element: Element): void {
  const own = slotOf(path);
  const [inner] = listsOf(element, path);
  const slot: Slot | undefined =
    inner !== undefined ? { list: inner, at: 0 } : own === undefined ? undefined : { list: own.list, at: own.at + 1 };
  if (slot === undefined) return;
  const kind = kindOf(element);
  addElement(canvas, repeated.has(kind) ? kind : 'text', slot);
}

function previousText(canvas: CanvasScope, item: HTMLElement): HTMLElement | undefined {
  const texts = [...canvas.root.querySelectorAll<HTMLElement>('.cv-item [data-edit="label"]')];
  const own = texts.findIndex((text) => itemOf(text) === item);
  return own > 0 ? texts[own - 1] : undefined;
}
