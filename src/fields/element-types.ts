// The types of elements. Content elements may also have other types that begin with `e`: they are kept as they are. [forms.elements]

import { ownValue } from '../core/values/value-type.ts';
import { kindByType, type ValueKind } from './all/kind.ts';

export const containerTypes = ['cSection', 'cRepeat', 'cRow', 'cTabs'] as const;
export const contentTypes = ['eText', 'eEq', 'eButton'] as const;

export type ContainerType = (typeof containerTypes)[number];
/** Those that the folders of kinds claim. */
export type FieldType = keyof typeof kindByType;
export type ContentType = (typeof contentTypes)[number];
export type ElementType = ContainerType | FieldType | ContentType;

export const fieldTypes = /* @__PURE__ */ Object.keys(kindByType) as readonly FieldType[];

/** The kind whose folder claims a type of elements; undefined for anything but a field. */
export function kindOfType(type: string): ValueKind | undefined {
  return ownValue(kindByType, type) as ValueKind | undefined;
}

/** `text`, `str` and `array` only name the type a field already has. */
export const typeValidatorTypes = ['text', 'str', 'num', 'date', 'bool', 'color', 'sign', 'array'] as const;
