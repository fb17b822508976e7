// Rich text that is safe to show and to edit: the rules that the server cleans by, so that what a person sees is what gets
// stored. choice: the page keeps alignment and direction and drops colors, which would be unreadable in the dark, and
// style attributes, which its Content-Security-Policy forbids. [fill-links.rich-text]
import {
  richTextAttributes,
  richTextLinkRel,
  richTextSchemes,
  richTextSharedAttributes,
  richTextTags,
  richTextUnsafeValue,
} from '../../../core/definition/rich-text-rules.ts';

/** The schemes of the server, or an address without one, but none that leads to another host by its two slashes. */
const safeAddress = new RegExp(
  `^(?!\\s*[\\\\/]{2})(?:(?:${richTextSchemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.\\-:]|$))`,
  'i',
);
/** What browsers leave out of an address, or some may. */
const blanks = /[\0-\x20\xa0\u1680\u180e\u2000-\u2029\u205f\u3000]/g;
/** Without their tag, the text in these is not the writer's. */
const droppedWhole =
  /^(?:script|style|template|title|head|iframe|noscript|noembed|noframes|textarea|option|xmp|plaintext|audio|video)$/;

/**
 * Builds it up rather than cutting it down: elements, attributes and texts that the rules name are made again one by one, so
 * that nothing can be overlooked. The document that is read is inert: nothing in it runs or loads.
 */
export function cleanDoc(html: string, drawPicture?: DrawPicture): DocumentFragment {
  const { body } = new DOMParser().parseFromString(`<body>${withoutStyles(html)}`, 'text/html');
  const clean = document.createDocumentFragment();
  addClean(clean, body, drawPicture);
  return clean;
}

/** What an owner wrote may hold pictures; undefined for one that may not be shown. */
type DrawPicture = (picture: Element) => Element | undefined;

function addClean(into: Node, from: Node, drawPicture: DrawPicture | undefined): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) into.appendChild(document.createTextNode(node.nodeValue!));
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const { localName, namespaceURI } = node as Element;
    if (namespaceURI !== document.documentElement.namespaceURI || droppedWhole.test(localName)) continue;
    const picture = localName === 'img' ? drawPicture?.(node as Element) : undefined;
    if (picture !== undefined) into.appendChild(picture);
    const isKept = richTextTags.includes(localName);
    addClean(isKept ? into.appendChild(cleanElement(node as Element)) : into, node, drawPicture);
  }
}

function cleanElement(from: Element): Element {
  const { localName } = from;
  const element = document.createElement(localName);
  const allowed = [...richTextSharedAttributes, ...(richTextAttributes[localName] ?? [])];
  for (const name of allowed) {
    const value = from.getAttribute(name);
    if (value !== null && isSafeValue(name, value)) element.setAttribute(name, value);
  }
  const style = from.getAttribute('data-style') ?? '';
  const align = /(?:^|;)\s*text-align:\s*(left|right|center|justify|start|end)\s*(?:;|$)/i.exec(style)?.[1];
  const direction = /(?:^|;)\s*direction:\s*(ltr|rtl)\s*(?:;|$)/i.exec(style)?.[1];
  if (align !== undefined) element.setAttribute('align', align);
  if (direction !== undefined) element.setAttribute('dir', direction);
  if (localName === 'a') element.setAttribute('rel', richTextLinkRel);
  return element;
}

/** Any attribute that reads like an address is held to the same schemes as a link. */
function isSafeValue(name: string, value: string): boolean {
  if (richTextUnsafeValue.test(value)) return false;
  return name === 'title' || value === '' || safeAddress.test(value.replace(blanks, ''));
}

/**
 * Only spares the console: browsers report to it, against the page's policy, every style and handler that the cleaner is
 * about to drop, even in documents that are never shown. Whatever this misses, the cleaner drops.
 */
function withoutStyles(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'));
}

/** The text of clean HTML, or undefined where it shows nothing. */
export function docHtml(html: string): string | undefined {
  const holder = document.createElement('div');
  holder.append(cleanDoc(html));
  const shows = /\S/.test(holder.textContent ?? '') || holder.querySelector('hr, table') !== null;
  return shows ? holder.innerHTML : undefined;
}

/** What somebody typed as the address of a link, or undefined where it is none that a form may hold. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  return /^[^\s/:.]+(?:\.[^\s/:.]+)+(?::\d+)?(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : undefined;
}
