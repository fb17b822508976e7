// The plain text of an HTML email, for readers that show no HTML.
import { Parser } from 'htmlparser2';

const skipped = new Set(['head', 'style', 'script', 'template', 'title', 'noscript', 'svg', 'object', 'iframe']);
/** How many line breaks stand around an element. */
const breaks: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre'].map(two)),
  ...Object.fromEntries(['div', 'section', 'article', 'header', 'footer', 'tr', 'li', 'dt', 'dd', 'hr'].map(one)),
};

export function htmlToText(html: string): string {
  let text = '';
  let skippedDepth = 0;
  let preDepth = 0;
  /** Line breaks that are due before the next words. */
  let due = 0;
  const links: { readonly href: string; readonly start: number }[] = [];

  function write(words: string): void {
    if (words === '') return;
    if (due > 0 && text !== '') text = text.trimEnd() + '\n'.repeat(due);
    due = 0;
    text += /\s$/.test(text) && preDepth === 0 ? words.trimStart() : words;
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipped.has(name)) skippedDepth += 1;
      if (skippedDepth > 0) return;
      due = Math.max(due, breaks[name] ?? 0);
      if (name === 'pre') preDepth += 1;
      if (name === 'br') due += 1;
      if (name === 'li') write('- ');
      if (name === 'td' || name === 'th') write(' ');
      if (name === 'img') write(attributes['alt'] ?? '');
      if (name === 'a') links.push({ href: attributes['href'] ?? '', start: text.length });
    },
    ontext(words) {
      if (skippedDepth > 0) return;
      if (preDepth > 0) write(words);
      else if (words.trim() !== '' || due === 0) write(words.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (skipped.has(name)) skippedDepth = Math.max(0, skippedDepth - 1);
      if (skippedDepth > 0) return;
      due = Math.max(due, breaks[name] ?? 0);
      if (name === 'pre') preDepth = Math.max(0, preDepth - 1);
      const link = name === 'a' ? links.pop() : undefined;
      if (link !== undefined && /^(?:https?|mailto|tel):/i.test(link.href)) {
        const shown = text.slice(link.start).trim();
        if (shown !== link.href && `mailto:${shown}` !== link.href) write(` (${link.href})`);
      }
    },
  });
  parser.end(html);
  return text.trim();
}

function one(name: string): [string, number] {
  return [name, 1];
}

function two(name: string): [string, number] {
  return [name, 2];
}
