// What the folder of a kind of field may hold, one file for each layer. `npm run fields` writes all/<layer>.ts, which imports that
// layer of every folder: a page or a room of the server loads only the layers that it asks, and a folder is all that a new kind is.
// Every kind has the layers that `required` names in scripts/fields.mjs; of the others a kind has those that it needs.

import type { Element } from '../core/definition/form-definition.ts';
import type { OptionIndex } from '../core/plan/option-list.ts';
import type { ValueType } from '../core/values/value-type.ts';
import type { messagesWords } from '../words/all/page/messages.ts';

export type PageWordKey = keyof (typeof messagesWords)['en'];

/** kind.json: plain facts, which the types of elements are made of; all/kind.ts has them by what is looked up. */
export interface KindFacts {
  /** In lists of kinds; those without a place come last. */
  readonly place?: number;
  /** The types of elements that hold this kind, or whose properties say which kind they hold (`value.ts`). */
  readonly types: readonly `f${string}`[];
  /** What a `typeValidator` calls it, on elements that can hold several kinds. */
  readonly name?: string;
  /** A `typeValidator` that names one of these says nothing of its elements that their type does not. */
  readonly ownNames?: readonly string[];
  /** Its elements have options; `typed`: a `typeValidator` is about these; `questions`: one is chosen for each question. */
  readonly options?: 'plain' | 'typed' | 'questions';
  /** What the page asks for where an answer is missing; a choice where it is not said. */
  readonly needed?: PageWordKey;
  /** `part`: the code of its control, view/<kind>.tsx, is loaded before a form that has one is drawn; `rich`: after that. */
  readonly page?: 'part' | 'rich';
}

/** about.ts: what its types of elements are, by type: the name of its schema in the OpenAPI document, a sentence, and a word or two. */
export type KindAbout = {
  readonly [Type in `f${string}`]?: { readonly schema: string; readonly about: string; readonly brief: string };
};

/** What a field's definition says of its value, besides the properties of its element. */
export interface FieldParts {
  /** The options of a list. */
  readonly index?: OptionIndex | undefined;
  readonly questions?: readonly string[] | undefined;
}

/** value.ts: what is stored, of elements of its types and of those that name it in a typeValidator; `typed` is what that names. */
export type KindValue = (element: Element, parts: FieldParts, typed: ValueType | undefined) => ValueType;
