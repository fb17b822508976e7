// Cleans the HTML of fDoc values: what src/core/definition/rich-text-rules.ts allows stays, everything that could run or load is
// dropped. The time grows with the length of the text and nothing else: reading stops at the first tag that is too deep.
// [values.rich-text]
import { Parser } from 'htmlparser2';
import { pictureAddress, pictureSize } from '../../core/definition/picture-address.ts';
import {
  maxRichTextDepth,
  richTextAttributes,
  richTextLinkRel,
  richTextSchemes,
  richTextSharedAttributes,
  richTextTags,
  richTextUnsafeValue,
} from '../../core/definition/rich-text-rules.ts';
import { runAtOnce, type Steps } from '../../core/definition/steps.ts';
import { cleanStyle } from './clean-style.ts';
import { parseInSteps } from './shallow-parser.ts';

/** undefined for HTML that is too long, nested too deeply or cut into too many pieces. */
export function cleanHtml(html: string): string | undefined {
  return runAtOnce(clean(html, false));
}

/** The same for HTML that an owner wrote: pictures that were sent for forms stay. [after-actions.screen.html] [fill-links.html-pictures] */
export function cleanOwnerHtml(html: string): string | undefined {
  return runAtOnce(cleanOwnerHtmlInSteps(html));
}

export function cleanOwnerHtmlInSteps(html: string): Steps<string | undefined> {
  return clean(html, true);
}

function* clean(html: string, keepsPictures: boolean): Steps<string | undefined> {
  if (html.length > maxRichTextLength) return undefined;
  return /[<>&]/.test(html) ? yield* readHtml(html, keepsPictures) : html;
}

// choice: together these keep the longest cleaning within what one request may take. They are some 200 pages, and a table of
// 10,000 cells with a style each.
/** Characters, of what is sent and of what is stored: a `<` alone is stored as four. */
export const maxRichTextLength = 500_000;
/** Tags and attributes. */
export const maxRichTextParts = 30_000;

const allowedTags = new Set(richTextTags);
const attributesOf = new Map(
  richTextTags.map((tag) => [tag, new Set([...(richTextAttributes[tag] ?? []), ...richTextSharedAttributes, 'style'])]),
);
/** Without their tag, the text in these is not the writer's. */
const droppedWhole = new Set(['script', 'style', 'textarea', 'option', 'xmp']);
const withoutEnd = new Set(['br', 'hr']);
/** Any other attribute that reads like an address is held to the same schemes as a link. */
const isFreeText = new Set(['title', 'style']);
/** Of the allowed attributes only this one says something by its name alone. */
const meansSomethingEmpty = new Set(['align']);

class TooMuch extends Error {}

function* readHtml(html: string, keepsPictures: boolean): Steps<string | undefined> {
  let clean = '';
  let parts = 0;
  const open: string[] = [];
  let droppedDepth = 0;
  let hasDropped = false;
  const parser = new Parser({
    onopentagname() {
      if (open.length >= maxRichTextDepth || ++parts > maxRichTextParts) throw new TooMuch();
    },
    onattribute() {
      if (++parts > maxRichTextParts) throw new TooMuch();
    },
    onopentag(name, attributes) {
      open.push(name);
      if (droppedDepth > 0 || droppedWhole.has(name)) droppedDepth++;
      else if (allowedTags.has(name)) {
        clean += `<${name}${writeAttributes(name, attributes)}${withoutEnd.has(name) ? ' />' : '>'}`;
      } else if (keepsPictures && name === 'img') clean += writePicture(attributes);
      else hasDropped = true;
    },
    ontext(text) {
      if (droppedDepth === 0) clean += escapeText(text);
      if (clean.length > maxRichTextLength) throw new TooMuch();
    },
    onclosetag(name) {
      // At the end of the text the parser also closes a tag that the text broke off in: it was never opened here.
      if (open.at(-1) !== name) return;
      open.pop();
      if (droppedDepth > 0) droppedDepth--;
      else if (allowedTags.has(name) && !withoutEnd.has(name)) clean += `</${name}>`;
    },
  });
  try {
    yield* parseInSteps(parser, html);
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
  if (clean.length > maxRichTextLength) return undefined;
  // A tag that is gone may have kept its neighbours apart: `<p><x><p>`. Read once more, what is clean stays as it is.
  return hasDropped ? yield* readHtml(clean, keepsPictures) : clean;
}

/** Its address on whichever host shows it. */
function writePicture(attributes: Record<string, string>): string {
  const { src = '', alt = '' } = attributes;
  if (!pictureAddress.test(src)) return '';
  const size = pictureSize((name) => attributes[name] ?? '');
  const sizeText = size === undefined ? '' : ` width="${size.width}" height="${size.height}"`;
  const address = src.slice(src.lastIndexOf('/pictures/'));
  return `<img src="${address}" alt="${escapeText(alt).replaceAll('"', '&quot;')}"${sizeText} />`;
}

function writeAttributes(tag: string, attributes: Record<string, string>): string {
  let written = '';
  if (tag === 'a') attributes['rel'] = richTextLinkRel;
  const allowed = attributesOf.get(tag)!;
  for (const name in attributes) {
    if (!allowed.has(name)) continue;
    const sent = attributes[name]!;
    if ((!isFreeText.has(name) && !isSafeAddress(sent)) || richTextUnsafeValue.test(sent)) continue;
    const value = name === 'style' ? cleanStyle(sent) : sent;
    if (value !== '') written += ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
    else if (meansSomethingEmpty.has(name)) written += ` ${name}`;
  }
  return written;
}

/** An allowed scheme or none; two slashes lead to another host without a scheme. Browsers skip blanks and control characters. */
function isSafeAddress(href: string): boolean {
  if (href.includes('<!--')) return false;
  const seen = href.replace(/[\x00-\x20]+/g, '');
  const scheme = /^[a-z][a-z0-9.+-]*(?=:)/i.exec(seen)?.[0];
  if (scheme !== undefined) return richTextSchemes.includes(scheme.toLowerCase());
  return !/^[/\\]{2}/.test(seen);
}

function escapeText(text: string): string {
  // The parser hands out every entity by itself.
  if (text.length === 1) return text === '&' ? '&amp;' : text === '<' ? '&lt;' : text === '>' ? '&gt;' : text;
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
