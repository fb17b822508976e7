// The apps take their types from src/api-types, of which the OpenAPI document is made, and the client from that document: what the
// one says of a response, the other says too. A type that differs does not compile.
import { expect, test } from 'vitest';
import type { Schemas } from '../packages/client/src/index.ts';
import type { NamedTypes } from '../src/server/openapi/named-types.ts';

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

type Named = keyof NamedTypes & keyof Schemas;
type Differing = {
  [Name in Named]: [NamedTypes[Name], Frozen<Schemas[Name]>] extends [Frozen<Schemas[Name]>, NamedTypes[Name]]
    ? never
    : Name;
}[Named];

/** They hold data, elements or other parts that a form or program makes up: the client says unknown, or one type for each kind, there. */
type HoldsOther =
  | 'ClonedEntry'
  | 'EditedEntry'
  | 'Element'
  | 'Entry'
  | 'EntryHistory'
  | 'EntryProjection'
  | 'EntryView'
  | 'Error'
  | 'FillerForm'
  | 'Form'
  | 'FormDefinition'
  | 'FormProjection'
  | 'Layout'
  | 'ListedOption'
  | 'Option'
  | 'OptionsPage'
  | 'PasskeyOptions'
  | 'ResumedEntry'
  | 'SavedEntry'
  | 'StartedForm'
  | 'SubmittedEntry'
  | 'TableEntry'
  | 'UiRule';

/** The name of a type that differs is in the compiler's message. */
const isSame: [Exclude<Differing, HoldsOther>] extends [never] ? true : Exclude<Differing, HoldsOther> = true;

test('[conventions.client] types of the client and of the apps are of one source', () => {
  // The compiler is the test: this says that it looked.
  expect(isSame).toBe(true);
});
