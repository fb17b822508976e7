// view/preset.ts of a folder: which control draws a question with more to it than its type.
import type { Element } from '../core/definition/form-definition.ts';
import type { AdaptedParts, AdaptField } from '../core/plan/form-plan.ts';
import type { Preset } from '../fields/preset.ts';
import type { ControlChoice } from './control-choice.ts';

/** view/preset.ts of a folder. */
export interface PresetView extends Preset {
  /** undefined where the control of its type does. */
  readonly look: (element: Element, field: AdaptedParts) => ControlChoice | undefined;
  /** Code that only some of the forms need; `json` is what the form is made of. */
  readonly loadAdapt?: (json: string) => Promise<AdaptField | undefined>;
}
