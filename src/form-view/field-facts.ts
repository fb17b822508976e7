// What a field shows besides its label, and whether that changed.

import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { JsonValue } from '../core/definition/form-definition.ts';
import type { Option } from '../core/plan/option-list.ts';

export interface FieldFacts {
  readonly isHidden: boolean;
  readonly value: JsonValue | undefined;
  readonly isReadonly: boolean;
  readonly isRequired: boolean;
  readonly options: readonly Option[];
  /** Those to be shown now. */
  readonly messages: readonly ItemMessage[];
}

export function isSameFacts(one: FieldFacts, two: FieldFacts): boolean {
  return (
    one === two ||
    (one.value === two.value &&
      one.isHidden === two.isHidden &&
      one.isReadonly === two.isReadonly &&
      one.isRequired === two.isRequired &&
      isSameList(one.options, two.options, isSameOption) &&
      isSameList(one.messages, two.messages, isSameMessage))
  );
}

function isSameOption(one: Option, two: Option): boolean {
  return one.value === two.value && one.label === two.label && one.group === two.group;
}

export function isSameList<T>(one: readonly T[], two: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return one === two || (one.length === two.length && one.every((item, at) => isSame(item, two[at]!)));
}

export function isSameMessage(one: ItemMessage, two: ItemMessage): boolean {
  return one.modelPath === two.modelPath && one.message === two.message && one.type === two.type;
}
