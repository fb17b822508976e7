// Settings of a choice: an answer of one's own, an order, pictures. [builder]

import type { KindSettings, SettingsProps } from '../../../admin/builder/properties/kind-settings.ts';
import { OptionPictures } from '../../../admin/builder/properties/option-pictures.tsx';
import { Group } from '../../../admin/builder/properties/property-group.tsx';
import { useTexts } from '../../../admin/texts.ts';
import { CheckField, TextField } from '../../../admin/ui/fields.tsx';
import { itemTypeOf } from '../../../core/plan/value-type-of.ts';

import { isRanking } from '../../ranking/preset.ts';

export const settings: KindSettings = [
  { place: 'question', properties: ['otherOption', 'ranked', 'optionPictures'], Part: ChoiceProperties },
];

function ChoiceProperties({ element, set }: SettingsProps<'fRadio' | 'fSelect' | 'fCheckbox'>) {
  const t = useTexts('builder/question');
  const { type, options, otherOption, optionPictures } = element;
  const hasOwn = Array.isArray(options) || typeof options === 'string';
  const isRanked = isRanking(element);
  const canOther = hasOwn && !isRanked && itemTypeOf(element).kind === 'choice';
  const canShow = Array.isArray(options) && !isRanked && (type === 'fRadio' || type === 'fCheckbox');
  return (
    <>
      {canOther && (
        <CheckField
          label={t('other')}
          isChecked={Boolean(otherOption)}
          onChange={(isChecked) => set({ otherOption: isChecked || undefined })}
        />
      )}
      {canOther && Boolean(otherOption) && (
        <TextField
          label={t('otherLabel')}
          placeholder={t('otherUsual')}
          value={typeof otherOption === 'string' ? otherOption : ''}
          onChange={(label) => set({ otherOption: label || true })}
        />
      )}
      {type === 'fCheckbox' && hasOwn && (
        <CheckField
          label={t('ranked')}
          hint={t('rankedHint')}
          isChecked={isRanked}
          onChange={(isChecked) => set({ ranked: isChecked || undefined })}
        />
      )}
      {canShow && (
        <CheckField
          label={t('withPictures')}
          isChecked={optionPictures !== undefined}
          onChange={(isChecked) => set({ optionPictures: isChecked ? {} : undefined })}
        />
      )}
      {canShow && optionPictures !== undefined && (
        <Group title={t('pictures')}>
          <OptionPictures element={element} onChange={(pictures) => set({ optionPictures: pictures })} />
        </Group>
      )}
    </>
  );
}
