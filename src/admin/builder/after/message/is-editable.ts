// Whether the editor of messages keeps all that HTML says: what somebody wrote by hand may say more, and is then shown as source.
import { blocks, bodyStyle, inlines, type MessageStyle, parseMessage, pictureStyle, renamed } from './message-html.ts';

export function isEditable(source: string, style: Partial<MessageStyle> = {}): boolean {
  const { isOfForm = false, isLabel = false } = style;
  const { body } = parseMessage(source, style);
  const tags = isLabel ? lineTags : knownTags;
  if (/<!--|<style|<script/i.test(source)) return false;
  return [...body.querySelectorAll('*')].every(
    (element) =>
      tags.includes(element.localName) && [...element.attributes].every((one) => isKnown(one, element, isOfForm)),
  );
}

const knownTags: readonly string[] = [...blocks, ...inlines, ...Object.keys(renamed), 'a', 'div', 'img'];
const knownAttributes: readonly string[] = ['href', 'src', 'alt', 'rel', 'target'];

/** Of a label. */
const lineTags: readonly string[] = [...inlines, 'strong', 'em', 'a'].filter((tag) => tag !== 'br');

function isKnown({ name, value }: Attr, { localName, attributes }: Element, isOfForm: boolean): boolean {
  if (name === 'width' || name === 'height') return localName === 'img';
  // Of the whole message alone: the editor has no direction of single paragraphs.
  if (name === 'dir') return attributes.getNamedItem('data-style')?.value === bodyStyle;
  if (name !== 'data-style') return knownAttributes.includes(name);
  if (isOfForm) return false;
  if (localName === 'img') return value === pictureStyle;
  return localName === 'div' ? value === bodyStyle : localName === 'a' && /background-color:#[0-9a-f]{6};/i.test(value);
}
