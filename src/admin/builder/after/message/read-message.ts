// HTML into the editor of messages: of what is stored, and of whatever is pasted. Only tags and attributes that the editor knows are
// made; nothing of the original reaches the page as it is.

import { gap, makeChip } from './chip-dom.ts';
import { shownText, writeChip } from './chip-source.ts';
import {
  blocks,
  bodyStyle,
  buttonClass,
  inlines,
  isShown,
  type MessageStyle,
  type MessageWords,
  makePicture,
  pictureStyle,
  piecesOf,
  renamed,
} from './message-html.ts';

const dropped = /^(?:script|style|template|title|textarea|select|iframe|object|svg|math|head|noscript)$/;

/** What stands for a chip while HTML is read: no character of a text. */
const [chipStart, chipEnd] = ['\ue000', '\ue001'];
const chipMark = /\ue000(\d+)\ue001/g;

interface Reading extends MessageWords {
  readonly chips: readonly string[];
  readonly style: Partial<MessageStyle>;
}

/** For the editor: of a stored message, and of whatever is pasted. */
export function messageFragment(
  source: string,
  words: MessageWords,
  style: Partial<MessageStyle> = {},
): DocumentFragment {
  const { body, chips } = parseMessage(source, style);
  const fragment = document.createDocumentFragment();
  const reading = { ...words, chips, style };
  for (const node of body.childNodes) addNode(fragment, node, reading);
  return fragment;
}

function parseMessage(source: string, style?: Partial<MessageStyle>): { body: HTMLElement; chips: string[] } {
  const chips: string[] = [];
  const marked = piecesOf(source.replace(/[\ue000\ue001]/g, ''), style)
    .map((piece) =>
      'text' in piece ? wordsOf(piece.text, style) : `${chipStart}${chips.push(piece.chip) - 1}${chipEnd}`,
    )
    .join('');
  return { body: new DOMParser().parseFromString(withoutStyles(marked), 'text/html').body, chips };
}

/** Braces in a label are braces already. */
function wordsOf(text: string, style?: Partial<MessageStyle>): string {
  return style?.isLabel ? text : shownText(text);
}

/** Spares the console: browsers report styles that the page's policy forbids even where nothing is shown. */
function withoutStyles(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, '<$1template')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, (tag) =>
      tag.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'),
    );
}

function addNode(into: Node, node: Node, reading: Reading): void {
  if (node instanceof Text) addText(into, node.data, reading);
  if (!(node instanceof Element)) return;
  const name = nameOf(node);
  if (dropped.test(name)) return;
  const chip = node.getAttribute('data-chip');
  if (chip !== null && !reading.style.isLabel) addChip(into, restore(chip, reading), reading);
  else if (name === 'a') addLink(into, node, reading);
  else if (name === 'img' || node.hasAttribute('data-picture')) addPicture(into, node, reading);
  else if (reading.style.isLabel && (name === 'br' || !inlines.includes(name))) addToLine(into, node, reading);
  else {
    const made = [...blocks, ...inlines].includes(name) ? name : name === 'div' && !holdsBlocks(node) ? 'p' : undefined;
    const inside = made === undefined ? into : into.appendChild(document.createElement(made));
    for (const child of node.childNodes) addNode(inside, child, reading);
  }
}

/** Word processors write emphasis as styles, and Google Docs its whole text into a `b` that is not bold. */
function nameOf(node: Element): string {
  const name = renamed[node.localName] ?? node.localName;
  const look = node.getAttribute('data-style') ?? '';
  if (name === 'b') return /font-weight:\s*(?:normal|[1-4]00)\b/i.test(look) ? 'span' : name;
  if (name !== 'span') return name;
  if (/font-weight:\s*(?:bold|[6-9]00)\b/i.test(look)) return 'b';
  return /font-style:\s*italic/i.test(look) ? 'i' : name;
}

/** A label is one line: what was a block or a break is a space between words. */
function addToLine(into: Node, node: Element, reading: Reading): void {
  const isApart = node.localName === 'br' || blockLike.test(node.localName);
  const space = () => isApart && /\S$/.test(into.textContent ?? '') && into.appendChild(document.createTextNode(' '));
  space();
  for (const child of node.childNodes) addNode(into, child, reading);
  space();
}

