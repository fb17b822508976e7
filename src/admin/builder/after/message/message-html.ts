// What the editor of messages knows, and the HTML of what is in it: answers are chips, a link that looks like a button has a class, a
// picture is shown by its words. The other way, from HTML into the editor: read-message.ts.

import { pictureAddress } from '../../../../core/definition/picture-address.ts';
import { escapeHtml } from '../../../../core/text/literal-template.ts';
import { allAnswersName } from '../../../../core/text/message-template.ts';
import { pathOfPicture } from '../../../../form-view/picture-path.ts';
import { gap, type LabelOf } from './chip-dom.ts';
import { keepLoneBraces, type Piece, splitTemplate, writeChip } from './chip-source.ts';

export interface MessageWords {
  readonly labelOf: LabelOf;
  readonly pictureOf: (alt: string) => string;
}

export const renamed: Readonly<Record<string, string>> = {
  strong: 'b',
  em: 'i',
  h1: 'h2',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
};
export const blocks: readonly string[] = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote'];
export const inlines: readonly string[] = ['b', 'i', 'u', 's', 'br'];

export const buttonClass = 'message-button';

/** A label shows no answers: braces in it are braces. */
export function piecesOf(source: string, style?: Partial<MessageStyle>): readonly Piece[] {
  return style?.isLabel ? [{ text: source }] : splitTemplate(source);
}

/** A form shows pictures that were sent for it alone; an email any on the web. */
export function isShown(src: string, { isOfForm, isLabel }: Partial<MessageStyle>): boolean {
  return !isLabel && (pictureAddress.test(src) || (!isOfForm && /^https?:\/\//i.test(src)));
}

export interface MessagePicture {
  readonly src: string;
  readonly alt: string;
  /** In pixels; empty where nobody knows. */
  readonly width: string;
  readonly height: string;
}

/** The page loads no pictures from elsewhere; one of its own is shown. */
export function makePicture({ src, alt, width, height }: MessagePicture, { pictureOf }: MessageWords): HTMLElement {
  const picture = document.createElement('span');
  picture.className = 'picture-chip';
  picture.contentEditable = 'false';
  Object.assign(picture.dataset, { picture: src, alt, width, height });
  if (pictureAddress.test(src)) {
    const image = document.createElement('img');
    image.src = pathOfPicture(src);
    image.alt = alt;
    picture.append(image);
  } else picture.textContent = pictureOf(alt || src);
  return picture;
}

export interface MessageStyle {
  /** Of buttons: that of the form. */
  readonly color: string;
  /** A text of the form itself: its page knows how pictures look, and allows no styles. */
  readonly isOfForm?: boolean;
  /** A label of the form: one line with links and emphasis, without answers and pictures. */
  readonly isLabel?: boolean;
}

/** What is stored: of what is in the editor. */
export function messageSource(root: Node, style: MessageStyle): string {
  const source = [...root.childNodes]
    .map((node) => nodeSource(node, style))
    .join('')
    .replaceAll(gap, '')
    .replace(/<(p|h2|h3)>(?:<br>|\s|&nbsp;)*<\/\1>\n?$/g, '')
    .trim();
  return style.isLabel ? source.replace(/(?:<\/?p>|<br>|\n)+/g, ' ').trim() : keepLoneBraces(source);
}

function nodeSource(node: Node, style: MessageStyle): string {
  if (node instanceof Text) return textSource(node.data, style);
  if (!(node instanceof HTMLElement)) return '';
  const { chip } = node.dataset;
  if (chip !== undefined) return writeChip(chip);
  if (node.dataset['picture'] !== undefined) return pictureSource(node.dataset, style);
  const inside = () => [...node.childNodes].map((child) => nodeSource(child, style)).join('');
  const name = renamed[node.localName] ?? node.localName;
  if (name === 'br') return node.nextSibling === null ? '' : '<br>';
  if (name === 'a') return linkSource(node, inside(), style);
  if (name === 'p' || name === 'div') return paragraphSource(node, inside());
  if (inlines.includes(name)) return inside() === '' ? '' : `<${name}>${inside()}</${name}>`;
  return blocks.includes(name) ? `<${name}>${inside()}</${name}>\n` : inside();
}

/** A list of answers has blocks of its own, which a paragraph cannot hold. */
function paragraphSource(node: HTMLElement, inside: string): string {
  const tag = inside.includes(writeChip(allAnswersName)) && node.querySelector('[data-chip]') !== null ? 'div' : 'p';
  return `<${tag}>${inside === '' ? '<br>' : inside}</${tag}>\n`;
}

/** What was typed between braces is an expression, not markup. */
function textSource(text: string, style: MessageStyle): string {
  return piecesOf(text.replaceAll('\u00a0', ' '), style)
    .map((piece) => ('text' in piece ? escapeText(piece.text) : writeChip(piece.chip)))
    .join('');
}

export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapeHtml(character));
}

