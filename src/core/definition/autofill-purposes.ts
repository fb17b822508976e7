// What a field may ask about the person who fills a form, in the words of HTML's `autocomplete` (WCAG 2.2 1.3.5).
// [forms.elements.autocomplete]

export const autofillPurposes: ReadonlySet<string> = new Set(
  (
    'off name honorific-prefix given-name additional-name family-name honorific-suffix nickname username organization-title ' +
    'organization street-address address-line1 address-line2 address-line3 address-level4 address-level3 address-level2 ' +
    'address-level1 country country-name postal-code language bday bday-day bday-month bday-year sex url photo tel ' +
    'tel-country-code tel-national tel-area-code tel-local tel-extension email impp'
  ).split(' '),
);

export function isAutofillPurpose(value: unknown): boolean {
  return typeof value === 'string' && autofillPurposes.has(value);
}
