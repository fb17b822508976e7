// fSelect and fRadio: the value of one option, not its label; with selectMulti a list of them. [values.choice]

import type { OptionIndex } from '../../core/plan/option-list.ts';
import { isNothing, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';
import { multiChoiceValue } from '../multi-choice/value.ts';
import { readChoice, scalarValue } from './read-choice.ts';

export const value: KindValue = ({ type, selectMulti }, { index }, typed) =>
  type === 'fSelect' && selectMulti === true ? multiChoiceValue(index, typed) : choiceValue(index, typed);

/** `item` is the type that typeValidator sets; without one any scalar is kept as it is. */
export function choiceValue(options: OptionIndex | undefined, item: ValueType = scalarValue): ValueType {
  return {
    kind: 'choice',
    read: (sent, tools) => readChoice(sent, tools, options, item),
    isEmpty: isNothing,
    toText: item.toText,
  };
}
