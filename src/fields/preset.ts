// preset.ts of a folder: questions with more to them than the type of their element. Their properties change what they hold or accept; the
// type stays as it is, so columns, search, exports and PDFs follow by themselves. Given to compileForm rather than imported by
// it: the page loads them for forms that have such a field. [fill-links.question-kinds]

import type { AdaptedParts, AdaptField } from '../core/plan/form-plan.ts';
import type { Element } from './element.ts';

export interface Preset {
  readonly isOne: (element: Element, field: AdaptedParts) => boolean;
  readonly adapt?: AdaptField | undefined;
}

export function adapterOf(presets: readonly Preset[]): AdaptField {
  return (element, field) => presets.find(({ isOne }) => isOne(element, field))?.adapt?.(element, field) ?? field;
}
