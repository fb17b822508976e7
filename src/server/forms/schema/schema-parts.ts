// What the schemas of fields are made of. [forms.schema]
import type { Element, JsonValue } from '../../../core/definition/form-definition.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import type { ValueKind } from '../../../fields/all/kind.ts';

export type JsonSchema = Record<string, unknown>;

/** sent: what a submit may hold; other spellings of a value count too. stored: the one that an entry then holds. */
export type SchemaOf = 'sent' | 'stored';

/** Options and questions that a schema may still list; a form with more of them has schemas that say less. */
export interface Room {
  left: number;
}

export interface FieldContext {
  readonly of: SchemaOf;
  /** Whatever the rest of the data holds. */
  readonly isRequired: boolean;
  readonly room: Room;
}

/** Whitespace alone; NUL characters are dropped before a value is read. */
export const blanks = '^[\\s\\u0000]*$';
const blank: JsonSchema = { type: 'string', pattern: blanks };
export const nothing: JsonSchema = { anyOf: [{ type: 'null' }, blank] };
export const something: JsonSchema = { not: nothing };
export const never: JsonSchema = { not: {} };
export const scalars = ['string', 'number', 'boolean'];

/** The types of options ask their kinds. */
export interface SchemaContext extends FieldContext {
  readonly schemaOf: (kind: ValueKind) => KindSchema;
}

/** What a kind of field is in a JSON Schema. */
export interface KindSchema {
  readonly schema: (step: Pick<FieldStep, 'element' | 'options'>, context: SchemaContext) => JsonSchema;
  /** Options of this kind, in every spelling that is taken; of kinds that options may have. */
  readonly listed?: (values: readonly unknown[]) => JsonSchema;
  /** Under the name of a field that has an answer, where one that is not null or blank may still be none. */
  readonly filled?: (step: Pick<FieldStep, 'element' | 'options'>) => JsonSchema;
  /** What a condition can tell apart of its values; `literals` are the texts that the condition names. */
  readonly domain?: (step: FieldStep, literals: () => readonly string[]) => Domain | undefined;
  /** The families of rules that the schema says: `num` of `num/min`. */
  readonly rules?: readonly string[];
  /** What a definition asks of the field that no schema can say. */
  readonly unsaid?: (element: Element, isRequired: boolean) => readonly string[];
}

/** The values of an answer that a condition tells apart: null for none, and with `isOpen` one that stands for all others. */
export interface Domain {
  readonly values: readonly JsonValue[];
  readonly isOpen: boolean;
  readonly spell: (value: JsonValue) => readonly unknown[];
}

/** No literal of a form is this. */
export const anyOther = '\u0001 any other';

export function typesOf(types: readonly string[], { isRequired }: FieldContext): string | readonly string[] {
  const all = isRequired ? types : [...types, 'null'];
  return all.length === 1 ? (all[0] as string) : all;
}

/** Blanks alone are not an answer. */
export function withBlank(pattern: string, { isRequired }: FieldContext): string {
  return isRequired ? pattern : `${blanks}|${pattern}`;
}

export function notBlank({ isRequired }: FieldContext): JsonSchema {
  return isRequired ? { pattern: '[^\\s\\u0000]' } : {};
}

export function orNothing(schema: JsonSchema, { of, isRequired }: FieldContext): JsonSchema {
  return of === 'stored' || isRequired ? schema : { anyOf: [schema, nothing] };
}
