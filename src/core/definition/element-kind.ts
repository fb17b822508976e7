// What sort of element a type is. The first letter classifies it. [forms.elements]

import { type ContainerType, kindOfType } from '../../fields/element-types.ts';
import { ownValue } from '../values/value-type.ts';
import type { Element, FieldElement } from './form-definition.ts';

export type ElementKind = 'field' | 'repeat' | 'section' | 'columns' | 'content';

const containerKinds: Readonly<Record<ContainerType, ElementKind>> = {
  cSection: 'section',
  cRepeat: 'repeat',
  cRow: 'columns',
  cTabs: 'columns',
};

/** Content elements are any type that begins with e, known or not: nothing depends on which. */
export function elementKind(type: unknown): ElementKind | undefined {
  if (typeof type !== 'string') return undefined;
  if (kindOfType(type)) return 'field';
  const container = ownValue(containerKinds, type) as ElementKind | undefined;
  return container ?? (/^e[A-Z][A-Za-z0-9]*$/.test(type) ? 'content' : undefined);
}

export function isField(element: Element): element is FieldElement {
  return elementKind(element.type) === 'field';
}

/**
 * Where values sit: a section with secFlat=false keeps those inside it in an object under its name. A repeat has an array
 * of rows under its name; no other container leaves a trace in the data.
 */
export function opensObject({ type, secFlat }: Element): boolean {
  return type === 'cSection' && secFlat === false;
}
