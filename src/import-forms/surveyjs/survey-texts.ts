// Texts of SurveyJS: one text, or one for each language. `{name}` in them stands for an answer.
import { type Locale, locales } from '../../core/locale/locale.ts';
import { answerText } from '../answer-text.ts';
import { CannotSay } from '../cannot-say.ts';
import { chooseLanguage, type LanguageChoice, localeOfTexts } from '../choose-language.ts';
import { isObject, type Json, own, textOf } from '../json-reading.ts';
import type { NoteList } from '../note-list.ts';
import { labelTexts, templateText } from '../plain-text.ts';
import type { SurveyScope } from './translate-condition.ts';

export interface SurveyTexts {
  readonly locale: Locale;
  readonly language: LanguageChoice;
  /** '' where there is none. */
  read(holder: Json, key: string): string;
}

export function openTexts(survey: Json, wanted: Locale | undefined): SurveyTexts {
  const found = collectTexts(survey);
  const language = chooseLanguage([...found.languages], {
    wanted,
    preferred: textOf(survey, 'locale'),
    hasPlain: true,
  });
  const plain = localeOfTexts(found.plain);
  // The texts without a language are in one all the same.
  const isFound = language.isFound || (language.chosen === undefined && plain === wanted);
  const pick = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    if (!isObject(value)) return '';
    const texts = [...(language.chosen === undefined ? [] : [language.chosen]), 'default', ...Object.keys(value)];
    return texts.map((key) => textOf(value, key)).find((text) => text !== '') ?? '';
  };
  return {
    locale: wanted ?? locales.find((locale) => locale === language.chosen) ?? plain,
    language: { ...language, isFound },
    read: (holder, key) => pick(own(holder, key)),
  };
}

const localized = new Set('title description text html completedHtml label labelTrue labelFalse'.split(' '));
const maxTexts = 5_000;
const maxDepth = 60;

function collectTexts(survey: Json): { languages: Set<string>; plain: string[] } {
  const languages = new Set<string>();
  const plain: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth || plain.length > maxTexts) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, depth + 1);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, one] of Object.entries(value)) {
      if (!localized.has(key)) visit(one, depth + 1);
      else if (typeof one === 'string') plain.push(one);
      else if (isObject(one)) {
        for (const language of Object.keys(one)) if (language !== 'default') languages.add(language);
        plain.push(textOf(one, 'default'));
      }
    }
  };
  visit(survey, 0);
  return { languages, plain };
}

/** A label, with dots where an answer would be shown. */
export function surveyLabel(source: string, where: string, notes: NoteList): ReturnType<typeof labelTexts> {
  const parts = cutVariables(source);
  if (parts.some((part) => typeof part !== 'string')) notes.add(where, 'answerInLabel', { source });
  return labelTexts(parts.map((part) => (typeof part === 'string' ? part : '…')).join(''));
}

/** The same as a template. */
export function surveyTemplate(source: string, where: string, notes: NoteList, scope: SurveyScope): string {
  return cutVariables(source)
    .map((part) => {
      if (typeof part === 'string') return templateText(part);
      const shown = notes.attempt(where, 'answerInText', `{${part.name}}`, () => {
        if (/[#%]/.test(part.name)) throw new CannotSay('unknownName', { name: part.name });
        return answerText(scope.find(part.name));
      });
      return shown ?? '…';
    })
    .join('');
}

type Part = string | { readonly name: string };

/** Braces around anything but a name stand for themselves. */
function cutVariables(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{([\p{L}_#][^{}<>"';:\n]{0,200})\}/gu)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ name: match[1]!.trim() });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
