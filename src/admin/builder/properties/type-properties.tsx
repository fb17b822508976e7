// Properties that only one type of element has: the usual ones, and those that few forms need.
import { defaultMaxRows } from '../../../core/plan/compile-shapes.ts';
import { useTexts } from '../../texts.ts';
import { CheckField, SelectField } from '../../ui/fields.tsx';
import { CountField } from './count-field.tsx';
import type { PropertyProps } from './element-properties.tsx';
import { FileLimits } from './file-limits.tsx';
import { RowNameField } from './page-properties.tsx';

export function TypeProperties({ element, set }: PropertyProps) {
  const t = useTexts('builder/property');
  switch (element.type) {
    case 'fSelect':
      return (
        <CheckField
          label={t('selectMulti')}
          isChecked={element.selectMulti === true}
          onChange={(isChecked) => set({ selectMulti: isChecked || undefined })}
        />
      );
    case 'cRepeat':
      return (
        <>
          <RowNameField element={element} set={set} />
          <CountField
            label={t('maxRows')}
            value={element.repMaxRows}
            usual={defaultMaxRows}
            max={5000}
            onChange={(repMaxRows) => set({ repMaxRows })}
          />
        </>
      );
    case 'fFile':
      return <FileLimits element={element} set={set} />;
    case 'cSection':
      return (
        <CheckField
          label={t('secCollapse')}
          isChecked={element.secCollapse === true}
          onChange={(isChecked) => set({ secCollapse: isChecked || undefined })}
        />
      );
    default:
      return null;
  }
}

export function RareFields({ element, set }: PropertyProps) {
  const t = useTexts('builder/property');
  switch (element.type) {
    case 'cSection':
      return (
        <CheckField
          label={t('secFlat')}
          hint={t('secFlatHint')}
          isChecked={element.secFlat === false}
          onChange={(isChecked) => set({ secFlat: isChecked ? false : undefined })}
        />
      );
    case 'fBool':
      return (
        <CheckField
          label={t('uncheckedFalse')}
          hint={t('uncheckedHint')}
          isChecked={element.boolUncheckedValue === false}
          onChange={(isChecked) => set({ boolUncheckedValue: isChecked ? false : undefined })}
        />
      );
    case 'fColor':
      return (
        <SelectField
          label={t('colorFormat')}
          value={element.colorPreferredFormat ?? 'hex'}
          choices={[...new Set(['hex', 'rgb', 'hsl', element.colorPreferredFormat ?? 'hex'])].map((value) => ({
            value,
            label: value,
          }))}
          onChange={(value) => set({ colorPreferredFormat: value === 'hex' ? undefined : value })}
        />
      );
    default:
      return null;
  }
}
