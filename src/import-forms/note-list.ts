// What could not be brought over, collected while a form is imported: where it was in the file, and what became of it.

import { directionOf, type Locale } from '../core/locale/locale.ts';
import { textWriter } from '../core/text/fill-text.ts';
import { importWords } from '../words/all/import.ts';
import type { Text } from '../words/words.ts';
import { CannotSay } from './cannot-say.ts';

export type NoteCode = keyof (typeof importWords)['en']['notes'];

export interface Note {
  /** A row of a sheet, a page, the name of a question; '' for the whole form. */
  readonly where: string;
  readonly what: string;
  readonly code: NoteCode;
}

type Values = Readonly<Record<string, string | number>>;

export interface NoteList {
  add(where: string, code: NoteCode, values?: Values): void;
  /** The result, or undefined after a note about an expression that cannot be said. */
  attempt<T>(where: string, code: NoteCode, source: string, translate: () => T): T | undefined;
  /** One note for what is met many times: `code` with how many, and where first. */
  count(code: NoteCode, values: Values, where: string): void;
  finish(): Note[];
}

/** A list for people; what is beyond is counted. */
const maxNotes = 2_000;
const maxQuoted = 200;

export function createNotes(locale: Locale): NoteList {
  const count = textWriter(locale);
  // What is quoted is mostly code and names: between Hebrew words it keeps its own direction.
  const isolate = directionOf(locale) === 'rtl';
  const words = importWords[locale];
  const write = (text: Text, values: Values) => count(text, quoteAll(values, isolate));
  const notes: Note[] = [];
  const counted = new Map<string, { code: NoteCode; values: Values; where: string; count: number }>();
  let left = 0;
  const push = (where: string, code: NoteCode, values: Values) => {
    if (notes.length >= maxNotes) left += 1;
    else notes.push({ where: clipQuote(where), what: write(words.notes[code], values), code });
  };
  return {
    add: (where, code, values = {}) => push(where, code, values),
    attempt(where, code, source, translate) {
      try {
        return translate();
      } catch (error) {
        if (!(error instanceof CannotSay)) throw error;
        const reason = write(words.reasons[error.reason], error.values);
        push(where, code, { source, reason });
        return undefined;
      }
    },
    count(code, values, where) {
      const key = JSON.stringify([code, values]);
      const known = counted.get(key);
      if (known !== undefined) known.count += 1;
      else if (counted.size < maxNotes) counted.set(key, { code, values, where, count: 1 });
      else left += 1;
    },
    finish() {
      for (const { code, values, where, count } of counted.values()) push(where, code, { ...values, count });
      if (left > 0) {
        notes.push({ where: '', what: write(words.notes.moreNotes, { count: left }), code: 'moreNotes' });
      }
      return notes.sort((a, b) => orderOf(a) - orderOf(b));
    },
  };
}

/** Of a workbook by rows; of anything else as they came, what is about the whole form first. */
function orderOf({ where, code }: Note): number {
  if (where === '') return code === 'moreNotes' ? Number.POSITIVE_INFINITY : 0;
  const [, sheet, row] = /^(survey|choices) (\d+)/.exec(where) ?? [];
  return sheet === undefined ? maxRow * 2 : Number(row) + (sheet === 'choices' ? maxRow : 0);
}

const maxRow = 10_000_000;

function quoteAll(values: Values, isolate: boolean): Values {
  const quote = (text: string) => (isolate ? `\u2068${clipQuote(text)}\u2069` : clipQuote(text));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? quote(value) : value]),
  );
}

/** On one line, and not too long for a note. */
export function clipQuote(text: string): string {
  const line = text
    .slice(0, 2 * maxQuoted)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;
}
