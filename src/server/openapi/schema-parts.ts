// What JSON Schemas of the API are put together from. Each knows in types what it describes, so that one that differs from
// src/api-types does not compile. [conventions.document]
import type { ApiList, ApiMessage, Projection } from '../../api-types/lists.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import type { NamedTypes } from './named-types.ts';

/** Only the compiler knows of it. */
declare const typeOf: unique symbol;

export interface AnySchema {
  readonly [keyword: string]: unknown;
  readonly [typeOf]: { readonly type: unknown };
}

/** A schema of exactly T: one of another type cannot stand in for it, not even one with an optional property more or less. */
export interface Schema<T> extends AnySchema {
  readonly [typeOf]: { readonly type: T; readonly exactly: (value: Exact<T>) => Exact<T> };
}

export type TypeOf<S extends AnySchema> = S[typeof typeOf]['type'];

/** T with its optional properties made visible: `{ a?: string }` and `{}` may take each other's place otherwise. */
type Exact<T> = T extends readonly (infer Item)[]
  ? readonly Exact<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: object extends Pick<T, Name> ? { optional: Exact<T[Name]> } : { always: Exact<T[Name]> } }
    : T;

export function schema<T>(keywords: Readonly<Record<string, unknown>>): Schema<T> {
  return keywords as Schema<T>;
}

export const id = schema<string>({ type: 'string', pattern: '^[0-9a-fA-F]{24}$' });
export const time = schema<string>({ type: 'string', format: 'date-time' });
export const count = schema<number>({ type: 'integer', minimum: 0 });
export const text = schema<string>({ type: 'string' });
export const number = schema<number>({ type: 'number' });
export const flag = schema<boolean>({ type: 'boolean' });
/** Data of entries: any JSON. */
export const data = schema<JsonObject>({ type: 'object', additionalProperties: true });

export function oneOf<const Value extends string>(...values: Value[]): Schema<Value> {
  return schema(values.length === 1 ? { type: 'string', const: values[0] } : { type: 'string', enum: values });
}

export function orNull<T>(one: Schema<T>): Schema<T | null> {
  return schema({ ...one, type: [one['type'], 'null'] });
}

/** With words about it. */
export function described<T>(one: Schema<T>, description: string): Schema<T> {
  return schema({ ...one, description });
}

/** Objects that their property `type` tells apart. */
export function byType<const Options extends readonly AnySchema[]>(
  ...options: Options
): Schema<TypeOf<Options[number]>> {
  return schema({ oneOf: options });
}

export function either<const Options extends readonly AnySchema[]>(
  ...options: Options
): Schema<TypeOf<Options[number]>> {
  return schema({ anyOf: options });
}

/** An object of any properties. */
export function opaque<T extends object>(): Schema<T> {
  return schema({ type: 'object', additionalProperties: true });
}

type Flat<T> = { readonly [Name in keyof T]: T[Name] };
type ObjectOf<Properties extends Record<string, AnySchema>, Optional extends keyof Properties> = Flat<
  { [Name in Exclude<keyof Properties, Optional>]: TypeOf<Properties[Name]> } & {
    [Name in Optional]?: TypeOf<Properties[Name]>;
  }
>;

export function object<Properties extends Record<string, AnySchema>>(
  properties: Properties,
): Schema<ObjectOf<Properties, never>>;
export function object<Properties extends Record<string, AnySchema>, Optional extends keyof Properties>(
  properties: Properties,
  optional: readonly Optional[],
): Schema<ObjectOf<Properties, Optional>>;
export function object(properties: Record<string, AnySchema>, optional: readonly string[] = []): AnySchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return schema({ type: 'object', properties, required });
}

export function array<Item extends AnySchema>(items: Item): Schema<readonly TypeOf<Item>[]> {
  return schema({ type: 'array', items });
}

/** A reference to one of the named schemas: schemas.ts. */
export function ref<Name extends keyof NamedTypes>(name: Name): Schema<NamedTypes[Name]> {
  return schema({ $ref: `#/components/schemas/${name}` });
}

export function listOf<Item extends AnySchema>(items: Item): Schema<ApiList<TypeOf<Item>>> {
  return object({ data: array(items) });
}

/** Items of a list that takes `fields`. */
export function orProjection<Name extends 'Entry' | 'Form' | 'OptionsSet'>(name: Name) {
  return either(ref(name), ref(`${name}Projection`));
}

/** The same with every property optional, at any depth; what a reference leads to is written out. */
export function projectionOf<T>(
  whole: Schema<T>,
  named: Readonly<Record<string, AnySchema>>,
  description: string,
): Schema<Projection<T>> {
  return schema({ ...withoutRequired(whole, named), description });
}

function withoutRequired(part: unknown, named: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    const { $ref, required, oneOf: choices, discriminator, ...rest } = one as Record<string, unknown>;
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      // Elements are inside each other: any part of them is an object.
      return name in named ? walk(named[name]) : { type: 'object', additionalProperties: true };
    }
    const walked = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, walk(value)]));
    // Without what tells them apart, several choices may fit.
    return choices === undefined ? walked : { ...walked, anyOf: walk(choices) };
  };
  return walk(part) as Record<string, unknown>;
}

export const message: Schema<ApiMessage> = object({ message: text });
