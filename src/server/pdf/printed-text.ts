// Text as it is set: lines with the direction they are read in, as `dir="auto"` gives it on a page. Two marks, which the layout
// takes out again, say where a word that is too long for its column may break, and what keeps its own direction.
// Every function here takes a time that grows with the length of its text and nothing else.

import type { Line, TextStyle } from './printed-document.ts';

const wideRun = 26;
/** The typesetting process has time for more. */
const maxTextHere = 1000;

/** A long text stays as it is, as one line that set-texts.ts sets in the typesetting process: the event loop is not held. */
export function printText(text: string, style: TextStyle = {}): Line[] {
  return text.length > maxTextHere ? [{ text, dir: 'ltr', unset: style }] : setText(text, style);
}

export function setText(text: string, { neutralDir = 'ltr', maxRun = wideRun }: TextStyle): Line[] {
  const shown = withFewMarks(text.replace(/[\u2066-\u2069]/g, ''));
  const lines = withoutBlankEnds(shown).split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
  return lines.map((line) => {
    const dir = textDirection(line) ?? neutralDir;
    return { text: isolateNumbers(breakLongRuns(line, maxRun)), dir };
  });
}

/** A letter under thousands of marks takes the typesetter all the memory it may have; no script writes more than a few. */
export function withFewMarks(text: string): string {
  return text.replace(/(\p{M}{8})\p{M}+/gu, '$1');
}

/** Without the blank lines at its start and the blanks at its end; the first line keeps its indent. */
function withoutBlankEnds(text: string): string {
  const shown = text.trimEnd();
  const indent = shown.length - shown.trimStart().length;
  return indent === 0 ? shown : shown.slice(shown.lastIndexOf('\n', indent - 1) + 1);
}

/** The direction of the first letter; undefined without one. */
export function textDirection(text: string): Line['dir'] | undefined {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const startIsolate = '\u2066';
const endIsolate = '\u2069';
/** What keeps its direction is set in one piece. */
const maxIsolate = 40;
// The signs before a number and the slash after an address belong to no direction: between Hebrew words `+972 50` would come
// out as `972 50+`.
const leftToRightRun =
  /(?:https?:\/\/|www\.)[^\s\u0590-\u05ff]+|(?<![\p{L}\p{N}])[+*#(\u2212-]\(?\d[\d\s().,*#/\u2013-]*[%\u2030\u00b0]?/gu;

export function isolateNumbers(text: string): string {
  if (!rightToLeft.test(text)) return text;
  return text.replace(leftToRightRun, (run) => {
    let end = run.length;
    while (end > 0 && /[\s.,]/.test(run[end - 1]!)) end--;
    const whole = run.slice(0, end).replaceAll(zeroWidthSpace, '');
    if (whole.length > maxIsolate) return run;
    return startIsolate + whole + endIsolate + run.slice(end);
  });
}

/** Without the marks. */
export function plainText(text: string): string {
  return text.replace(/[\u200b\u2066\u2069]/g, '');
}

const zeroWidthSpace = '\u200b';
const piece = 8;

/** Typesetting never breaks inside a word, so one that is wider than the page would leave it. */
export function breakLongRuns(text: string, maxRun: number): string {
  if (text.length <= maxRun) return text;
  // At these signs a line may break anyway.
  return text.replace(/[^\s/?&-]+/g, (run) => (run.length <= maxRun ? run : breakRun(run)));
}

function breakRun(run: string): string {
  let broken = '';
  let sinceBreak = 0;
  for (const segment of simpleCharacters.test(run) ? run : graphemesOf(run)) {
    if (sinceBreak === piece || (sinceBreak > 1 && /[.@_]/.test(segment))) {
      broken += zeroWidthSpace;
      sinceBreak = 0;
    }
    broken += segment;
    sinceBreak++;
  }
  return broken;
}

/** Each of these is a grapheme by itself. */
const simpleCharacters = /^[\x21-\x7e\u00a1-\u00ac\u00ae-\u02ff\u05d0-\u05ea]*$/;

// A break inside a grapheme would tear an accent or a part of an emoji off.
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The segmenter's time grows with the square of its text, so it sees a piece at a time. */
const maxSegmented = 200;

function* graphemesOf(run: string): Generator<string> {
  for (let start = 0; start < run.length; ) {
    const piece = run.slice(start, start + maxSegmented);
    const isLast = start + piece.length === run.length;
    const segments = Array.from(graphemes.segment(piece), ({ segment }) => segment);
    // The last one may go on in the next piece. One that is longer than a piece is torn: no font draws such a thing.
    const tail = isLast || segments.length === 1 ? '' : segments.pop()!;
    yield* segments;
    start += piece.length - tail.length;
  }
}
