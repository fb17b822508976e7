// The parts of the export dialog: which entries, how answers are written, and what else there is to choose for this form.

import type { ApiForm } from '../../api-types/forms.ts';
import { columnByKind } from '../../fields/all/column.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { CheckField, SelectField } from '../ui/fields.tsx';
import type { ExportChoice, FormParts } from './export-choice.ts';
import { SinceFilter, StatusFilter } from './filter-bar.tsx';
import type { FieldColumn } from './table-columns.ts';

export interface OptionProps {
  readonly choice: ExportChoice;
  readonly onChange: (change: Partial<ExportChoice>) => void;
}

export interface WhichProps extends OptionProps {
  readonly form: ApiForm;
  readonly selected: number;
  /** The table shows something else than a status and a period say. */
  readonly hasView: boolean;
}

export function WhichEntries({ choice, onChange, form, selected, hasView }: WhichProps) {
  const t = useTexts('entries/export');
  const formats = useFormats();
  const radio = (which: ExportChoice['which'], label: string) => (
    <Radio name="which" label={label} isChosen={choice.which === which} onChoose={() => onChange({ which })} />
  );
  const setFilter = (filter: ExportChoice['filter']) => onChange({ filter });
  return (
    <>
      {selected > 0 && radio('selected', t('selected', { count: formats.number(selected) }))}
      {hasView && radio('view', t('byView'))}
      {(selected > 0 || hasView) && radio('filter', t('byFilter'))}
      {choice.which === 'filter' && (
        <div class="stack">
          <StatusFilter filter={choice.filter} onChange={setFilter} current={form.current} />
          <SinceFilter filter={choice.filter} onChange={setFilter} />
        </div>
      )}
    </>
  );
}

export function TableOptions({ choice, onChange, parts }: OptionProps & { readonly parts: FormParts }) {
  const t = useTexts('entries/export');
  const { format, isLabelled } = choice;
  return (
    <>
      <Radio
        name="answers"
        label={t('labels')}
        hint={t('labelsHint')}
        isChosen={isLabelled}
        onChoose={() => onChange({ isLabelled: true })}
      />
      <Radio
        name="answers"
        label={t('codes')}
        hint={t('codesHint')}
        isChosen={!isLabelled}
        onChoose={() => onChange({ isLabelled: false })}
      />
      {parts.hasRepeats && (
        <CheckField
          label={t(format === 'csv' ? 'repeatFiles' : 'repeatSheets')}
          hint={t('repeatHint')}
          isChecked={choice.hasSheets}
          onChange={(hasSheets) => onChange({ hasSheets })}
        />
      )}
      {parts.hasChoices && (
        <CheckField
          label={t('splitChoices')}
          hint={t('splitHint')}
          isChecked={choice.splitsChoices}
          onChange={(splitsChoices) => onChange({ splitsChoices })}
        />
      )}
      {parts.hasFiles && (
        <CheckField
          label={t('filesInside')}
          hint={t('filesHint')}
          isChecked={choice.hasFiles}
          onChange={(hasFiles) => onChange({ hasFiles })}
        />
      )}
    </>
  );
}

/** Answers that are short enough for a name, and one for an entry. */
export function PdfName({ choice, onChange, fields }: OptionProps & { readonly fields: readonly FieldColumn[] }) {
  const t = useTexts('entries/export');
  const named = fields.filter(({ isSortable, kind }) => isSortable && !columnByKind[kind].isNoName);
  if (named.length === 0) return null;
  const choices = [
    { value: '', label: t('byFormName') },
    ...named.map(({ path, title }) => ({ value: path, label: t('byAnswer', { title }) })),
  ];
  return (
    <SelectField
      label={t('fileNames')}
      value={choice.pdfName}
      choices={choices}
      onChange={(pdfName) => onChange({ pdfName })}
    />
  );
}

export function Radio(props: { name: string; label: string; hint?: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label class="radio">
      <input type="radio" name={props.name} checked={props.isChosen} onChange={props.onChoose} />
      <span>
        {props.label}
        {props.hint !== undefined && <span class="hint">{props.hint}</span>}
      </span>
    </label>
  );
}
