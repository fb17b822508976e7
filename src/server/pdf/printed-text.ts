// Text as it is set: lines with the direction they are read in, as `dir="auto"` gives it on a page. Two marks, which the layout
// takes out again, say where a word that is too long for its column may break, and what keeps its own direction.

import type { Line } from './printed-document.ts';

export interface TextStyle {
  /** For a line without a letter, such as a phone number. */
  readonly neutralDir?: Line['dir'];
  /** How many characters without a space always fit. */
  readonly maxRun?: number;
}

const WIDE_RUN = 26;

export function printText(text: string, { neutralDir = 'ltr', maxRun = WIDE_RUN }: TextStyle = {}): Line[] {
  const lines = text.replace(/^\s*\n|\s+$|[\u2066-\u2069]/g, '').split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
  return lines.map((line) => {
    const dir = textDirection(line) ?? neutralDir;
    return { text: isolateNumbers(breakLongRuns(line, maxRun)), dir };
  });
}

/** The direction of the first letter; undefined without one. */
export function textDirection(text: string): Line['dir'] | undefined {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const START_ISOLATE = '\u2066';
const END_ISOLATE = '\u2069';
/** What keeps its direction is set in one piece. */
const MAX_ISOLATE = 40;
// The signs before a number and the slash after an address belong to no direction: between Hebrew words `+972 50` would come
// out as `972 50+`.
const leftToRightRun =
  /(?:https?:\/\/|www\.)[^\s\u0590-\u05ff]+|(?<![\p{L}\p{N}])[+*#(\u2212-]\(?\d[\d\s().,*#/\u2013-]*[%\u2030\u00b0]?/gu;

export function isolateNumbers(text: string): string {
  if (!rightToLeft.test(text)) return text;
  return text.replace(leftToRightRun, (run) => {
    const inside = run.replace(/[\s.,]+$/, '');
    const whole = inside.replaceAll(ZERO_WIDTH_SPACE, '');
    if (whole.length > MAX_ISOLATE) return run;
    return START_ISOLATE + whole + END_ISOLATE + run.slice(inside.length);
  });
}

/** Without the marks. */
export function plainText(text: string): string {
  return text.replace(/[\u200b\u2066\u2069]/g, '');
}

const ZERO_WIDTH_SPACE = '\u200b';
const PIECE = 8;

/** Typesetting never breaks inside a word, so one that is wider than the page would leave it. */
export function breakLongRuns(text: string, maxRun: number): string {
  if (text.length <= maxRun) return text;
  // At these signs a line may break anyway.
  return text.replace(/[^\s/?&-]+/g, (run) => (run.length <= maxRun ? run : breakRun(run)));
}

function breakRun(run: string): string {
  let broken = '';
  let sinceBreak = 0;
  for (const { segment } of graphemes.segment(run)) {
    if (sinceBreak === PIECE || (sinceBreak > 1 && /[.@_]/.test(segment))) {
      broken += ZERO_WIDTH_SPACE;
      sinceBreak = 0;
    }
    broken += segment;
    sinceBreak++;
  }
  return broken;
}

// A break inside a grapheme would tear an accent or a part of an emoji off.
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
