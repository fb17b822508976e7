// What a kind says of its control: the component, how the label belongs to it, and when its code is loaded.

import type { ComponentType, FunctionComponent } from 'preact';
import type { FieldProps } from './field-props.ts';
import { lazyPart } from './lazy-part.tsx';
import type { FieldNode } from './view-node.ts';

export interface ControlChoice {
  readonly Control: ComponentType<FieldProps>;
  /** `for`: a label that points to the control; `group`: a title for several controls; `own`: the control brings it. */
  readonly label: 'for' | 'group' | 'own';
  readonly className: string;
  /** The control as it is before somebody uses it, drawn without hooks; none of a rich one. */
  readonly Still?: FunctionComponent<FieldProps>;
  /** About, with its label, where that is not the height of its like: where the rest of the page is until it is laid out. */
  readonly rem?: number;
  /** The label says that an answer is required: the browser's own control cannot in every engine. [fill-links.keys] */
  readonly isSaid?: boolean;
  readonly preload?: () => Promise<void>;
  /** A control is loaded before the form is drawn; a rich one comes later, unless it has something to show. */
  readonly weight?: 'rich';
}

/** The control of a kind, or what chooses it for a field. */
export type Look = ControlChoice | ((node: FieldNode) => ControlChoice);
export type Looks = Readonly<Record<FieldNode['step']['value']['kind'], Look>>;

/** A control that every form has the code of. */
export const plainControl = (
  Control: FunctionComponent<FieldProps>,
  label: ControlChoice['label'],
  className: string,
  more?: Pick<ControlChoice, 'Still' | 'rem' | 'isSaid'>,
): ControlChoice => ({ Control, label, className, Still: Control, ...more });

/** A control whose code is loaded for the forms that have it. */
export function lazyControl(
  load: Parameters<typeof lazyPart<FieldProps>>[0],
  label: ControlChoice['label'],
  className: string,
  weight?: 'rich',
): ControlChoice {
  const Control = lazyPart(load, weight && 'fields');
  return { Control, label, className, preload: Control.preload, weight };
}
