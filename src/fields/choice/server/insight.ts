// Answers counted by option. [insight.choices]
import type { ValueCount } from '../../../api-types/insight.ts';
import type { DateStyle } from '../../../core/locale/print-date.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { itemTypeOf } from '../../../core/plan/value-type-of.ts';
import type { FieldTally, KindInsight, TallyTools } from '../../../server/insight/tally-field.ts';
import { createValueTally, readChoices } from '../../../server/insight/tally-values.ts';
import { valueWords } from '../../../server/insight/value-words.ts';

export const insight: KindInsight = { tally: (field, tools) => tallyOptions(field, tools, false), axis: choicesOf };

export function tallyOptions(field: FieldStep, tools: TallyTools, isMulti: boolean): FieldTally {
  const wordsOf = valueWords(field, tools.style);
  const tally = createValueTally(choicesOf(field, tools.style), { ...tools, wordsOf });
  return { add: (value) => tally.add(value), finish: () => ({ kind: 'choice', isMulti, ...tally.finish() }) };
}

/** Only a fixed list is the same for every entry. */
export function choicesOf(field: FieldStep, style: DateStyle): ValueCount[] {
  const { element, options } = field;
  if (options?.form !== 'list') return [];
  const wordsOf = valueWords(field, style);
  return readChoices(options.list, itemTypeOf(element)).map((one) => ({ ...one, label: wordsOf(one.value) }));
}
