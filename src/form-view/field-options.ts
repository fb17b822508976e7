// The options a field offers, each with the value that would be stored: '2024-05-01' of a date field is a timestamp.

import type { Scope } from '../core/expression/compile.ts';
import { type Option, storedOptions } from '../core/plan/option-list.ts';
import { listOptions } from '../core/plan/options.ts';
import { itemTypeOf } from '../core/plan/value-type-of.ts';
import { scalarValue } from '../fields/choice/read-choice.ts';
import { isYesOrNo } from '../fields/choice/yes-or-no.ts';
import type { ViewTexts } from './texts.ts';
import type { FieldNode } from './view-node.ts';

export function fieldOptions({ step, element }: FieldNode, scope: Scope, texts: ViewTexts): readonly Option[] {
  if (step.options === undefined) return isYesOrNo(element) ? yesAndNo(texts) : [];
  const list = listOptions(step.options, scope);
  const item = itemTypeOf(element);
  return item === scalarValue ? list : storedOptions(list, item);
}

export function yesAndNo(texts: ViewTexts): Option[] {
  return [
    { value: true, label: texts('yes') },
    { value: false, label: texts('no') },
  ];
}
