// The words of a $filter: names, literals, parentheses. [odata.filter]
import { errors } from '../base/errors.ts';

/** Types as a filter compares them: whole numbers and others are one. */
export type FilterType = 'String' | 'Number' | 'Boolean' | 'Date' | 'DateTimeOffset' | 'TimeOfDay' | 'Null';

export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly at: number }
  | { readonly kind: 'mark'; readonly text: string; readonly at: number }
  | { readonly kind: 'literal'; readonly type: FilterType; readonly value: string | number; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

/** A plus that nobody encoded arrives as a blank. */
const moment = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)?(Z|[+ -]\d\d:\d\d)/iy;
const day = /\d{4}-\d\d-\d\d/y;
const clock = /([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,12}))?)?/y;
const number = /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const word = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]*/uy;
const blanks = /[ \t]+/y;
/** The colon is of lambdas, which are refused by name. */
const marks = '(),/:';

export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const match = (pattern: RegExp) => {
      pattern.lastIndex = at;
      return pattern.exec(text);
    };
    const blank = match(blanks);
    if (blank !== null) {
      at += blank[0].length;
      continue;
    }
    const [token, length] = nextToken(text, at, match);
    tokens.push(token);
    at += length;
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

type Match = (pattern: RegExp) => RegExpExecArray | null;

function nextToken(text: string, at: number, match: Match): [Token, number] {
  const character = text[at] as string;
  if (character === "'") return readString(text, at);
  if (marks.includes(character)) return [{ kind: 'mark', text: character, at }, 1];
  const literal = (type: FilterType, value: string | number | undefined, found: RegExpExecArray): [Token, number] => [
    { kind: 'literal', type, value: value ?? refuseAt(text, at), at },
    found[0].length,
  ];
  const momentFound = match(moment);
  if (momentFound !== null) return literal('DateTimeOffset', readMoment(momentFound), momentFound);
  const dayFound = match(day);
  if (dayFound !== null) return literal('Date', readDay(dayFound[0]), dayFound);
  const clockFound = match(clock);
  if (clockFound !== null) return literal('TimeOfDay', readClock(clockFound), clockFound);
  const numberFound = match(number);
  if (numberFound !== null) return literal('Number', finite(Number(numberFound[0])), numberFound);
  const wordFound = match(word);
  if (wordFound !== null) return [{ kind: 'word', text: wordFound[0], at }, wordFound[0].length];
  if (character === '@' || character === '$')
    throw errors.odata('odataNotSupported', { feature: `${character} in $filter` });
  return refuseAt(text, at);
}

const nearLength = 30;

export function refuseAt(text: string, at: number): never {
  throw errors.odata('odataFilterUnreadable', { position: at + 1, near: text.slice(at, at + nearLength) || '…' });
}

/** Two quotation marks inside are one. */
function readString(text: string, at: number): [Token, number] {
  let end = at + 1;
  for (;;) {
    end = text.indexOf("'", end);
    if (end < 0) return refuseAt(text, at);
    if (text[end + 1] !== "'") break;
    end += 2;
  }
  const value = text.slice(at + 1, end).replaceAll("''", "'");
  return [{ kind: 'literal', type: 'String', value, at }, end + 1 - at];
}

const isoLength = '2024-05-17T09:30:00.000Z'.length;

/** In UTC without the Z, with all digits that count: so the order of the texts is the order of the times. */
function readMoment([, date, minutes, seconds = '00', fraction = '', offset]: RegExpExecArray): string | undefined {
  if (readDay(date as string) === undefined) return undefined;
  const zone = (offset as string).replace(' ', '+').toUpperCase();
  const ms = Date.parse(`${date}T${minutes}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`);
  if (Number.isNaN(ms)) return undefined;
  const iso = new Date(ms).toISOString();
  return iso.length === isoLength ? iso.slice(0, -1) + restOf(fraction) : undefined;
}

/** The day, if there is such a one. */
function readDay(text: string): string | undefined {
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, text.length) !== text ? undefined : text;
}

function readClock([, hour, minute, second = '00', fraction = '']: RegExpExecArray): string {
  return `${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${restOf(fraction)}`;
}

const restOf = (fraction: string) => fraction.slice(3).replace(/0+$/, '');

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);
