// Rich text that is safe to show and to edit: the rules that the server cleans by, so that what a person sees is what gets
// stored. choice: the page keeps alignment and direction and drops colors, which would be unreadable in the dark, and
// style attributes, which its Content-Security-Policy forbids.
import DOMPurify from 'dompurify';
import {
  richTextAttributes,
  richTextLinkRel,
  richTextSchemes,
  richTextSharedAttributes,
  richTextTags,
} from '../../core/rich-text-rules.ts';

/** The schemes of the server, or an address without one, but none that leads to another host by its two slashes. */
const safeAddress = new RegExp(
  `^(?!\\s*[\\\\/]{2})(?:(?:${richTextSchemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.\\-:]|$))`,
  'i',
);

const cleaner = openCleaner();

function openCleaner() {
  const purify = DOMPurify(window);
  purify.addHook('beforeSanitizeAttributes', (node) => {
    const style = node.getAttribute?.('data-style') ?? '';
    const align = /(?:^|;)\s*text-align:\s*(left|right|center|justify|start|end)\s*(?:;|$)/i.exec(style)?.[1];
    const direction = /(?:^|;)\s*direction:\s*(ltr|rtl)\s*(?:;|$)/i.exec(style)?.[1];
    if (align !== undefined) node.setAttribute('align', align);
    if (direction !== undefined) node.setAttribute('dir', direction);
  });
  purify.addHook('uponSanitizeAttribute', (node, data) => {
    const ofTag = richTextAttributes[node.nodeName.toLowerCase()];
    data.keepAttr = richTextSharedAttributes.includes(data.attrName) || ofTag?.includes(data.attrName) === true;
  });
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName === 'A') node.setAttribute('rel', richTextLinkRel);
  });
  return purify;
}

export function cleanDoc(html: string): DocumentFragment {
  const clean = cleaner.sanitize(withoutStyles(html), {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: [...richTextSharedAttributes, ...Object.values(richTextAttributes).flat()],
    ALLOWED_URI_REGEXP: safeAddress,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  // Not only for the owner's sake: a node of another document would be adopted at every use.
  return document.importNode(clean, true);
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
