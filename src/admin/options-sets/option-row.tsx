// One row of the table of options: as it is, or open for editing. On a narrow screen a row is a small card.
import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListedOption } from '../../api-types/options-sets.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { cellText, checkDraft, draftOf, type OptionDraft } from './option-changes.ts';

export interface OptionRowProps {
  readonly option: ListedOption;
  readonly keys: readonly string[];
  readonly isOwn: boolean;
  readonly isBusy: boolean;
  readonly isSelected: boolean;
  readonly canGoUp: boolean;
  readonly canGoDown: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  /** With the column that was pressed. */
  readonly onEdit: (column: string) => void;
  readonly onRemove: () => void;
  readonly onMove: (step: -1 | 1) => void;
}

const shownName = 60;

export function nameOf(value: string): string {
  return value.length > shownName ? `${value.slice(0, shownName)}…` : value;
}

export function OptionRow(props: OptionRowProps) {
  const { option, keys, isOwn, isBusy, onEdit } = props;
  const t = useTexts('options-sets/table');
  const name = nameOf(option.value);
  const cell = (column: string, label: string, text: string) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the mouse; the edit button does the same.
    <td
      key={column}
      data-label={label}
      class={text === '' ? 'blank' : column === 'value' ? 'set-value' : ''}
      onClick={isOwn ? () => onEdit(column) : undefined}
    >
      <bdi>{text.slice(0, 500)}</bdi>
    </td>
  );
  return (
    <tr class={isOwn ? 'editable' : ''}>
      {isOwn && (
        <td class="set-check">
          <input
            type="checkbox"
            aria-label={t('select', { name })}
            checked={props.isSelected}
            onChange={(event) => props.onSelect(event.currentTarget.checked)}
          />
        </td>
      )}
      {cell('value', t('option'), option.value)}
      {cell('score', t('scoreHead'), cellText(option.score))}
      {keys.map((key) => cell(`data ${key}`, key, cellText(option.data?.[key])))}
      {isOwn && (
        <td class="set-row-actions">
          <Button
            kind="quiet"
            icon="up"
            label={t('up', { name })}
            isOff={!props.canGoUp || isBusy}
            onPress={() => props.onMove(-1)}
          />
          <Button
            kind="quiet"
            icon="down"
            label={t('down', { name })}
            isOff={!props.canGoDown || isBusy}
            onPress={() => props.onMove(1)}
          />
          <Button kind="quiet" icon="edit" label={t('edit', { name })} onPress={() => onEdit('value')} />
          <Button kind="quiet" icon="trash" label={t('remove', { name })} isOff={isBusy} onPress={props.onRemove} />
        </td>
      )}
    </tr>
  );
}

export interface EditRowProps {
  /** Missing for one that is new. */
  readonly option?: ListedOption;
  readonly keys: readonly string[];
  /** Which column has the focus at first. */
  readonly column: string;
  readonly isBusy: boolean;
  readonly onSave: (draft: OptionDraft) => void;
  readonly onCancel: () => void;
}

export function EditRow({ option, keys, column, isBusy, onSave, onCancel }: EditRowProps) {
  const t = useTexts('options-sets/table');
  const [draft, setDraft] = useState(() => draftOf(option ?? { value: '' }, keys));
  const [isChecked, setChecked] = useState(false);
  const row = useRef<HTMLTableRowElement>(null);
  // Before anything else can be typed.
  useLayoutEffect(() => {
    const input = [...(row.current?.querySelectorAll('input') ?? [])].find((one) => one.name === column);
    input?.focus();
    input?.select();
  }, []);
  const problem = isChecked ? checkDraft(draft) : undefined;
  const save = () => {
    setChecked(true);
    if (checkDraft(draft) === undefined && !isBusy) onSave(draft);
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLTableRowElement>) => {
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const input = (name: string, label: string, value: string, change: (text: string) => void, error?: string) => (
    <td key={name} data-label={label}>
      <input
        class="control"
        name={name}
        dir={name === 'score' ? 'ltr' : 'auto'}
        inputMode={name === 'score' ? 'decimal' : undefined}
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        autoComplete="off"
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </td>
  );
  return (
    <tr
      ref={row}
      class="editing"
      aria-label={option === undefined ? t('newOption') : nameOf(option.value)}
      onKeyDown={onKey}
    >
      <td class="set-check" />
      {input(
        'value',
        t('option'),
        draft.value,
        (value) => setDraft({ ...draft, value }),
        problem === 'noValue' ? t('noValue') : undefined,
      )}
      {input(
        'score',
        t('scoreHead'),
        draft.score,
        (score) => setDraft({ ...draft, score }),
        problem === 'badScore' ? t('badScore') : undefined,
      )}
      {keys.map((key) =>
        input(`data ${key}`, key, draft.data[key] ?? '', (text) =>
          setDraft({ ...draft, data: { ...draft.data, [key]: text } }),
        ),
      )}
      <td class="set-row-actions">
        <Button kind="primary" isBusy={isBusy} onPress={save}>
          {t('save')}
        </Button>
        <Button onPress={onCancel}>{t('cancel')}</Button>
      </td>
    </tr>
  );
}
