// settings.tsx of a folder of src/fields: what the properties panel shows of its kind, and where. [builder]

import type { ComponentChildren } from 'preact';
import type { Element, ElementOf } from '../../../core/definition/form-definition.ts';
import type { ElementType } from '../../../fields/element-types.ts';
import type { PropertyName } from '../../../fields/properties.ts';
import type { SettingsPlace } from './panel-layout.ts';
import type { PropertyProps } from './property-props.ts';

export type KindSettings = readonly KindPart[];

export interface KindPart {
  readonly place: SettingsPlace;
  /** It is shown for elements that have one of them, */
  readonly properties: readonly PropertyName[];
  /** and are more than their type, where that is asked. */
  readonly isShown?: (element: Element) => boolean;
  // A part is given elements of the types that have its properties.
  // biome-ignore lint/suspicious/noExplicitAny: which those are, the table of properties says.
  readonly Part: (props: any) => ComponentChildren;
}

export interface SettingsProps<Type extends ElementType> extends Pick<PropertyProps, 'set'> {
  readonly element: ElementOf<Type>;
}
