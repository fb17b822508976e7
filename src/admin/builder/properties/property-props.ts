// What a control of the properties panel is given.
import type { Element, ElementChanges } from '../../../core/definition/form-definition.ts';
import type { ExpressionNames } from '../expressions/expression-names.ts';

export interface PropertyProps {
  readonly element: Element;
  readonly names: ExpressionNames;
  readonly set: (changes: ElementChanges) => void;
}

/** What a part of the panel is given. */
export interface PartProps extends PropertyProps {
  /** Of the element. */
  readonly path: string;
  readonly isRoot: boolean;
}
