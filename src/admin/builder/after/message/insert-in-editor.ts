// Puts chips, links and pictures into the text of an editor, at the caret. The editor sees the change by itself.
import type Squire from 'squire-rte';
import { allAnswersName } from '../../../../core/text/message-template.ts';
import { gap, insertAt, type LabelOf, makeChip } from './chip-dom.ts';

export function insertChip(editor: Squire, source: string, labelOf: LabelOf): void {
  const chip = makeChip(source, labelOf);
  if (source === allAnswersName) insertBlock(editor, chip);
  else insertInline(editor, chip);
}

/** Writing goes on behind it. */
export function insertInline(editor: Squire, element: HTMLElement): void {
  editor.focus();
  editor.saveUndoState();
  const range = editor.getSelection();
  const link = elementOf(range.startContainer)?.closest('a');
  // A link in a link is none.
  if (link !== null && link !== undefined && editor.getRoot().contains(link)) {
    range.setStartAfter(link);
    range.collapse(true);
  }
  insertAt(range, [element, document.createTextNode(gap)]);
}

/** Into the line where the caret is. */
export function pasteInLine(editor: Squire, piece: DocumentFragment): void {
  const nodes = [...piece.childNodes];
  if (nodes.length === 0) return;
  editor.saveUndoState();
  insertAt(editor.getSelection(), nodes);
}

/** In a paragraph of its own, with a place to write below. */
function insertBlock(editor: Squire, element: HTMLElement): void {
  editor.focus();
  editor.saveUndoState();
  const root = editor.getRoot();
  const own = paragraphOf(element, document.createTextNode(gap));
  const below = paragraphOf(document.createElement('br'));
  const block = topBlock(root, editor.getSelection().startContainer);
  if (block === undefined) root.append(own, below);
  else if (isBlank(block)) block.replaceWith(own, ...(own.nextSibling === null ? [below] : []));
  else block.after(own, below);
  if (own.nextSibling === null) own.after(below);
  const range = document.createRange();
  range.setStart(below.isConnected ? below : own, 0);
  range.collapse(true);
  editor.setSelection(range);
}

function paragraphOf(...nodes: Node[]): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.append(...nodes);
  return paragraph;
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}

function topBlock(root: Node, inside: Node): Element | undefined {
  for (let node: Node | null = inside; node !== null; node = node.parentNode) {
    if (node.parentNode === root && node instanceof Element) return node;
  }
  return undefined;
}

function isBlank(block: Element): boolean {
  return (
    (block.textContent ?? '').replaceAll(gap, '').trim() === '' &&
    block.querySelector('[data-chip], [data-picture]') === null
  );
}
