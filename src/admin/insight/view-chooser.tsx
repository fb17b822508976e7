// Which entries the charts are about, and which they are compared with: saved views of the entries page, and the conditions that
// came with the address or by pressing a bar.
import type { EntryView } from '../../api-types/views.ts';
import type { FieldColumn } from '../entries/table-columns.ts';
import { SelectField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { isolated } from './chart-texts.ts';
import { allOf, conditionsOf, type InsightAddress } from './insight-address.ts';
import { type InsightText, useInsightTexts } from './insight-texts.ts';

export interface ViewChooserProps {
  readonly address: InsightAddress;
  readonly views: readonly EntryView[];
  readonly onChange: (address: InsightAddress) => void;
}

export function ViewChooser({ address, views, onChange }: ViewChooserProps) {
  const t = useInsightTexts();
  const named = views.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <SelectField
        label={t('entriesOf')}
        value={address.view ?? ''}
        choices={[{ value: '', label: t('allSubmitted') }, ...named]}
        onChange={(view) => onChange({ ...address, view: view || undefined })}
      />
      {(named.length > 0 || address.where !== undefined || address.search !== undefined) && (
        <SelectField
          label={t('compareWith')}
          value={address.compare ?? ''}
          choices={[{ value: '', label: t('nothing') }, { value: 'all', label: t('allSubmitted') }, ...named]}
          onChange={(compare) => onChange({ ...address, compare: compare || undefined })}
        />
      )}
    </>
  );
}

interface ChipsProps extends Omit<ViewChooserProps, 'views'> {
  readonly fields: readonly FieldColumn[];
}

export function FilterChips({ address, fields, onChange }: ChipsProps) {
  const t = useInsightTexts();
  const conditions = conditionsOf(address.where);
  if (conditions.length === 0 && address.search === undefined) return null;
  return (
    <ul class="insight-chips" aria-label={t('filters')}>
      {address.search !== undefined && (
        <Chip
          words={t('searchChip', { words: isolated(address.search) })}
          onRemove={() => onChange({ ...address, search: undefined })}
        />
      )}
      {conditions.map((condition, at) => (
        <Chip
          key={at}
          words={describe(condition as Condition, fields, t)}
          onRemove={() => onChange({ ...address, where: allOf(conditions.filter((_, place) => place !== at)) })}
        />
      ))}
    </ul>
  );
}

function Chip({ words, onRemove }: { words: string; onRemove: () => void }) {
  const t = useInsightTexts();
  return (
    <li class="filter-chip">
      <span>{words}</span>
      <button
        type="button"
        aria-label={t('removeFilter', { words })}
        title={t('removeFilter', { words })}
        onClick={onRemove}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}

interface Condition {
  readonly path?: string;
  readonly op?: string;
  readonly value?: unknown;
}

const mostValues = 3;

/** `Colour: Red`; of several conditions together, that there are some. */
function describe({ path, op, value }: Condition, fields: readonly FieldColumn[], t: InsightText): string {
  if (path === undefined || op === undefined) return t('conditions');
  const plain = path.replace(/^data\./, '');
  const field = fields.find((one) => one.path === plain);
  const matrix = fields.find((one) => one.parts !== undefined && plain.startsWith(`${one.path}.`));
  const title = isolated(
    field?.title ?? (matrix === undefined ? path : `${matrix.title}: ${plain.slice(matrix.path.length + 1)}`),
  );
  if (op === 'empty' || op === 'notEmpty') return t(op, { title });
  const values = (Array.isArray(value) ? value : [value]).map((one) => {
    if (typeof one === 'boolean') return t(one ? 'yes' : 'no');
    const option = field?.options.find((known) => known.value === one);
    return isolated(option?.label ?? String(one));
  });
  const words = values.length > mostValues ? `${values.slice(0, mostValues).join(', ')}…` : values.join(', ');
  const sign = signs[op];
  return sign === undefined ? `${title}: ${words}` : `${title} ${sign} ${words}`;
}

const signs: Readonly<Record<string, string>> = { ne: '≠', lt: '<', lte: '≤', gt: '>', gte: '≥', contains: '∋' };
