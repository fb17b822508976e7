// HTML that the owner of a form wrote, drawn from an allow-list: the markup is read in a document that runs nothing, and only tags and
// attributes that rich text may hold are created here. Nothing of the original reaches the page. [fill-links.html]
import { type ComponentChildren, h, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { pictureAddress, pictureSize } from '../core/definition/picture-address.ts';
import {
  maxRichTextDepth,
  richTextAttributes,
  richTextSchemes,
  richTextTags,
} from '../core/definition/rich-text-rules.ts';
import { pathOfPicture } from './picture-path.ts';

export function HtmlText({ html }: { html: string }): VNode {
  const inside = useMemo(() => drawHtml(html), [html]);
  return <span class="html-text">{inside}</span>;
}

function drawHtml(html: unknown): ComponentChildren {
  if (typeof html !== 'string') return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node) => drawNode(node, 0));
}

/** What is in these is not the writer's text. */
const dropped = [
  'script',
  'style',
  'template',
  'title',
  'textarea',
  'select',
  'option',
  'iframe',
  'object',
  'svg',
  'math',
];

function drawNode(node: Node, depth: number): ComponentChildren {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE || depth > maxRichTextDepth) return null;
  const element = node as Element;
  const tag = element.localName;
  if (dropped.includes(tag)) return null;
  const inside = [...element.childNodes].map((child) => drawNode(child, depth + 1));
  if (tag === 'img') return drawPicture(element);
  if (!richTextTags.includes(tag)) return inside;
  if (tag === 'a') return drawLink(element, inside);
  return h(tag, attributesOf(element, tag), tag === 'br' || tag === 'hr' ? undefined : inside);
}

function drawLink(element: Element, inside: ComponentChildren): ComponentChildren {
  const href = addressOf(element.getAttribute('href') ?? '');
  if (href === undefined) return inside;
  const isPage = href.startsWith('http');
  return (
    <a href={href} rel="noopener noreferrer" {...(isPage && { target: '_blank' })}>
      {inside}
    </a>
  );
}

/** [fill-links.html-pictures] Of the service's own only: no other address may tell its owner who fills the form. */
function drawPicture(element: Element): ComponentChildren {
  const address = element.getAttribute('src') ?? '';
  if (!pictureAddress.test(address)) return null;
  const read = (name: string) => element.getAttribute(name) ?? '';
  // With its size, what is below it stays where it is when it arrives.
  return <img src={pathOfPicture(address)} alt={read('alt')} {...pictureSize(read)} loading="lazy" decoding="async" />;
}

/** Whole addresses only: a relative one would lead to another page of the service. */
function addressOf(text: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url !== undefined && richTextSchemes.includes(url.protocol.slice(0, -1)) ? url.href : undefined;
}

function attributesOf(element: Element, tag: string): Record<string, string> {
  const names = ['dir', 'lang', ...(richTextAttributes[tag] ?? [])];
  return Object.fromEntries(
    names.flatMap((name) => (element.hasAttribute(name) ? [[name, element.getAttribute(name)!]] : [])),
  );
}
