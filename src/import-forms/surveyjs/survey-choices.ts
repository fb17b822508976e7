// The options of a SurveyJS question: texts, numbers or `{value, text}`, some of them only offered when a condition holds.

import { importWords } from '../../words/all/import.ts';
import { CannotSay } from '../cannot-say.ts';
import {
  type ConditionalOption,
  filteredOptions,
  maxFiltered,
  type PlainOption,
  shortOption,
} from '../filtered-options.ts';
import { flagOf, isObject, type Json, listOf, objectOf, own, textOf } from '../json-reading.ts';
import { includes, truth } from '../meaning.ts';
import { joined, literal, type Piece } from '../pieces.ts';
import { plainText } from '../plain-text.ts';
import { scopeOf } from './build-survey.ts';
import { parseCondition } from './parse-condition.ts';
import type { SurveyContext, SurveyElement } from './survey-context.ts';
import { translateCondition } from './translate-condition.ts';

export interface SurveyChoice {
  readonly option: PlainOption;
  readonly conditions: readonly string[];
}

/** undefined where they come from elsewhere; a note says so. */
export function readChoices(context: SurveyContext, question: Json, where: string): SurveyChoice[] | undefined {
  const { form } = context;
  if (textOf(objectOf(question, 'choicesByUrl'), 'url') !== '') {
    form.notes.add(where, 'optionsElsewhere', { name: textOf(objectOf(question, 'choicesByUrl'), 'url') });
    return undefined;
  }
  const other = context.questions.get(textOf(question, 'choicesFromQuestion'));
  const source = other ?? question;
  const choices = readItems(context, listOf(source, 'choices'), where);
  const { choicesMin, choicesMax, choicesStep } = question;
  if (typeof choicesMin === 'number' && typeof choicesMax === 'number') {
    const step = typeof choicesStep === 'number' && choicesStep > 0 ? choicesStep : 1;
    for (let value = choicesMin; value <= choicesMax && choices.length < maxRange; value += step) {
      choices.push({ option: [String(value), String(value)], conditions: [] });
    }
  }
  for (const [value, flags, textKey, word] of specialItems) {
    if (!flags.some((flag) => flagOf(question, flag))) continue;
    const text = plainText(context.texts.read(question, textKey)) || importWords[context.texts.locale].choices[word];
    choices.push({ option: [textOf(question, `${value}Value`) || value, text], conditions: [] });
  }
  return withoutDoubles(context, choices, where);
}

const maxRange = 1_000;

const specialItems = [
  ['none', ['hasNone', 'showNoneItem'], 'noneText', 'none'],
  ['refused', ['showRefuseItem'], 'refuseText', 'refused'],
  ['dontknow', ['showDontKnowItem'], 'dontKnowText', 'dontKnow'],
] as const;

/** Also of the rows and columns of a matrix. */
export function readItems(context: SurveyContext, items: readonly unknown[], where: string): SurveyChoice[] {
  return items.flatMap((item): SurveyChoice[] => {
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') {
      const value = String(item).trim();
      return value === '' ? [] : [{ option: [value, value], conditions: [] }];
    }
    const value = isObject(item) ? String(own(item, 'value') ?? own(item, 'name') ?? '').trim() : '';
    if (!isObject(item) || value === '' || typeof item['value'] === 'object') {
      context.form.notes.add(where, 'emptyOption');
      return [];
    }
    for (const name of Object.keys(item)) {
      if (!knownOfItem.has(name)) context.form.notes.count('optionPart', { name }, where);
    }
    const conditions = ['visibleIf', 'enableIf'].map((key) => textOf(item, key)).filter((source) => source !== '');
    const text = plainText(context.texts.read(item, 'text') || context.texts.read(item, 'title'));
    return [{ option: [value, text || value], conditions }];
  });
}

const knownOfItem = new Set(['value', 'text', 'name', 'title', 'visibleIf', 'enableIf', 'type']);

function withoutDoubles({ form }: SurveyContext, choices: readonly SurveyChoice[], where: string): SurveyChoice[] {
  const values = new Set<string>();
  return choices.filter(({ option: [value] }) => {
    if (values.has(value)) form.notes.count('sameOption', { name: value }, where);
    const isFirst = !values.has(value);
    values.add(value);
    return isFirst;
  });
}

export function plainChoices(choices: readonly SurveyChoice[]): (string | PlainOption)[] {
  return choices.map(({ option }) => shortOption(option));
}

/** Options by condition, said when all names are known. */
export function setConditionalChoices(
  context: SurveyContext,
  { json: question, element, place, where }: SurveyElement,
  choices: readonly SurveyChoice[],
): void {
  const shared = ['choicesVisibleIf', 'choicesEnableIf'].map((key) => textOf(question, key)).filter(Boolean);
  const copied = textOf(question, 'choicesFromQuestion');
  const mode = textOf(question, 'choicesFromQuestionMode');
  const isCopied = context.questions.has(copied) && (mode === 'selected' || mode === 'unselected');
  if (shared.length === 0 && !isCopied && choices.every(({ conditions }) => conditions.length === 0)) return;
  const source = [...shared, ...new Set(choices.flatMap(({ conditions }) => conditions))].join('; ') || copied;
  context.form.later.push(() => {
    const options = context.form.notes.attempt(where, 'choiceFilter', source, () => {
      if (choices.length > maxFiltered) throw new CannotSay('tooLong');
      return filteredOptions(
        choices.map(({ option, conditions }): ConditionalOption => {
          const item = literal(option[0]);
          const scope = scopeOf(context, place, { item, choice: item });
          const pieces = [...shared, ...conditions].map((one) => truth(translateCondition(parseCondition(one), scope)));
          const chosen = isCopied ? [isSelected(scope.find(copied), item, mode)] : [];
          return { option, when: joined('&&', [...pieces, ...chosen]) };
        }),
      );
    });
    if (options !== undefined) element['options'] = options;
  });
}

function isSelected(answer: Piece, item: Piece, mode: string): Piece {
  const chosen = includes(answer, item);
  return mode === 'selected'
    ? chosen
    : { ...chosen, node: { type: 'unary', position: 0, operator: '!', operand: chosen.node } };
}
