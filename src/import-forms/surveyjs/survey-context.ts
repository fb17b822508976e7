// What the parts of a survey are read with.
import type { Draft, DraftForm, Names } from '../draft-form.ts';
import type { Json } from '../json-reading.ts';
import type { Calculated, NameTable } from './survey-names.ts';
import type { SurveyTexts } from './survey-texts.ts';

export interface SurveyContext {
  readonly form: DraftForm;
  readonly texts: SurveyTexts;
  readonly calculated: Map<string, Calculated>;
  /** The questions as they are in the file, by name: options may be those of another. */
  readonly questions: Map<string, Json>;
}

/** A question or a panel, and the element that it became. */
export interface SurveyElement {
  readonly json: Json;
  readonly element: Draft;
  readonly place: SurveyPlace;
  /** For people. */
  readonly where: string;
}

/** What is around the element that is being read. */
export interface SurveyPlace {
  readonly list: Draft[];
  readonly names: Names;
  readonly table: NameTable;
  /** The keys of the object that holds the values here. */
  readonly keys: readonly string[];
  readonly depth: number;
}
