// The plain text of an HTML email, for readers that show no HTML. [after-actions.emails.html]
import { runAtOnce, type Steps } from '../../core/definition/steps.ts';
import { parseInSteps, ShallowParser } from '../html/shallow-parser.ts';

const skipped = new Set(['head', 'style', 'script', 'template', 'title', 'noscript', 'svg', 'object', 'iframe']);
/** How many line breaks stand around an element. */
const breaks: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre'].map(two)),
  ...Object.fromEntries(['div', 'section', 'article', 'header', 'footer', 'tr', 'li', 'dt', 'dd', 'hr'].map(one)),
};

export function htmlToText(html: string): string {
  return runAtOnce(htmlToTextInSteps(html));
}

export function* htmlToTextInSteps(html: string): Steps<string> {
  const text = openText();
  let skippedDepth = 0;
  let preDepth = 0;
  /** Line breaks that are due before the next words. */
  let due = 0;
  const links: { readonly href: string; readonly start: number }[] = [];

  function write(words: string): void {
    if (words === '') return;
    if (due > 0) text.breakLine(due);
    due = 0;
    text.add(text.endsBlank() && preDepth === 0 ? words.trimStart() : words);
  }

  const parser = new ShallowParser({
    onopentag(name, attributes) {
      if (skipped.has(name)) skippedDepth += 1;
      if (skippedDepth > 0) return;
      due = Math.max(due, breaks[name] ?? 0);
      if (name === 'pre') preDepth += 1;
      if (name === 'br') due += 1;
      if (name === 'li') write('- ');
      if (name === 'td' || name === 'th') write(' ');
      if (name === 'img') write(attributes['alt'] ?? '');
      if (name === 'a') links.push({ href: attributes['href'] ?? '', start: text.length() });
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
        const shown = text.since(link.start, link.href.length);
        if (shown !== link.href && `mailto:${shown}` !== link.href) write(` (${link.href})`);
      }
    },
  });
  yield* parseInSteps(parser, html);
  return text.whole();
}

/** Text in pieces: what is added costs nothing of what is already there. */
function openText() {
  const pieces: string[] = [];
  let length = 0;
  return {
    length: () => length,
    whole: () => pieces.join('').trim(),
    endsBlank: () => pieces.length > 0 && /\s/.test(pieces.at(-1)!.at(-1)!),
    add,
    /** Not for text of which there is none yet; blanks before the break go. */
    breakLine(count: number): void {
      if (length === 0) return;
      for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
        const shown = last.trimEnd();
        length -= last.length;
        add(shown);
        if (shown !== '') break;
      }
      add('\n'.repeat(count));
    },
    /** The text from a place on, without blanks around it; undefined where it is much longer than what it is compared with. */
    since(start: number, expected: number): string | undefined {
      if (length - start > expected + maxBlanks) return undefined;
      let at = pieces.length;
      let from = length;
      while (at > 0 && from > start) from -= pieces[--at]!.length;
      return pieces
        .slice(at)
        .join('')
        .slice(start - from)
        .trim();
    },
  };

  function add(piece: string): void {
    if (piece === '') return;
    pieces.push(piece);
    length += piece.length;
  }
}

const maxBlanks = 100;

function one(name: string): [string, number] {
  return [name, 1];
}

function two(name: string): [string, number] {
  return [name, 2];
}
