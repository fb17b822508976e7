// Chips in what is edited: an element that is taken as a whole. Around it stand characters without width, so that there is a place
// for the caret on both sides; they are never part of the message.
import { allAnswersName } from '../../../../core/text/message-template.ts';
import { keepLoneBraces, shownText, splitTemplate, writeChip } from './chip-source.ts';

/** A place for the caret. */
export const gap = '\u200b';

export type LabelOf = (source: string) => string;

export function makeChip(source: string, labelOf: LabelOf): HTMLElement {
  const isBlock = source === allAnswersName;
  const chip = document.createElement('span');
  chip.className = isBlock ? 'answer-chip is-answers' : 'answer-chip';
  chip.contentEditable = 'false';
  chip.dataset['chip'] = source;
  chip.dir = 'auto';
  chip.textContent = labelOf(source);
  return chip;
}

/** A template as nodes: texts and chips. */
export function chipNodes(source: string, labelOf: LabelOf): Node[] {
  return splitTemplate(source).flatMap((piece) =>
    'text' in piece ? document.createTextNode(shownText(piece.text)) : withGaps(makeChip(piece.chip, labelOf)),
  );
}

export function withGaps(chip: HTMLElement): Node[] {
  return [document.createTextNode(gap), chip, document.createTextNode(gap)];
}

/** The template of a line. */
export function lineSource(root: Node): string {
  return keepLoneBraces(
    writtenIn(root)
      .replaceAll(gap, '')
      .replace(/[\r\n\u00a0]+/g, ' '),
  );
}

function writtenIn(root: Node): string {
  let source = '';
  for (const node of root.childNodes) {
    if (node instanceof Text) source += node.data;
    else if (node instanceof HTMLElement && node.dataset['chip'] !== undefined)
      source += writeChip(node.dataset['chip']);
    else source += writtenIn(node);
  }
  return source;
}

/** A press on a chip leads behind it: inside there is nothing to write. */
export function pressChip(event: MouseEvent): void {
  const root = event.currentTarget as HTMLElement;
  const chip = (event.target as Element).closest('[data-chip], [data-picture]');
  if (chip === null || !root.contains(chip)) return;
  event.preventDefault();
  root.focus();
  const range = document.createRange();
  const after = chip.nextSibling;
  if (after instanceof Text && after.data.startsWith(gap)) range.setStart(after, 1);
  else range.setStartAfter(chip);
  range.collapse(true);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

/** Backspace behind a chip or a picture takes it as a whole; whether it did. */
export function removeChipBefore(root: HTMLElement): boolean {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return false;
  const chip = chipBefore(root, selection.getRangeAt(0), '[data-chip], [data-picture]');
  chip?.remove();
  return chip !== undefined;
}

/** What the caret stands behind. */
export function chipBefore(root: HTMLElement, caret: Range, selector: string): HTMLElement | undefined {
  const { startContainer, startOffset } = caret;
  if (!caret.collapsed || !root.contains(startContainer)) return undefined;
  if (startContainer instanceof Text && startContainer.data.slice(0, startOffset).replaceAll(gap, '') !== '')
    return undefined;
  let before: Node | null =
    startContainer instanceof Text
      ? startContainer.previousSibling
      : (startContainer.childNodes[startOffset - 1] ?? null);
  while (before instanceof Text && before.data.replaceAll(gap, '') === '') before = before.previousSibling;
  return before instanceof HTMLElement && before.matches(selector) ? before : undefined;
}

/** Where the caret was last inside, or the end. */
export function caretIn(root: HTMLElement, kept: Range | undefined): Range {
  if (kept !== undefined && root.contains(kept.commonAncestorContainer)) return kept.cloneRange();
  const end = document.createRange();
  end.selectNodeContents(root);
  end.collapse(false);
  return end;
}

export function insertAt(range: Range, nodes: readonly Node[]): void {
  range.deleteContents();
  const piece = document.createDocumentFragment();
  piece.append(...nodes);
  const last = nodes.at(-1)!;
  range.insertNode(piece);
  if (last instanceof Text) range.setStart(last, last.length);
  else range.setStartAfter(last);
  range.collapse(true);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
