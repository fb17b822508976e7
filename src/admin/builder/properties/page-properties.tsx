// How a question appears on the page: help, placeholder, what the browser fills in, values from the link.
import type { Element } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import type { PropertyProps } from './element-properties.tsx';

type Set = PropertyProps['set'];

/** Under the label. */
export function HelpField({ element, set }: { element: Element; set: Set }) {
  const t = useTexts('builder/page');
  return (
    <TextField
      label={t('help')}
      hint={t('helpHint')}
      value={element.help ?? ''}
      onChange={(help) => set({ help: help || undefined })}
    />
  );
}

export function RowNameField({ element, set }: { element: Element; set: Set }) {
  const t = useTexts('builder/page');
  return (
    <TextField
      label={t('rowName')}
      hint={t('rowNameHint')}
      value={element.rowName ?? ''}
      onChange={(rowName) => set({ rowName: rowName || undefined })}
    />
  );
}

const typedInto = ['fInput', 'fLngTxt', 'fSelect', 'fColor'];
const filledIn = ['fInput', 'fLngTxt', 'fSelect', 'fDate'];

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

export function PageProperties({ element, set }: { element: Element; set: Set }) {
  const t = useTexts('builder/page');
  const { autocomplete = '', fromLink = '' } = element;
  const known = [
    { value: '', label: t('autocompleteAuto') },
    { value: 'off', label: t('autocompleteOff') },
    ...purposes.map(([value, text]) => ({ value: value as string, label: t(text) })),
  ];
  const isKnown = known.some(({ value }) => value === autocomplete);
  return (
    <>
      {typedInto.includes(element.type) && (
        <TextField
          label={t('placeholder')}
          hint={t('placeholderHint')}
          value={element.placeholder ?? ''}
          onChange={(placeholder) => set({ placeholder: placeholder || undefined })}
        />
      )}
      {filledIn.includes(element.type) && (
        <SelectField
          label={t('autocomplete')}
          value={autocomplete}
          choices={isKnown ? known : [...known, { value: autocomplete, label: autocomplete }]}
          onChange={(value) => set({ autocomplete: value || undefined })}
        />
      )}
      {element.type !== 'fFile' && element.type !== 'fSign' && (
        <TextField
          label={t('fromLink')}
          hint={t('fromLinkHint')}
          dir="ltr"
          value={fromLink}
          error={fromLink === '' || /^(?!(?:data|b)$)[\w.-]{1,100}$/.test(fromLink) ? undefined : t('fromLinkBad')}
          onChange={(name) => set({ fromLink: name.trim() || undefined })}
        />
      )}
      <CheckField
        label={t('concealed')}
        hint={t('concealedHint')}
        isChecked={element.concealed === true}
        onChange={(isChecked) => set({ concealed: isChecked || undefined })}
      />
    </>
  );
}
