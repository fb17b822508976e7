// A filter in words: "Age is between 18 and 30".

import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { columnByKind } from '../../../fields/all/column.ts';
import type { Question } from '../../../fields/column.ts';
import type { Formats } from '../../formats.ts';
import type { TextKey, Translate } from '../../texts.ts';
import { type Asked, askedOf, type FilterColumn } from './filter-columns.ts';
import type { Where } from './where.ts';

export type FilterTranslate = Translate<TextKey<'entries/find'>>;

export interface FilterWords {
  readonly t: FilterTranslate;
  readonly formats: Formats;
}

export function filterText(part: Where, columns: readonly FilterColumn[], words: FilterWords): string {
  const paths = [...new Set(pathsOf(part))];
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const column = paths.length === 1 ? byPath.get(paths[0]!) : undefined;
  const asked = column && askedOf(part, column);
  if (column !== undefined && asked !== undefined) return askedText(asked, column, words);
  const titles = paths.map((path) => byPath.get(path)?.title ?? path);
  if (column === undefined && paths.length === 1) return words.t('gone', { path: paths[0]! });
  return words.t('group', { fields: titles.join(', ') });
}

export function pathsOf(part: Where): readonly string[] {
  if ('path' in part) return [part.path.replace(/^data\./, '')];
  return ('and' in part ? part.and : part.or).flatMap(pathsOf);
}

export const questionText = (question: Question, t: FilterTranslate) =>
  t(question === 'from' ? 'fromDate' : question === 'until' ? 'untilDate' : question);

function askedText(asked: Asked, column: FilterColumn, { t, formats }: FilterWords): string {
  const { question, chosen } = asked;
  const base = { field: column.title, question: questionText(question, t) };
  const show = (text: string) => shownValue(text, column, formats);
  switch (question) {
    case 'empty':
    case 'notEmpty':
    case 'yes':
    case 'no':
      return t('bare', base);
    case 'oneOf':
    case 'noneOf': {
      // One option is said as plainly as can be.
      const plain = chosen.length === 1 && { question: t(question === 'oneOf' ? 'is' : 'isNot') };
      return t('valueLike', { ...base, ...plain, value: chosen.map((one) => labelOf(one, column)).join(t('or')) });
    }
    case 'between':
      return t('valueLike', { ...base, value: t('range', { from: show(asked.text), to: show(asked.to) }) });
    default: {
      const isText = columnByKind[column.kind].isText || question === 'contains';
      return t(isText ? 'textLike' : 'valueLike', { ...base, value: show(asked.text) });
    }
  }
}

function labelOf(value: JsonValue, { options }: FilterColumn): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}

function shownValue(text: string, { kind, mode }: FilterColumn, formats: Formats): string {
  const { input } = columnByKind[kind];
  if (input === 'number' && text !== '') return formats.number(Number(text));
  return input === 'date' && mode !== 't' && text !== '' ? formats.date(`${text}T00:00:00`) : text;
}
