// Which entries the table shows: by status with how many there are, and by when they changed.
import { useId } from 'preact/hooks';
import type { FormCounts } from '../../api-types/forms.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { isDay, type LivingStatus, livingStatuses, type TableFilter } from './entry-query.ts';

export interface FilterProps {
  readonly filter: TableFilter;
  readonly onChange: (filter: TableFilter) => void;
}

export function StatusFilter({ filter, onChange, current }: FilterProps & { current: FormCounts }) {
  const t = useTexts('entries/table');
  const status = useTexts('entries/status');
  const formats = useFormats();
  const group = useId();
  const counts = countsByStatus(current);
  const shown = livingStatuses.filter((one) => counts[one] > 0 || one === 'submitted' || one === filter.status);
  return (
    <fieldset class="status-filter">
      <legend class="visually-hidden">{t('filters')}</legend>
      {(['all', ...shown] as const).map((one) => (
        <label key={one} class="status-choice">
          <input
            type="radio"
            name={group}
            checked={filter.status === one}
            onChange={() => onChange({ ...filter, status: one })}
          />
          {status(one)} <span class="status-count">{formats.number(one === 'all' ? current.all : counts[one])}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is in no other status is as generateEntries made it. */
export function countsByStatus(current: FormCounts): Record<LivingStatus, number> {
  const { all, submit, save, template, render } = current;
  return { submitted: submit, saved: save, created: all - submit - save - template - render, template, render };
}

type SinceKind = 'any' | 'today' | '7' | '30' | 'date';

export function SinceFilter({ filter, onChange }: FilterProps) {
  const t = useTexts('entries/table');
  const kind = (isDay(filter.since) ? 'date' : filter.since) as SinceKind;
  const choices = [
    { value: 'any', label: t('any') },
    { value: 'today', label: t('today') },
    { value: '7', label: t('week') },
    { value: '30', label: t('month') },
    { value: 'date', label: t('date') },
  ] as const;
  return (
    <div class="since-filter">
      <SelectField<SinceKind>
        label={t('since')}
        isLabelHidden
        value={kind}
        choices={choices}
        onChange={(value) => onChange({ ...filter, since: value === 'date' ? localDay(new Date()) : value })}
      />
      {kind === 'date' && (
        <TextField
          label={t('day')}
          isLabelHidden
          type="date"
          value={filter.since}
          onChange={(since) => isDay(since) && onChange({ ...filter, since })}
        />
      )}
    </div>
  );
}

function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
