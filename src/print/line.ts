// An answer as plain text: in one line, or in a line for each of its parts. Emails, `texts` of PDF layouts, the review page, the table
// of entries, changes in the history and insight all say it in these words. [values.as-text] [after-actions.answers.values]

import type { JsonValue } from '../core/definition/form-definition.ts';
import { type DateStyle, printDate } from '../core/locale/print-date.ts';
import { fileNameText } from '../core/text/file-name-text.ts';
import { fillText } from '../core/text/fill-text.ts';
import type { Answer, Item } from '../fields/answer.ts';
import { docToText } from '../fields/doc/doc-text.ts';
import { answersWords } from '../words/all/answers.ts';

export function answerLine(answer: Answer, style: DateStyle): string {
  return answerLines(answer, style).join(answer.kind === 'pairs' ? '; ' : ', ');
}

/** What several parts of an answer come to; of any other answer the one text, which may have line breaks. */
export function answerLines(answer: Answer, style: DateStyle): string[] {
  switch (answer.kind) {
    case 'list':
      return answer.items.map((item, at) => placeText(answer.isRanked, at) + itemText(item, style));
    case 'pairs':
      return answer.pairs.flatMap(({ question, answer: one }) =>
        one === undefined ? [] : [`${question}: ${itemText(one, style)}`],
      );
    case 'files':
      return answer.files.map(({ name }) => fileNameText(name));
    case 'html':
      return [docToText(answer.html)];
    case 'rating':
      return [fillText(answersWords[style.locale].rate, [answer.value, answer.max])];
    case 'stored':
      return [storedText(answer.value)];
    default:
      return [itemText(answer, style)];
  }
}

/** In a ranking the place is what was answered. */
export function placeText(isRanked: boolean, at: number): string {
  return isRanked ? `${at + 1}. ` : '';
}

export function itemText(item: Item, style: DateStyle): string {
  switch (item.kind) {
    case 'label':
      return item.label;
    case 'bool':
      return answersWords[style.locale][item.value === true ? 'yes' : 'no'];
    case 'moment':
      return printDate(String(item.value), item.mode, style);
    case 'drawing':
      return answersWords[style.locale].signed;
    default:
      return String(item.value);
  }
}

export function storedText(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
