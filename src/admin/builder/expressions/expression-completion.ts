// What can be completed at the caret of an expression or a template: the part of the text that would be replaced, and the
// names that fit it, best first. People type what they know: the start of a name, its last part, or words of the label.
import { ExpressionSyntaxError } from '../../../core/expression/errors.ts';
import { readToken, type Token } from '../../../core/expression/tokens.ts';
import { foldText } from '../../../core/text/fold-text.ts';
import type { ExpressionNames, KnownName } from './expression-names.ts';

export type SourceKind = 'expression' | 'template';

export interface Suggestion {
  /** What is put into the text. */
  readonly text: string;
  readonly name: KnownName | undefined;
  readonly isFilter: boolean;
}

export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

export interface CompletionRequest {
  readonly source: string;
  readonly caret: number;
  readonly kind: SourceKind;
  readonly names: ExpressionNames;
  /** The person asked for the list: it comes also where nothing was typed. */
  readonly isAsked: boolean;
}

const maxSuggestions = 200;

export function findCompletion({ source, caret, kind, names, isAsked }: CompletionRequest): Completion | undefined {
  const start = kind === 'expression' ? 0 : openingBefore(source, caret);
  if (start === undefined) return isAsked ? wrapped(names, caret) : undefined;
  const before = tokensBefore(source, start, caret);
  if (before === undefined) return undefined;
  const [word = ''] = /[$_\p{ID_Start}][$.\p{ID_Continue}]*$/u.exec(source.slice(start, caret)) ?? [];
  const from = caret - word.length;
  const last = before.filter(({ position }) => position < from).at(-1);
  if (last?.text === '|') return offer(from, caret, filterSuggestions(names, word));
  // After a value comes an operator, not a name.
  const isAfterValue = last !== undefined && (last.kind !== 'operator' || /^[)\]}.]$/.test(last.text));
  const isJustOpened = kind === 'template' && last === undefined;
  if (isAfterValue || (word === '' && !isAsked && !isJustOpened)) return undefined;
  return offer(from, caret, suggest(names, word));
}

/** The text with a suggestion in place, and where the caret then is. */
export function applySuggestion(
  source: string,
  { from, to }: Completion,
  { text }: Suggestion,
): { source: string; caret: number } {
  return { source: source.slice(0, from) + text + source.slice(to), caret: from + text.length };
}

/** Just after the `{{` that the caret is inside of. */
function openingBefore(source: string, caret: number): number | undefined {
  const open = source.lastIndexOf('{{', caret - 2);
  if (open === -1 || caret < open + 2) return undefined;
  const close = source.indexOf('}}', open + 2);
  return close !== -1 && close < caret ? undefined : open + 2;
}

/** undefined inside a text in quotes, where names mean nothing. */
function tokensBefore(source: string, start: number, caret: number): Token[] | undefined {
  const tokens: Token[] = [];
  const part = source.slice(0, caret);
  for (let offset = start; ; ) {
    try {
      const token = readToken(part, offset);
      if (token.kind === 'end') return tokens;
      tokens.push(token);
      offset = token.end;
    } catch (error) {
      if (!(error instanceof ExpressionSyntaxError)) throw error;
      if (/["']/.test(part[error.position] ?? '')) return undefined;
      // Any other character that cannot be: what follows may still be completed.
      offset = Math.max(offset, error.position) + 1;
    }
  }
}

function offer(from: number, to: number, suggestions: readonly Suggestion[]): Completion | undefined {
  return suggestions.length === 0 ? undefined : { from, to, suggestions };
}

function wrapped(names: ExpressionNames, caret: number): Completion | undefined {
  const wrap = (name: KnownName): Suggestion => ({ text: `{{ ${name.text} }}`, name, isFilter: false });
  return offer(caret, caret, [...names.fields, ...names.facts].slice(0, maxSuggestions).map(wrap));
}

function filterSuggestions(names: ExpressionNames, word: string): Suggestion[] {
  return names.filters
    .filter((name) => name.startsWith(word) && name !== word)
    .map((text) => ({ text, name: undefined, isFilter: true }));
}

function suggest({ fields, facts, functions }: ExpressionNames, word: string): Suggestion[] {
  const all = [...fields, ...facts, ...functions];
  // What is written out already needs no list in the way.
  if (all.some(({ text }) => text === word)) return [];
  return all
    .map((name) => ({ name, rank: rankOf(name, foldText(word)) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxSuggestions)
    .map(({ name }) => ({ text: name.text, name, isFilter: false }));
}

function rankOf({ text, path, label, kind }: KnownName, word: string): number {
  const isField = kind !== 'fact';
  const written = foldText(text);
  if (written.startsWith(word)) return isField ? 0 : 3;
  if (foldText(path.at(-1)!).startsWith(word)) return isField ? 1 : 4;
  const spoken = isField ? foldText(label) : '';
  if (spoken.startsWith(word)) return 1;
  if (spoken.includes(word)) return 2;
  return word.length > 1 && written.includes(word) ? 5 : Number.POSITIVE_INFINITY;
}
