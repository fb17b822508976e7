// Which time the charts are about. The choice is part of the page's address.
import { useLayoutEffect, useState } from 'preact/hooks';
import { SelectField, TextField } from '../ui/fields.tsx';
import { useInsightTexts } from './insight-texts.ts';
import { isUpsideDown, type RangeKey, rangeKeys, type TimeRange } from './time-range.ts';

export function RangeChooser({ range, onChange }: { range: TimeRange; onChange: (range: TimeRange) => void }) {
  const t = useInsightTexts();
  // A day that is being typed is not asked for.
  const [days, setDays] = useState<Pick<TimeRange, 'first' | 'last'>>(range);
  useLayoutEffect(() => setDays(range), [range.first, range.last]);
  const change = (name: 'first' | 'last', text: string) => {
    const { [name]: _, ...other } = days;
    const changed = text === '' ? other : { ...days, [name]: text };
    setDays(changed);
    if (!isUpsideDown({ key: 'custom', ...changed })) onChange({ ...changed, key: 'custom' });
  };
  return (
    <div class="range-chooser">
      <SelectField<RangeKey>
        label={t('range')}
        value={range.key}
        choices={rangeKeys.map((value) => ({ value, label: t(value) }))}
        onChange={(key) => onChange(key === 'custom' ? { ...days, key } : { key })}
      />
      {range.key === 'custom' && (
        <>
          <TextField
            label={t('from')}
            type="date"
            value={days.first ?? ''}
            onChange={(text) => change('first', text)}
          />
          <TextField
            label={t('to')}
            type="date"
            value={days.last ?? ''}
            error={isUpsideDown({ key: 'custom', ...days }) ? t('upsideDown') : undefined}
            onChange={(text) => change('last', text)}
          />
        </>
      )}
    </div>
  );
}
