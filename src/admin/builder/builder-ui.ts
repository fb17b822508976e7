// What the parts of the builder know of each other, besides the form.
import type { Slip } from '../../core/definition/element-properties.ts';
import type { BrokenReferences } from './tree/references.ts';

export type Part = 'canvas' | 'palette' | 'outline' | 'properties';

/** `canvas` is the label of the selected element on the canvas, `item` the element there. */
export type FocusWish = 'condition' | 'label' | 'text' | 'row' | 'palette' | 'canvas' | 'item';

export interface BuilderUi {
  /** Which part a narrow screen shows. */
  readonly part: Part;
  /** Where the focus should go now; `turn` tells one wish from the next. */
  readonly focus: FocusWish | undefined;
  readonly turn: number;
  /** Where the focus was before it went to the properties or the palette: it returns there. */
  readonly from: 'row' | 'item';
  /** The sides that are folded away. */
  readonly folded: readonly Panel[];
  /** What is selected besides `draft.selected`, in form order. Written by draft/selection.ts alone. */
  readonly also: readonly string[];
  /** Where a range that Shift extends began. */
  readonly anchor: string | undefined;
  /** What expressions read and the form does not have, by the path of the element or rule. Follows the draft when it rests. */
  readonly references: BrokenReferences;
  /** Properties that are nearly a known one. */
  readonly slips: readonly Slip[];
  /** What was just done, read out to those who do not see it. */
  readonly announcement: string;
  /** Whether the rarer properties are shown. */
  readonly isMoreOpen: boolean;
  /** What is typed in the JSON view and not applied yet: it survives a look at another view. */
  readonly jsonText: string | undefined;
}

/** The sides of the form. */
export type Panel = 'start' | 'end';
