// What every field component is given. A field draws a value and tells of changes; what the value means is core's matter.

import type { FoundValues } from '../client/search-options.ts';
import type { Element, FileObject, JsonValue } from '../core/definition/form-definition.ts';
import type { ItemTexts } from '../core/locale/item-texts.ts';
import type { Locale } from '../core/locale/locale.ts';
import type { FieldStep } from '../core/plan/form-plan.ts';
import type { Option } from '../core/plan/option-list.ts';
import type { ViewTexts } from './texts.ts';

export interface FieldProps {
  readonly element: Element;
  /** Missing on the builder's canvas, which draws a control alone. */
  readonly step?: FieldStep;
  /** The DOM id of the control; its label points here, its messages are `<id>-message`. */
  readonly id: string;
  /** The label's DOM id, for groups of controls that a label cannot point to. */
  readonly labelId: string;
  readonly value: JsonValue | undefined;
  /** What the browser may fill in, where the owner did not say. */
  readonly purpose: string | undefined;
  /** undefined empties the field. */
  readonly onChange: (value: JsonValue | undefined) => void;
  /** The person left the field: its messages may show now. */
  readonly onLeave: () => void;
  readonly isReadonly: boolean;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  /** For aria-describedby: the ids of messages and hints that are there now. */
  readonly describedBy: string | undefined;
  /** Of a list or an expression; empty for a field that searches an options set. */
  readonly options: readonly Option[];
  readonly locale: Locale;
  /** Core's words about values. */
  readonly itemTexts: ItemTexts;
  readonly texts: ViewTexts;
  readonly host: FieldHost;
}

/** What fields need of the world around the form: the fill page and a preview give different ones. */
export interface FieldHost {
  /** What was begun here before a reload and is not in the value. */
  unfinished(): readonly string[];
  /** Tells of what is begun and not in the value yet; with a message it stands in the way of a send. */
  setUnfinished(texts: readonly string[], message?: string): void;
  /** Uploads by policy and storage; progress from 0 to 1. Rejects with a message to show. */
  upload(file: File, options: { onProgress: (part: number) => void; signal: AbortSignal }): Promise<FileObject>;
  /** Work that a send waits for. */
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Searches the options set of a field; `term` is what was typed. */
  search(element: Element, term: string, signal: AbortSignal): Promise<FoundValues>;
}
