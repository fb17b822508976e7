// Settings of a color: how it is written. [builder]
import type { KindSettings, SettingsProps } from '../../../admin/builder/properties/kind-settings.ts';
import { useTexts } from '../../../admin/texts.ts';
import { SelectField } from '../../../admin/ui/fields.tsx';

export const settings: KindSettings = [{ place: 'more', properties: ['colorPreferredFormat'], Part: ColorFormatField }];

function ColorFormatField({ element: { colorPreferredFormat: format = 'hex' }, set }: SettingsProps<'fColor'>) {
  const t = useTexts('builder/property');
  return (
    <SelectField
      label={t('colorFormat')}
      value={format}
      choices={[...new Set(['hex', 'rgb', 'hsl', format])].map((value) => ({ value, label: value }))}
      onChange={(value) => set({ colorPreferredFormat: value === 'hex' ? undefined : value })}
    />
  );
}
