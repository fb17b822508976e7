// What is wrong with a definition, in words for people: core says it in English, as programs expect it.
import type { DefinitionProblem } from '../../core/definition/check-form.ts';
import { type Translate, useTexts } from '../texts.ts';
import { syntaxText } from './expressions/expression-check.ts';
import { syntaxTexts } from './expressions/syntax-texts.ts';

const texts = {
  en: {
    required: 'This is missing.',
    empty: 'This must not be empty.',
    tooLong: 'This is too long.',
    screenState: 'It must not begin with __.',
    columns: 'It must not contain ≡.',
    control: 'It must not contain control characters.',
    duplicate: 'Another element already has the name {name}.',
    duplicateValue: 'This value appears twice.',
    pattern: 'This pattern cannot be read: {reason}',
    depth: 'The form is nested too deeply.',
    count: 'The form has too many elements.',
    type: 'No element has this type. Fix it in the JSON view, or delete the element.',
    wrong: 'This is wrong: {reason}',
  },
  he: {
    required: 'זה חסר.',
    empty: 'אסור להשאיר ריק.',
    tooLong: 'ארוך מדי.',
    screenState: 'אסור להתחיל ב־__.',
    columns: 'אסור שיכיל ≡.',
    control: 'אסור שיכיל תווי בקרה.',
    duplicate: 'כבר יש רכיב אחר בשם {name}.',
    duplicateValue: 'אותו ערך מופיע פעמיים.',
    pattern: 'אי אפשר לקרוא את התבנית: {reason}',
    depth: 'הטופס מקונן עמוק מדי.',
    count: 'יש בטופס יותר מדי רכיבים.',
    type: 'אין רכיב מהסוג הזה. אפשר לתקן בתצוגת JSON, או למחוק את הרכיב.',
    wrong: 'זה לא תקין: {reason}',
  },
} as const;

type Key = keyof (typeof texts)['en'];

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
  const t = useTexts(texts);
  const syntax = useTexts(syntaxTexts);
  return (problem) => problemText(problem, t, syntax);
}

function problemText(
  { message, path }: DefinitionProblem,
  t: Translate<Key>,
  syntax: Translate<keyof (typeof syntaxTexts)['en']>,
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
