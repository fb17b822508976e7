// The words that stand for a value of an options set, which has none of its own. [fill-links.search]
import type { Element } from '../../core/definition/form-definition.ts';

/** The service's own sets of countries: docs/options-sets.md. */
const countrySet = /\/5e750000000000000000000[89ab]\/autocomplete$/;

/** choice: of `Israel | IL` people read the name; only of the service's own countries, where what follows is known to be a code. */
export function setValueLabel({ options }: Element, value: string): string {
  const url = typeof options === 'object' && options !== null && 'url' in options ? options.url : '';
  return countrySet.test(url) ? value.replace(/ \| [A-Z]{2}(?:[A-Z]{2})?$/, '') : value;
}