const blockLike = /^(?:p|div|h[1-6]|ul|ol|li|blockquote|table|tr|td|th|pre|section|article|header|footer|dl|dt|dd)$/;

function holdsBlocks(element: Element): boolean {
  return element.querySelector('p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table') !== null;
}

function addText(into: Node, text: string, reading: Reading): void {
  // Between blocks line breaks are only how it was written.
  const words = into instanceof DocumentFragment && !/[^ \n\r\t]/.test(text) && text.includes('\n') ? '' : text;
  let from = 0;
  for (const found of words.matchAll(chipMark)) {
    if (found.index > from) into.appendChild(document.createTextNode(words.slice(from, found.index)));
    addChip(into, reading.chips[Number(found[1])] ?? '', reading);
    from = found.index + found[0].length;
  }
  if (from < words.length) into.appendChild(document.createTextNode(words.slice(from)));
}

function addChip(into: Node, chip: string, { labelOf }: Reading): void {
  if (chip === '') return;
  into.appendChild(makeChip(chip, labelOf));
  into.appendChild(document.createTextNode(gap));
}

/** Chips in an attribute are text there. */
function restore(text: string, { chips }: Reading): string {
  return text.replace(chipMark, (_, at: string) => writeChip(chips[Number(at)] ?? ''));
}

const safeStart = /^\s*(?:https?:\/\/|mailto:|tel:|\{\{)/i;

function addLink(into: Node, element: Element, reading: Reading): void {
  const href = restore(element.getAttribute('href') ?? '', reading);
  const inside = safeStart.test(href) ? into.appendChild(document.createElement('a')) : into;
  if (inside instanceof HTMLAnchorElement) {
    inside.setAttribute('href', href);
    if (looksLikeButton(element)) inside.className = buttonClass;
  }
  for (const child of element.childNodes) addNode(inside, child, reading);
}

function looksLikeButton(element: Element): boolean {
  return element.classList.contains(buttonClass) || /background/.test(element.getAttribute('data-style') ?? '');
}

function addPicture(into: Node, element: Element, reading: Reading): void {
  const read = (name: string, kept: string) =>
    restore(element.getAttribute(`data-${kept}`) ?? element.getAttribute(name) ?? '', reading);
  const src = read('src', 'picture');
  const picture = { src, alt: read('alt', 'alt'), width: read('width', 'width'), height: read('height', 'height') };
  if (isShown(src, reading.style)) into.appendChild(makePicture(picture, reading));
}

/** Whether the editor keeps all that it says: what somebody wrote by hand may say more, and is then shown as source. */
export function isEditable(source: string, style: Partial<MessageStyle> = {}): boolean {
  const { body } = parseMessage(source, style);
  const tags = style.isLabel ? lineTags : knownTags;
  if (/<!--|<style|<script/i.test(source)) return false;
  return [...body.querySelectorAll('*')].every(
    (element) =>
      tags.includes(element.localName) && [...element.attributes].every((one) => isKnown(one, element, style)),
  );
}

const knownTags: readonly string[] = [...blocks, ...inlines, ...Object.keys(renamed), 'a', 'div', 'img'];
const knownAttributes: readonly string[] = ['href', 'alt', 'rel', 'target'];

/** Of a label. */
const lineTags: readonly string[] = [...inlines, 'strong', 'em', 'a'].filter((tag) => tag !== 'br');

function isKnown({ name, value }: Attr, { localName, attributes }: Element, style: Partial<MessageStyle>): boolean {
  if (name === 'src') return isShown(value, style);
  if (name === 'width' || name === 'height') return localName === 'img';
  // Of the whole message alone: the editor has no direction of single paragraphs.
  if (name === 'dir') return attributes.getNamedItem('data-style')?.value === bodyStyle;
  if (name !== 'data-style') return knownAttributes.includes(name);
  if (style.isOfForm) return false;
  if (localName === 'img') return value === pictureStyle;
  return localName === 'div' ? value === bodyStyle : localName === 'a' && /background-color:#[0-9a-f]{6};/i.test(value);
}
