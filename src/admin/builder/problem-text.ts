// What is wrong with a definition, in words for people: core says it in English, as programs expect it.
import type { DefinitionProblem } from '../../core/definition/check-form.ts';
import { type TextKey, type Translate, useTexts } from '../texts.ts';
import { syntaxText } from './expressions/expression-check.ts';

type Key = TextKey<'builder/problemText'>;

const patterns: readonly (readonly [RegExp, Key])[] = [
  [/^is required$/, 'required'],
  [/^is not allowed to be empty$/, 'empty'],
  [/^length must be less/, 'tooLong'],
  [/^must not start with __/, 'screenState'],
  [/^must not contain ≡/, 'columns'],
  [/^must not contain control/, 'control'],
  [/^contains a duplicate data path: (?<name>.*)$/s, 'duplicate'],
  [/^contains a duplicate value/, 'duplicateValue'],
  [/^must be a valid pattern: (?<reason>.*)$/s, 'pattern'],
  [/^must not be nested deeper/, 'depth'],
  [/^must contain less than/, 'count'],
];

export function useProblemText(): (problem: DefinitionProblem) => string {
  const t = useTexts('builder/problemText');
  const syntax = useTexts('builder/syntax');
  return (problem) => problemText(problem, t, syntax);
}

function problemText(
  { message, path }: DefinitionProblem,
  t: Translate<Key>,
  syntax: Translate<TextKey<'builder/syntax'>>,
): string {
  const reason = message.replace(/^"[^"]*" /, '');
  if (/\.type$/.test(path) && reason.startsWith('must be one of')) return t('type');
  const [, source] = /^must be a valid (?:expression|template): (.*)$/s.exec(reason) ?? [];
  if (source !== undefined) return syntaxText(source, syntax);
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(reason);
    if (found !== null) return t(key, { ...found.groups });
  }
  return t('wrong', { reason: `\u2066${reason}\u2069` });
}
