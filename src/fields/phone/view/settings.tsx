// Settings of a phone number: where those without a calling code are from. [builder]
import { useMemo } from 'preact/hooks';
import { useApp } from '../../../admin/app-context.ts';
import type { KindSettings, SettingsProps } from '../../../admin/builder/properties/kind-settings.ts';
import { useTexts } from '../../../admin/texts.ts';
import { SelectField } from '../../../admin/ui/fields.tsx';
import { valueTypeOf } from '../../../core/plan/value-type-of.ts';
import { hasRule } from '../../text/value.ts';
import { callingCode, callingCountries } from '../calling-codes.ts';

export const settings: KindSettings = [
  {
    place: 'question',
    properties: ['phoneCountry'],
    isShown: (element) => hasRule(element, 'str/phone') && valueTypeOf(element)?.kind !== 'number',
    Part: PhoneCountry,
  },
];

function PhoneCountry({ element, set }: SettingsProps<'fInput' | 'fLngTxt'>) {
  const t = useTexts('builder/question');
  const { locale } = useApp();
  const choices = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const { compare } = new Intl.Collator(locale);
    return callingCountries
      .map((value) => ({ value, label: `${names.of(value) ?? value} (+${callingCode(value)})` }))
      .sort((one, other) => compare(one.label, other.label));
  }, [locale]);
  return (
    <SelectField
      label={t('country')}
      value={element.phoneCountry ?? ''}
      choices={[{ value: '', label: t('countryOfDevice') }, ...choices]}
      onChange={(country) => set({ phoneCountry: country || undefined })}
    />
  );
}
