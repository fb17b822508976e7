// What a kind of field is to browsers that fill in what they know of a person. [forms.elements.autocomplete]
import type { Element } from '../../core/definition/form-definition.ts';

/** server/autofill.ts of a kind that browsers fill in: whether a field may be what it seems to ask by its name. */
export type KindAutofill = (element: Element, purpose: string) => boolean;
