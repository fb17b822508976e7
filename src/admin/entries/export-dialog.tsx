// An export: format, which entries, which columns; then how far it is, and the link to what was made.
// [export.columns] [export.progress]
import { useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import { isOwnFile } from '../../client/own-file.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/fields.tsx';
import { ErrorNotice, Notice, Progress } from '../ui/notices.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { factTexts } from './entries-texts.ts';
import { filterQuery, type TableFilter } from './entry-query.ts';
import { exportTexts } from './export-texts.ts';
import { SinceFilter, StatusFilter } from './filter-bar.tsx';
import type { FieldColumn } from './table-columns.ts';
import { type ExportFormat, useExport } from './use-export.ts';

export interface ExportDialogProps {
  readonly form: ApiForm;
  readonly fields: readonly FieldColumn[];
  /** The columns of the table, the number first. */
  readonly shown: readonly string[];
  readonly filter: TableFilter;
  readonly selected: readonly string[];
  readonly onClose: () => void;
}

const factNames = [
  ...(['id', 'idx', 'submitIdx', 'status', 'name', 'createTime', 'modifyTime', 'submitTime'] as const),
  ...(['form.id', 'form.name', 'resumeUrl', 'resumeUrlBewit', 'editUrl', 'cloneUrl', 'shortUrl'] as const),
];

export function ExportDialog({ form, fields, shown, filter: first, selected, onClose }: ExportDialogProps) {
  const t = useTexts(exportTexts);
  const fact = useTexts(factTexts);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [which, setWhich] = useState<'selected' | 'filter'>(selected.length > 0 ? 'selected' : 'filter');
  const [filter, setFilter] = useState(first);
  const [columns, setColumns] = useState<'form' | 'own'>('form');
  const [chosen, setChosen] = useState(shown);
  const run = useExport();

  const start = () => {
    if (run.isRunning) return;
    const query = which === 'selected' ? { _id: { $in: selected } } : filterQuery(filter, new Date());
    const hasColumns = format !== 'pdf' && columns === 'own';
    void run.start({ format, query: { ...query, form: form.id }, ...(hasColumns && { fields: chosen }) });
  };
  const close = () => {
    run.cancel();
    onClose();
  };
  const canStart = format === 'pdf' || columns === 'form' || chosen.length > 0;

  return (
    <Dialog
      title={t('title')}
      onClose={close}
      onSubmit={start}
      actions={
        run.isRunning ? (
          <Button onPress={run.cancel}>{t('stop')}</Button>
        ) : (
          <>
            <Button onPress={close}>{t('close')}</Button>
            <Button kind={run.url === undefined ? 'primary' : 'secondary'} type="submit" isOff={!canStart}>
              {t(run.url === undefined ? 'start' : 'again')}
            </Button>
          </>
        )
      }
    >
      <fieldset class="plain-fieldset" disabled={run.isRunning}>
        <legend>{t('format')}</legend>
        {(['xlsx', 'csv', 'pdf'] as const).map((one) => (
          <Radio key={one} name="format" label={t(one)} isChosen={format === one} onChoose={() => setFormat(one)} />
        ))}
      </fieldset>
      <fieldset class="plain-fieldset" disabled={run.isRunning}>
        <legend>{t('which')}</legend>
        {selected.length > 0 && (
          <>
            <Radio
              name="which"
              label={t('selected', { count: selected.length })}
              isChosen={which === 'selected'}
              onChoose={() => setWhich('selected')}
            />
            <Radio
              name="which"
              label={t('byFilter')}
              isChosen={which === 'filter'}
              onChoose={() => setWhich('filter')}
            />
          </>
        )}
        {which === 'filter' && (
          <div class="stack">
            <StatusFilter filter={filter} onChange={setFilter} current={form.current} />
            <SinceFilter filter={filter} onChange={setFilter} />
          </div>
        )}
      </fieldset>
      {format !== 'pdf' && (
        <>
          <SelectField
            label={t('columns')}
            value={columns}
            choices={[
              { value: 'form', label: t('formColumns') },
              { value: 'own', label: t('ownColumns') },
            ]}
            onChange={setColumns}
          />
          {columns === 'own' && (
            <ColumnPicker
              facts={factNames.map((name) => ({ name, title: fact(name) }))}
              fields={fields}
              chosen={new Set(chosen)}
              onChange={setChosen}
            />
          )}
        </>
      )}
      {run.isRunning && (
        <Progress
          done={run.progress?.rowsDone ?? 0}
          total={run.progress?.rowsTotal ?? undefined}
          label={
            run.progress?.rowsTotal
              ? t('progress', { done: run.progress.rowsDone, total: run.progress.rowsTotal })
              : t('working')
          }
        />
      )}
      {run.error !== undefined && <ErrorNotice error={run.error} />}
      {isOwnFile(run.url) && (
        <Notice kind="good">
          <p role="status">{t('ready')}</p>
          <p>
            <a href={run.url} download>
              {t('download')}
            </a>
          </p>
          <p class="quiet-text">{t('days')}</p>
        </Notice>
      )}
    </Dialog>
  );
}

function Radio(props: { name: string; label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label class="radio">
      <input type="radio" name={props.name} checked={props.isChosen} onChange={props.onChoose} />
      {props.label}
    </label>
  );
}
