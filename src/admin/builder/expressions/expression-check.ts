// Whether an expression or a template can be read, said by core's own compiler, and which names in it the form does not
// have. The words of core are English and for programs; here they become words for people.
import { compileExpression } from '../../../core/expression/compile.ts';
import { ExpressionSyntaxError } from '../../../core/expression/errors.ts';
import { functions } from '../../../core/expression/functions.ts';
import { compileTemplate } from '../../../core/text/template.ts';
import type { TextKey, Translate } from '../../texts.ts';
import type { SourceKind } from './expression-completion.ts';
import { type ExpressionNames, writePath } from './expression-names.ts';

export interface SourceCheck {
  readonly error: SourceError | undefined;
  /** Names that the form does not have. Not an error: a field may come later. */
  readonly unknown: readonly string[];
}

export interface SourceError {
  /** As core says it. */
  readonly message: string;
  /** From zero. */
  readonly position: number;
}

/** Blank is nothing to object to: whoever needs a value says so. */
export function checkSource(source: string, kind: SourceKind, names: ExpressionNames): SourceCheck {
  if (!/\S/.test(source)) return { error: undefined, unknown: [] };
  try {
    const { reads } = kind === 'expression' ? compileExpression(source) : compileTemplate(source, { mode: 'text' });
    const unknown = reads.filter((read) => !names.knows(read)).map(writePath);
    return { error: undefined, unknown: [...unknown, ...unknownFunctions(source)] };
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return { error: { message: error.message, position: error.position }, unknown: [] };
  }
}

function unknownFunctions(source: string): string[] {
  const called = [...source.matchAll(/(?<![.\w$])fn\s*\.\s*([\w.]+)\s*\(/g)].map(([, name = '']) => name);
  return [...new Set(called)].filter((name) => !Object.hasOwn(functions, name)).map((name) => `fn.${name}()`);
}

/** The parts of the source around the error: what is there is marked. */
export function excerptAround(source: string, position: number): { before: string; at: string; after: string } {
  const lineStart = source.lastIndexOf('\n', position - 1) + 1;
  const lineEnd = source.indexOf('\n', position);
  const from = Math.max(lineStart, position - 24);
  const to = Math.min(lineEnd === -1 ? source.length : lineEnd, position + 24);
  const at = position < to ? String.fromCodePoint(source.codePointAt(position)!) : '';
  return {
    before: (from > lineStart ? '…' : '') + source.slice(from, position),
    at,
    after: source.slice(position + at.length, to) + (to < (lineEnd === -1 ? source.length : lineEnd) ? '…' : ''),
  };
}

/** `t` is of the app's language. What is not recognised is shown in core's words. */
export function syntaxText(message: string, t: Translate<TextKey<'builder/syntax'>>): string {
  const reason = message.replace(/ at position \d+\.$/, '');
  for (const [pattern, key] of reasons) {
    const found = pattern.exec(reason);
    if (found === null) continue;
    const { found: stray = '', expected = '' } = found.groups ?? {};
    return t(key, { found: isolated(stray), expected: expectedText(expected, t) });
  }
  return reason;
}

type SyntaxKey = TextKey<'builder/syntax'>;

const reasons: readonly (readonly [RegExp, SyntaxKey])[] = [
  [/^Expected a function but found "(?<found>.*)"$/, 'noSuchFunction'],
  [/: assignment with "="/, 'assignment'],
  [/: only one expression is allowed/, 'oneOnly'],
  [/^Expected an expression: "(?<found>.*)" is not available$/, 'notAvailable'],
  [/^Expected an operator after the number$/, 'operatorAfterNumber'],
  [/^Expected a closing (?<found>.) for the text$/, 'closingQuote'],
  [/^Expected four hexadecimal digits/, 'hexDigits'],
  [/^Expected at most (?<found>\d+) characters$/, 'tooLong'],
  [/^Expected at most (?<found>\d+) /, 'tooDeep'],
  [/^Expected a filter \(one of (?<expected>.*)\) but found "(?<found>.*)"$/, 'noSuchFilter'],
  [/^Expected (?<expected>.*) but found the end$/s, 'endTooEarly'],
  [/^Expected (?<expected>.*) but found "(?<found>.*)"$/s, 'unexpected'],
];

function expectedText(expected: string, t: Translate<SyntaxKey>): string {
  const key = expectations[expected];
  return key === undefined ? expected.split(' or ').map(isolated).join(t('or')) : t(key);
}

/** Code inside a sentence: brackets and operators must not turn with right-to-left text. */
function isolated(code: string): string {
  return `\u2066${code}\u2069`;
}

const expectations: Readonly<Record<string, SyntaxKey>> = {
  'the end of the expression': 'anOperator',
  'an expression or an operator': 'anExpression',
  'an expression': 'anExpression',
  'a name': 'aName',
  'the name of a filter': 'aFilter',
  'a key or "}"': 'aKey',
};
