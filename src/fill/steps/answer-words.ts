// The questions of a form with their answers in words, as the person gave them: for the review page and for a copy.
import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { type Option, optionKey, readOptionList } from '../../core/plan/option-list.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { filesOf, nameText } from '../../form-view/fields/file-facts.ts';
import { setValueLabel } from '../../fields/choice/set-value-label.ts';
import type { FormState } from '../../form-view/form-state.ts';
import { entryPlace, type RowPlace } from '../../form-view/row-place.ts';
import { rowTitle } from '../../form-view/row-words.ts';
import { childrenOf, type FieldNode, type ViewNode } from '../../form-view/view-node.ts';
import { stepTexts } from './step-texts.ts';

/** A heading, or a question with its answer. */
export type AnswerLine =
  | { readonly kind: 'title'; readonly title: string; readonly level: number; readonly key: string }
  | { readonly kind: 'answer'; readonly path: string; readonly label: string; readonly answer: string };

export function listAnswers(state: FormState, nodes: readonly ViewNode[], level = 0): AnswerLine[] {
  return nodes.flatMap((node) => linesOf(state, node, entryPlace, level));
}

function linesOf(state: FormState, node: ViewNode, row: RowPlace, level: number): AnswerLine[] {
  if (state.isHidden(node.elementPath, row)) return [];
  const title = (text: string, key: string): AnswerLine => ({ kind: 'title', title: text, level, key });
  const inside = (nodes: readonly ViewNode[], place: RowPlace, deeper: number) =>
    nodes.flatMap((child) => linesOf(state, child, place, level + deeper));
  const path = row.path + node.path;
  switch (node.kind) {
    case 'field':
      if (node.element.concealed) return [];
      return [
        { kind: 'answer', path, label: node.element.label || node.element.name, answer: wordsOf(state, node, row) },
      ];
    case 'repeat': {
      const rows = state.valueAt([...row.keys, ...node.keys]);
      const { label, name } = node.element;
      const lines = (Array.isArray(rows) ? rows : []).flatMap((_, index) => {
        const place = { path: `${path}[${index}]`, keys: [...row.keys, ...node.keys, index], index };
        return [
          title(`${label || name} – ${rowTitle(node.element, index, state.texts)}`, place.path),
          ...inside(node.children, place, 1),
        ];
      });
      return lines.length > 0 ? lines : [{ kind: 'answer', path, label: label || name, answer: '' }];
    }
    case 'tabs':
      return node.tabs.flatMap(({ tab, elementPath, children }) => {
        if (state.isHidden(elementPath, row)) return [];
        const lines = inside(children, row, 1);
        return tab.label && lines.length > 0 ? [title(tab.label, elementPath), ...lines] : lines;
      });
    case 'content':
      return [];
    default: {
      const isTitled = node.kind === 'section' && node.elementPath !== 'formSchema.rootElem' && node.element.label;
      const lines = inside(childrenOf(node), row, isTitled ? 1 : 0);
      return isTitled && lines.length > 0 ? [title(node.element.label ?? '', path), ...lines] : lines;
    }
  }
}

function wordsOf(state: FormState, node: FieldNode, row: RowPlace): string {
  const { value, options } = state.facts(node, row);
  // A box that is not ticked is an answer too.
  if (value === undefined && node.element.type === 'fBool') return stepTexts[state.plan.locale].no;
  return valueWords(state, node, value, options);
}

/** The words for any value that the field may have, of this form or another version of it; none for no value. */
export function valueWords(
  state: FormState,
  node: FieldNode,
  value: JsonValue | undefined,
  options: readonly Option[],
): string {
  if (value === undefined || value === null || value === '') return '';
  const { locale } = state.plan;
  const { element, step } = node;
  const words = stepTexts[locale];
  const choice = (one: JsonValue) =>
    labelOf(options, one) ?? setValueLabel(element, scalar(itemTypeOf(element).kind, one, node, locale));
  switch (step.value.kind) {
    case 'choice':
      return choice(value);
    case 'multi-choice':
      return Array.isArray(value)
        ? value.map((one, at) => placed(element, at) + choice(one)).join(', ')
        : String(value);
    case 'file':
      return filesOf(value)
        .map(({ name }) => nameText(name))
        .join(', ');
    case 'sign':
      return words.signed;
    case 'rate':
      return state.texts('stars', String(value), element.rateMax ?? 5);
    case 'doc':
      return docWords(String(value));
    case 'matrix':
      return matrixWords(node, value, choice);
    default:
      return scalar(step.value.kind, value, node, locale);
  }
}

/** In a ranking the place is what was answered. */
function placed({ ranked }: FieldNode['element'], at: number): string {
  return ranked === true ? `${at + 1}. ` : '';
}

function docWords(html: string): string {
  const lines = html.replace(/<(?:br|\/p|\/li|\/h\d|\/div|\/tr)\b/gi, '\n$&');
  return (new DOMParser().parseFromString(lines, 'text/html').body.textContent ?? '').trim();
}

function labelOf(options: readonly Option[], value: JsonValue): string | undefined {
  const option = options.find((one) => optionKey(one.value) === optionKey(value));
  return option !== undefined && option.label !== optionKey(option.value) ? option.label : undefined;
}

function scalar(kind: string, value: JsonValue, { element }: FieldNode, locale: Locale): string {
  if (kind === 'bool') return value === true ? stepTexts[locale].yes : stepTexts[locale].no;
  if (kind === 'date') return dateWords(String(value), element.typeValidator, locale);
  return String(value);
}

/** A day and a time belong to no time zone; a moment is shown in the person's own, as in the field. */
function dateWords(text: string, type: FieldNode['element']['typeValidator'], locale: Locale): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const mode = (typeof type === 'object' ? type.mode : undefined) ?? 'd';
  // The month in words: nobody takes it for the day.
  return new Intl.DateTimeFormat(locale === 'he' ? 'he-IL' : 'en-GB', {
    ...(mode !== 't' && { dateStyle: 'long' }),
    ...(mode !== 'd' && { timeStyle: 'short' }),
    ...(mode !== 'dt' && { timeZone: 'UTC' }),
  }).format(date);
}

function matrixWords({ element }: FieldNode, value: JsonValue, choice: (one: JsonValue) => string): string {
  if (!isPlainObject(value)) return '';
  return readOptionList(element.matrixQuestions ?? [])
    .filter((question) => Object.hasOwn(value, String(question.value)))
    .map((question) => `${question.label}: ${choice(value[String(question.value)]!)}`)
    .join('\n');
}
