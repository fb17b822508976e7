// Checkboxes for columns: facts of the entry, and the fields of the form. Used by the table and by exports.
import { useState } from 'preact/hooks';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/fields.tsx';

export interface PickedColumn {
  readonly name: string;
  readonly title: string;
}

export interface ColumnPickerProps {
  readonly facts: readonly PickedColumn[];
  readonly fields: readonly PickedColumn[];
  readonly chosen: ReadonlySet<string>;
  /** Names in the order of the columns. */
  readonly onChange: (names: readonly string[]) => void;
}

/** From here on a list needs a search. */
const manyFields = 12;

export function ColumnPicker({ facts, fields, chosen, onChange }: ColumnPickerProps) {
  const t = useTexts('entries/columnPicker');
  const [words, setWords] = useState('');
  const all = [...facts, ...fields].map(({ name }) => name);
  const change = (isIn: (name: string) => boolean) => onChange(all.filter(isIn));
  const toggle = (name: string, isChosen: boolean) => change((one) => (one === name ? isChosen : chosen.has(one)));
  const isField = new Set(fields.map(({ name }) => name));
  const found = fields.filter(({ title }) => title.toLowerCase().includes(words.trim().toLowerCase()));
  const list = (columns: readonly PickedColumn[]) => (
    <div class="column-list">
      {columns.map(({ name, title }) => (
        <CheckField
          key={name}
          label={title}
          isChecked={chosen.has(name)}
          onChange={(isChosen) => toggle(name, isChosen)}
        />
      ))}
    </div>
  );
  return (
    <div class="stack">
      <fieldset class="plain-fieldset">
        <legend>{t('entry')}</legend>
        {list(facts)}
      </fieldset>
      <fieldset class="plain-fieldset">
        <legend>{t('fields')}</legend>
        <div class="buttons">
          <Button kind="quiet" onPress={() => change((name) => isField.has(name) || chosen.has(name))}>
            {t('all')}
          </Button>
          <Button kind="quiet" onPress={() => change((name) => !isField.has(name) && chosen.has(name))}>
            {t('none')}
          </Button>
        </div>
        {fields.length >= manyFields && <TextField label={t('find')} type="search" value={words} onChange={setWords} />}
        {list(found)}
      </fieldset>
    </div>
  );
}
