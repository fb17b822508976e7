// The apps take their types from src/api-types, of which the OpenAPI document is made, and the client from that document: what the
// one says of a response, the other says too. A type that differs does not compile.
import { expect, test } from 'vitest';
import type { Schemas } from '../packages/client/src/index.ts';
import type { JsonValue } from '../src/core/definition/form-definition.ts';
import type { NamedTypes } from '../src/server/openapi/named-types.ts';

/** JSON that a form or a program makes up is unknown to the client. What a form is made of has types of its own, below. */
type Compared<T> = JsonValue extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Compared<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Name extends 'rootElem' | 'templates' | 'ui' ? 'of its own' : Compared<T[Name]> }
      : T;

type Named = keyof NamedTypes & keyof Schemas;
type Differing = {
  [Name in Named]: [Compared<NamedTypes[Name]>, Compared<Schemas[Name]>] extends [
    Compared<Schemas[Name]>,
    Compared<NamedTypes[Name]>,
  ]
    ? never
    : Name;
}[Named];

/**
 * Parts of a form that `type` tells apart: the client has a type for each, with the properties that it may have, because people write
 * them. The apps read layouts and rules as they come, also those of a type that they do not know, so for them each is one type with all
 * properties. Elements are told apart by type on both sides, by the same table (src/fields/properties.ts).
 */
type OfItsOwn = 'Element' | 'Layout' | 'UiRule';

/** Whatever the client writes of these, the apps can read. */
type Written = Schemas['Layout'] | Schemas['UiRule'];
type Read = NamedTypes['Layout'] | NamedTypes['UiRule'];
const isRead: [Compared<Written>] extends [Compared<Read>] ? true : Compared<Written> = true;

/** The name of a type that differs is in the compiler's message. */
const isSame: [Exclude<Differing, OfItsOwn>] extends [never] ? true : Exclude<Differing, OfItsOwn> = true;

test('[conventions.client] types of the client and of the apps are of one source', () => {
  // The compiler is the test: this says that it looked.
  expect([isSame, isRead]).toEqual([true, true]);
});
