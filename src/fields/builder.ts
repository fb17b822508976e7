// builder.ts of a kind: what the builder asks about its values, in rules, conditions, initial values and messages.

import type { Element } from '../core/definition/form-definition.ts';
import type { validatorTypes } from '../core/validation/validator-types.ts';

export type ValidatorType = (typeof validatorTypes)[number];

/** What conditions can ask. */
export type Operator =
  | 'is'
  | 'isNot'
  | 'oneOf'
  | 'noneOf'
  | 'contains'
  | 'lacks'
  | 'more'
  | 'atLeast'
  | 'less'
  | 'atMost'
  | 'between'
  | 'countAtLeast'
  | 'countAtMost'
  | 'checked'
  | 'unchecked'
  | 'filled'
  | 'empty';

export interface KindBuilder {
  /** The rules that make sense. */
  readonly validators: readonly ValidatorType[];
  readonly operators: readonly Operator[];
  /** Where there is no list of options to pick from. */
  readonly operatorsWithoutOptions?: readonly Operator[];
  /** How a value is given in a condition; as text where it is not said. */
  readonly input?: 'number' | 'date';
  /** Every value counts as true, so `model.x` asks whether there is one; `options`: where every option does. */
  readonly isTruthy?: true | 'options';
  /** How an initial value is given; as text where it is not said. */
  readonly initial?: 'tick' | 'lines' | 'json';
  /** An initial value is given in several lines. */
  readonly isLong?: (element: Element) => boolean;
  /** Messages show it as it is stored; of other kinds people want the words. */
  readonly isPlain?: true;
  /** A field that becomes a text (`isText`) still shows its values as they are. */
  readonly isShownByText?: true;
  readonly isText?: true;
  /** Its answers can choose among the options of a set in another field. */
  readonly canFilterSets?: true;
  /** Its values are those of another kind: nothing is lost when a field becomes that. */
  readonly storedAs?: string;
  /** Its questions on the canvas: options in sight, below the control while it is selected, or as a grid. */
  readonly canvas?: (element: Element) => 'options' | 'optionsBelow' | 'grid' | undefined;
}

export const amountOperators: readonly Operator[] = [
  ...(['is', 'isNot', 'more', 'atLeast', 'less', 'atMost', 'between', 'filled', 'empty'] as const),
];
export const countOperators: readonly Operator[] = ['countAtLeast', 'countAtMost'];
export const presenceOperators: readonly Operator[] = ['filled', 'empty'];
export const countValidators: readonly ValidatorType[] = ['arr/minLength', 'arr/maxLength'];