/** Expressions in an address stay as they are. */
function attribute(text: string): string {
  return splitTemplate(text)
    .map((piece) => ('text' in piece ? escapeHtml(piece.text) : writeChip(piece.chip).replaceAll('"', "'")))
    .join('');
}

export const pictureStyle = 'max-width:100%;height:auto';

/** With its size, text below it stays where it is when the picture arrives. */
function pictureSource({ picture = '', alt = '', width, height }: DOMStringMap, { isOfForm }: MessageStyle): string {
  const size = width && height ? ` width="${attribute(width)}" height="${attribute(height)}"` : '';
  const look = isOfForm ? '' : ` style="${pictureStyle}"`;
  return `<img src="${attribute(picture)}" alt="${attribute(alt)}"${size}${look}>`;
}

function linkSource(node: HTMLElement, inside: string, { color }: MessageStyle): string {
  const href = attribute(node.getAttribute('href') ?? '');
  if (!node.classList.contains(buttonClass)) return `<a href="${href}">${inside}</a>`;
  return buttonLink(href, inside, color);
}

export function buttonLink(href: string, inside: string, color: string): string {
  const look = `display:inline-block;padding:10px 20px;border-radius:8px;background-color:${color};color:${textOn(color)};text-decoration:none`;
  return `<a href="${href}" style="${look}">${inside}</a>`;
}

/** White, or black on what is light. */
function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const light = (part: number) => (part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue) > 0.36 ? '#000000' : '#ffffff';
}

/** The same without markup, for readers that show none. */
export function messageText(root: Node, style?: Partial<MessageStyle>): string {
  if (style?.isLabel) return (root.textContent ?? '').replaceAll(gap, '').replaceAll('\u00a0', ' ').trim();
  const write = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof HTMLElement)) return '';
    const { chip, picture, alt = '' } = node.dataset;
    if (chip !== undefined) return writeChip(chip);
    if (picture !== undefined) return alt;
    const inside = [...node.childNodes].map(write).join('');
    if (node.localName === 'br') return '\n';
    if (node.localName === 'li') return `- ${inside.trim()}\n`;
    if (node.localName === 'a' && inside !== node.getAttribute('href'))
      return `${inside} (${node.getAttribute('href')})`;
    return blocks.includes(node.localName) || node.localName === 'div' ? `${inside.trim()}\n\n` : inside;
  };
  const text = [...root.childNodes].map(write).join('').replaceAll(gap, '').replaceAll('\u00a0', ' ');
  return keepLoneBraces(text.replace(/\n{3,}/g, '\n\n').trim());
}

/** A text without markup as it stands in the editor. Expressions in it stay as they are. */
export function paragraphsHtml(text: string): string {
  const escaped = splitTemplate(text)
    .map((piece) => ('text' in piece ? escapeText(piece.text) : writeChip(piece.chip)))
    .join('');
  const paragraphs = escaped.split(/\n{2,}/).filter((block) => block.trim() !== '');
  return paragraphs.map((block) => `<p>${block.trim().replaceAll('\n', '<br>')}</p>`).join('\n');
}

export const bodyStyle = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5';

/** The body of an email: mail programs have no style of their own for it. */
export function emailBody(source: string, direction: 'ltr' | 'rtl'): string {
  return `<div dir="${direction}" style="${bodyStyle}">\n${source}\n</div>`;
}
