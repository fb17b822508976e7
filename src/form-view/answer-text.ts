// An answer in words, for places that show it outside its field. Never HTML.
import type { JsonObject, JsonValue } from '../core/form-definition.ts';
import { optionKey, readOptionList } from '../core/option-list.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import { getAt } from './data-at.ts';
import { nameText } from './fields/file-facts.ts';
import { valueLabel } from './fields/use-found-options.ts';
import type { FormState } from './form-state.ts';
import { childrenOf, type FieldNode, type RepeatNode, type ViewNode } from './view-node.ts';

export type AnswerNode = FieldNode | RepeatNode;

/** The fields and repeats of the entry, or of a row, in order. */
export function answersOf(nodes: readonly ViewNode[]): AnswerNode[] {
  return nodes.flatMap((node) =>
    node.kind === 'field' || node.kind === 'repeat' ? [node] : answersOf(childrenOf(node)),
  );
}

export function labelOf({ element }: AnswerNode): string {
  return element.label || element.name;
}

/** Empty for no answer. */
export function answerText(node: AnswerNode, value: JsonValue | undefined, state: FormState): string {
  if (value === undefined || value === null) return '';
  if (node.kind === 'field') return fieldText(node, value, state);
  const rows = Array.isArray(value) ? value : [];
  return rows.map((row) => rowText(node, row as JsonObject, state)).join('; ');
}

function rowText(node: RepeatNode, row: JsonObject, state: FormState): string {
  const parts = answersOf(node.children).map((child) => {
    const text = answerText(child, getAt(row, child.keys), state);
    return text === '' ? '' : `${labelOf(child)}: ${text}`;
  });
  return parts.filter((part) => part !== '').join(', ');
}

function fieldText(node: FieldNode, value: JsonValue, state: FormState): string {
  const { element, step } = node;
  const { locale } = state.plan;
  const words = texts[locale];
  switch (step.value.kind) {
    case 'bool':
      return state.texts(value === true ? 'yes' : 'no');
    case 'file': {
      const files = (Array.isArray(value) ? value : []) as unknown as readonly { name: string; deleted?: boolean }[];
      return files.flatMap(({ name, deleted }) => (deleted ? [] : nameText(name))).join(', ');
    }
    case 'sign':
      return words.signed;
    case 'date':
      return dateText(node, String(value), locale);
    case 'doc':
      return new DOMParser().parseFromString(String(value), 'text/html').body.textContent ?? '';
    case 'matrix': {
      const asked = readOptionList(element.matrixQuestions ?? []);
      const answers = isPlainObject(value) ? value : {};
      const given = asked.filter((question) => String(question.value) in answers);
      return given
        .map((question) => `${question.label}: ${optionText(node, answers[String(question.value)] as JsonValue)}`)
        .join(', ');
    }
    default:
      return Array.isArray(value) ? value.map((one) => optionText(node, one)).join(', ') : optionText(node, value);
  }
}

function optionText({ step, element }: FieldNode, value: JsonValue): string {
  const key = optionKey(value);
  const known =
    step.options?.form === 'list' ? step.options.list.find((option) => optionKey(option.value) === key) : undefined;
  return known?.label ?? valueLabel(element, key);
}

function dateText({ element }: FieldNode, value: string, locale: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  const mode = typeof element.typeValidator === 'object' ? (element.typeValidator.mode ?? 'd') : 'd';
  const day = { dateStyle: 'medium' } as const;
  const time = { timeStyle: 'short' } as const;
  if (mode === 'dt') return new Intl.DateTimeFormat(locale, { ...day, ...time }).format(date);
  return new Intl.DateTimeFormat(locale, { ...(mode === 't' ? time : day), timeZone: 'UTC' }).format(date);
}

const texts = { en: { signed: 'Signed' }, he: { signed: 'נחתם' } };
