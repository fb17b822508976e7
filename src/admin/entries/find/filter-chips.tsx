// The filters in use, each to be changed or taken away, and the button for another one.
import { useFormats } from '../../formats.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { askedOf, type FilterColumn } from './filter-columns.ts';
import { filterText, pathsOf } from './filter-text.ts';
import type { Sort } from './table-state.ts';
import type { Filters, Join, Where } from './where.ts';

export interface FilterChipsProps {
  readonly filters: Filters;
  readonly columns: readonly FilterColumn[];
  readonly onChange: (filters: Filters) => void;
  readonly onAdd: () => void;
  readonly onEdit: (at: number) => void;
  readonly sort: Sort | undefined;
  readonly sortTitle: (path: string) => string;
  readonly onUnsort: () => void;
}

export function FilterChips(props: FilterChipsProps) {
  const { filters, columns, onChange, onAdd, onEdit, sort } = props;
  const { parts, join } = filters;
  const t = useTexts('entries/find');
  const formats = useFormats();
  const isEditable = (part: Where) => {
    const [path, ...others] = new Set(pathsOf(part));
    const column = others.length === 0 ? columns.find((one) => one.path === path) : undefined;
    return column !== undefined && askedOf(part, column) !== undefined;
  };
  return (
    <fieldset class="filter-chips">
      <legend class="visually-hidden">{t('filters')}</legend>
      {parts.length > 1 && (
        <select
          class="control chip-join"
          aria-label={t('join')}
          value={join}
          onChange={(event) => onChange({ ...filters, join: event.currentTarget.value as Join })}
        >
          <option value="and">{t('all')}</option>
          <option value="or">{t('any')}</option>
        </select>
      )}
      {parts.map((part, at) => {
        const text = filterText(part, columns, { t, formats });
        return (
          <Chip
            key={JSON.stringify(part)}
            text={text}
            label={t('edit', { filter: text })}
            removeLabel={t('remove', { filter: text })}
            onPress={isEditable(part) ? () => onEdit(at) : undefined}
            onRemove={() => onChange({ ...filters, parts: parts.filter((_, place) => place !== at) })}
          />
        );
      })}
      {sort !== undefined && (
        <Chip
          text={`${t('sorted', { column: props.sortTitle(sort.path) })}, ${t(sort.isDescending ? 'descending' : 'ascending')}`}
          removeLabel={t('unsort')}
          isQuiet
          onRemove={props.onUnsort}
        />
      )}
      <button type="button" class="chip-add" onClick={onAdd}>
        <Icon name="filter" size={16} />
        {t('add')}
      </button>
      {parts.length > 1 && (
        <Button kind="quiet" onPress={() => onChange({ ...filters, parts: [] })}>
          {t('clear')}
        </Button>
      )}
    </fieldset>
  );
}

interface ChipProps {
  readonly text: string;
  readonly label?: string;
  readonly removeLabel: string;
  readonly isQuiet?: boolean;
  readonly onPress?: (() => void) | undefined;
  readonly onRemove: () => void;
}

function Chip({ text, label, removeLabel, isQuiet = false, onPress, onRemove }: ChipProps) {
  return (
    <span class={isQuiet ? 'chip quiet' : 'chip'}>
      {onPress === undefined ? (
        <span class="chip-text">{text}</span>
      ) : (
        <button type="button" class="chip-text" aria-label={label} title={text} onClick={onPress}>
          {text}
        </button>
      )}
      <button type="button" class="chip-remove" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}
