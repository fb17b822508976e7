// Options that are put in order. [values.ranking]

import type { Element, JsonValue } from '../../core/definition/form-definition.ts';
import { itemText } from '../../core/locale/item-texts.ts';
import type { AdaptedParts } from '../../core/plan/form-plan.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import type { Options } from '../../core/plan/options.ts';
import type { Rule } from '../../core/validation/rules.ts';
import { hasOwnOptions } from '../choice/other-answer.ts';
import type { Preset } from '../preset.ts';

export const preset: Preset = {
  isOne: (element, field) => isRanking(element) && hasOwnOptions(field),
  adapt: (_, field) => ranking(field),
};

export function isRanking({ type, ranked }: Element): boolean {
  return type === 'fCheckbox' && ranked === true;
}

/** The order is the answer: each option once, and where an answer is required all of them. */
function ranking<Parts extends AdaptedParts>(field: Parts): Parts {
  const options = field.options as Options;
  const count = options.form === 'list' ? options.index.size : 1;
  return {
    ...field,
    value: { ...field.value, isEmpty: (value) => !Array.isArray(value) || value.length < count },
    rules: [onceRule, ...field.rules],
  };
}

const onceRule: Rule = {
  level: 'error',
  message: undefined,
  check: (value, _, texts) => {
    const keys = (value as JsonValue[]).map(optionKey);
    return new Set(keys).size < keys.length ? itemText(texts, 'invalidValue') : undefined;
  },
};
