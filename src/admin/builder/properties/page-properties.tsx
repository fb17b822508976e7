// How a question appears on the page: what the browser fills in, values from the link.
import { elementProperties } from '../../../fields/properties.ts';
import { useTexts } from '../../texts.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import type { PropertyProps } from './property-props.ts';

const purposes = [
  ['name', 'purposeName'],
  ['given-name', 'purposeGiven'],
  ['family-name', 'purposeFamily'],
  ['email', 'purposeEmail'],
  ['tel', 'purposeTel'],
  ['street-address', 'purposeStreet'],
  ['address-level2', 'purposeCity'],
  ['postal-code', 'purposePostal'],
  ['country-name', 'purposeCountry'],
  ['bday', 'purposeBirthday'],
  ['organization', 'purposeOrganization'],
] as const;

export function AutocompleteField({ element: { autocomplete = '' }, set }: PropertyProps) {
  const t = useTexts('builder/page');
  const known = [
    { value: '', label: t('autocompleteAuto') },
    { value: 'off', label: t('autocompleteOff') },
    ...purposes.map(([value, text]) => ({ value: value as string, label: t(text) })),
  ];
  const isKnown = known.some(({ value }) => value === autocomplete);
  return (
    <SelectField
      label={t('autocomplete')}
      value={autocomplete}
      choices={isKnown ? known : [...known, { value: autocomplete, label: autocomplete }]}
      onChange={(value) => set({ autocomplete: value || undefined })}
    />
  );
}

export function FromLinkField({ element: { fromLink = '' }, set }: PropertyProps) {
  const t = useTexts('builder/page');
  return (
    <TextField
      label={t('fromLink')}
      hint={t('fromLinkHint')}
      dir="ltr"
      value={fromLink}
      error={fromLink === '' || elementProperties.fromLink.type.isGood?.(fromLink) ? undefined : t('fromLinkBad')}
      onChange={(name) => set({ fromLink: name.trim() || undefined })}
    />
  );
}
