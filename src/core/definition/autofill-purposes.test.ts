import { expect, test } from 'vitest';
import { isAutofillPurpose } from './autofill-purposes.ts';

test('[forms.elements.autocomplete] the purposes of HTML are known', () => {
  expect([isAutofillPurpose('tel'), isAutofillPurpose('off'), isAutofillPurpose('fax'), isAutofillPurpose(1)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
