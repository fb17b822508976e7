// What the browser may fill in for the person, guessed here so that the page need not know any names. Rows are left out: they are
// about others. [forms.elements.autocomplete]
import { guessPurpose } from '../../core/definition/autofill-purposes.ts';
import type { Element } from '../../core/definition/form-definition.ts';

/** Who is asked more than this is not asked for a name. */
const maxGuesses = 1000;

export function guessAutofill(root: Element | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  let looked = 0;
  const look = (element: unknown, path: string): void => {
    if (Array.isArray(element)) {
      for (const [at, one] of element.entries()) look(one, `${path}.${at}`);
      return;
    }
    if (typeof element !== 'object' || element === null || looked >= maxGuesses) return;
    const one = element as Element;
    if (one.type === 'cRepeat') return;
    if (one.children !== undefined) look(one.children, `${path}.children`);
    else if (one.autocomplete === undefined) {
      looked += 1;
      const purpose = guessPurpose(one);
      if (purpose !== undefined) found[path] = purpose;
    }
  };
  look(root, 'formSchema.rootElem');
  return found;
}
