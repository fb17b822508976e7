// What one case of the validation tables looks like, and the small parts they are written with.

import type { Element, ElementOf, FormDefinition, JsonObject, JsonValue } from '../definition/form-definition.ts';

export interface ValidationCase {
  /** The rule and what it says: `[values.paths.field] a field adds its name`. */
  readonly title: string;
  readonly form: FormDefinition;
  readonly input: JsonValue;
  /** `all` unless told. */
  readonly rules?: 'all' | 'types';
  readonly data: JsonObject;
  /** modelPath, message and value of each error. */
  readonly messages?: readonly (readonly [string, string, JsonValue])[];
  /** modelPath, message, level and value of each notice. */
  readonly notices?: readonly (readonly [string, string, string, JsonValue])[];
}

export function formOf(...children: Element[]): FormDefinition {
  return { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
}

export const empty = "You can't leave this empty.";
export const notAnOption = 'not in options';
export const wrongType = 'Invalid data type.';

export const text = (name: string, more: Partial<ElementOf<'fInput'>> = {}): ElementOf<'fInput'> => ({
  type: 'fInput',
  name,
  ...more,
});
