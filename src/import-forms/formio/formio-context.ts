// What the components of a Form.io form are read with.
import type { Draft, DraftForm, Names } from '../draft-form.ts';
import type { Json } from '../json-reading.ts';
import type { KnownRepeat } from '../known-fields.ts';
import type { Holds } from '../pieces.ts';
import type { FormioNames } from './formio-names.ts';

export interface FormioContext {
  readonly form: DraftForm;
  readonly names: FormioNames;
  /** What was read of labels, to know their language. */
  readonly texts: string[];
}

export interface FormioPlace {
  readonly list: Draft[];
  readonly names: Names;
  readonly keys: readonly string[];
  readonly repeat: KnownRepeat | undefined;
  /** The path of what `row` is, with a dot at its end. */
  readonly rowPath: string;
  /** The path of the values here, with a dot at its end. */
  readonly path: string;
  readonly depth: number;
}

/** A component, and the element that it became. */
export interface FormioElement {
  readonly component: Json;
  readonly element: Draft;
  readonly place: FormioPlace;
  /** For people. */
  readonly where: string;
}

export interface FormioQuestion extends FormioElement {
  readonly holds: Holds;
  readonly isLine: boolean;
}
