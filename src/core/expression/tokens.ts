// Cuts an expression into tokens, one at a time: a template does not know where an expression ends before the
// expression is read. [expressions.language]

import { ExpressionSyntaxError } from './errors.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'end';
  /** The token as written; a string's meaning is in `value`. */
  readonly text: string;
  readonly value: string | number;
  readonly position: number;
  readonly end: number;
}

const namePattern = /[$_\p{ID_Start}][$\p{ID_Continue}]*/uy;
const numberPattern = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const operatorPattern = /[=!]==?|[<>]=?|&&|\|\|?|[-+*/%!?:.,;=()[\]{}]/y;
const string = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const space = /\s*/y;
const escapePattern = /\\(u[\da-fA-F]{4}|[\s\S])/g;
const escapedCharacters: Readonly<Record<string, string>> = { n: '\n', f: '\f', r: '\r', t: '\t', v: '\v' };

export function readToken(source: string, offset: number): Token {
  const position = offset + match(space, source, offset)!.length;
  const token = (kind: Token['kind'], text: string, value: string | number = text): Token => ({
    kind,
    text,
    value,
    position,
    end: position + text.length,
  });

  const first = source[position];
  if (first === undefined) return token('end', '');
  const name = match(namePattern, source, position);
  if (name !== undefined) return token('name', name);
  const number = match(numberPattern, source, position);
  if (number !== undefined) {
    const end = position + number.length;
    if (match(namePattern, source, end) !== undefined || match(numberPattern, source, end) !== undefined) {
      throw new ExpressionSyntaxError('Expected an operator after the number', end);
    }
    return token('number', number, Number(number));
  }
  if (first === "'" || first === '"') {
    const text = match(string, source, position);
    if (text === undefined) throw new ExpressionSyntaxError(`Expected a closing ${first} for the text`, position);
    return token('string', text, readEscapes(text, position));
  }
  const operator = match(operatorPattern, source, position);
  if (operator !== undefined) return token('operator', operator);
  const character = String.fromCodePoint(source.codePointAt(position)!);
  throw new ExpressionSyntaxError(`Expected an expression or an operator but found "${character}"`, position);
}

/** Whether a word can stand after a dot or as an object key without quotes. */
export function isName(text: string): boolean {
  return match(namePattern, text, 0)?.length === text.length && text !== '';
}

function match(pattern: RegExp, source: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0];
}

// As in AngularJS, a backslash before any other character stands for that character.
function readEscapes(text: string, position: number): string {
  return text.slice(1, -1).replace(escapePattern, (_, escaped: string, offset: number) => {
    if (escaped === 'u')
      throw new ExpressionSyntaxError('Expected four hexadecimal digits after \\u', position + 1 + offset);
    return escaped.length > 1
      ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      : (escapedCharacters[escaped] ?? escaped);
  });
}
