// Settings of a rating: stars or numbers, and how many. [builder]
import { CountField } from '../../../admin/builder/properties/count-field.tsx';
import { EndWords } from '../../../admin/builder/properties/end-words.tsx';
import type { KindSettings, SettingsProps } from '../../../admin/builder/properties/kind-settings.ts';
import { useTexts } from '../../../admin/texts.ts';
import { SelectField } from '../../../admin/ui/fields.tsx';

export const settings: KindSettings = [
  {
    place: 'question',
    properties: ['rateMax', 'rateStyle', 'rateMin', 'rateLow', 'rateHigh'],
    isShown: ({ type }) => type === 'fRate',
    Part: RateProperties,
  },
];

function RateProperties({ element, set }: SettingsProps<'fRate'>) {
  const t = useTexts('builder/question');
  const isNumbers = element.rateStyle === 'numbers';
  return (
    <>
      <SelectField
        label={t('rateStyle')}
        value={isNumbers ? 'numbers' : 'stars'}
        choices={(['stars', 'numbers'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(style) =>
          set(style === 'numbers' ? { rateStyle: style } : { rateStyle: undefined, rateMin: undefined })
        }
      />
      {isNumbers && (
        <SelectField
          label={t('rateMin')}
          value={element.rateMin === 0 ? '0' : '1'}
          choices={[
            { value: '0', label: '0' },
            { value: '1', label: '1' },
          ]}
          onChange={(min) => set({ rateMin: min === '0' ? 0 : undefined })}
        />
      )}
      <CountField
        label={t(isNumbers ? 'rateMax' : 'rateStars')}
        value={element.rateMax}
        usual={5}
        max={100}
        onChange={(rateMax) => set({ rateMax })}
      />
      <EndWords element={element} set={set} />
    </>
  );
}
