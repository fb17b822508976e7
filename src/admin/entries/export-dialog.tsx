// An export: format, which entries, how they are written, which columns; then how far it is, and the link to what was made.
// [export.columns] [export.progress] [export.table]
import { useMemo, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import { isOwnFile } from '../../client/own-file.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/fields.tsx';
import { ErrorNotice, Notice, Progress } from '../ui/notices.tsx';
import { ColumnPicker } from './column-picker.tsx';
import type { TableFilter } from './entry-query.ts';
import {
  type ExportChoice,
  type ExportedView,
  type ExportFormat,
  isNarrowed,
  partsOf,
  wantedExport,
} from './export-choice.ts';
import { PdfName, Radio, TableOptions, WhichEntries } from './export-options.tsx';
import type { FieldColumn } from './table-columns.ts';
import { useExport } from './use-export.ts';

export interface ExportDialogProps {
  readonly form: ApiForm;
  readonly fields: readonly FieldColumn[];
  /** The columns of the table, the number first. */
  readonly shown: readonly string[];
  readonly filter: TableFilter;
  /** Words and conditions by which the table finds entries, and its order. */
  readonly found?: Pick<ExportedView, 'search' | 'where'> | undefined;
  readonly sort?: string | undefined;
  readonly selected: readonly string[];
  /** Chosen at first. */
  readonly format?: ExportFormat | undefined;
  readonly onClose: () => void;
}

const factNames = [
  ...(['id', 'idx', 'submitIdx', 'status', 'name', 'createTime', 'modifyTime', 'submitTime'] as const),
  ...(['form.id', 'form.name', 'resumeUrl', 'resumeUrlBewit', 'editUrl', 'cloneUrl', 'shortUrl'] as const),
];

export function ExportDialog({ form, fields, shown, filter, found, sort, selected, ...props }: ExportDialogProps) {
  const t = useTexts('entries/export');
  const fact = useTexts('entries/fact');
  const formats = useFormats();
  const view = { search: found?.search, where: found?.where, sort };
  const hasView = isNarrowed(view);
  const parts = useMemo(() => partsOf(form), [form.modifyTime]);
  const [choice, setChoice] = useState<ExportChoice>(() => ({
    format: props.format ?? 'xlsx',
    which: selected.length > 0 ? 'selected' : hasView ? 'view' : 'filter',
    filter,
    isLabelled: true,
    hasSheets: false,
    splitsChoices: false,
    hasFiles: false,
    pdfName: '',
    columns: 'form',
    chosen: shown,
  }));
  const change = (changed: Partial<ExportChoice>) => setChoice({ ...choice, ...changed });
  const { format, columns, chosen } = choice;
  const run = useExport(wantedExport(choice, { form: form.id, selected, filter, view, parts, now: new Date() }));
  const { url, error } = run.outcome ?? {};
  const isTable = format !== 'pdf';
  const canStart = !isTable || columns === 'form' || chosen.length > 0;
  const close = () => {
    run.cancel();
    props.onClose();
  };

  return (
    <Dialog
      title={t('title')}
      onClose={close}
      onSubmit={() => {
        if (!run.isRunning && canStart) void run.start();
      }}
      actions={
        run.isRunning ? (
          <Button onPress={run.cancel}>{t('stop')}</Button>
        ) : (
          <>
            <Button onPress={close}>{t('close')}</Button>
            <Button kind={url === undefined ? 'primary' : 'secondary'} type="submit" isOff={!canStart}>
              {t(url === undefined ? 'start' : 'again')}
            </Button>
          </>
        )
      }
    >
      <fieldset class="plain-fieldset" disabled={run.isRunning}>
        <legend>{t('format')}</legend>
        {(['xlsx', 'csv', 'pdf'] as const).map((one) => (
          <Radio
            key={one}
            name="format"
            label={t(one)}
            isChosen={format === one}
            onChoose={() => change({ format: one })}
          />
        ))}
      </fieldset>
      <fieldset class="plain-fieldset" disabled={run.isRunning}>
        <legend>{t('which')}</legend>
        <WhichEntries choice={choice} onChange={change} form={form} selected={selected.length} hasView={hasView} />
      </fieldset>
      {isTable ? (
        <>
          <fieldset class="plain-fieldset" disabled={run.isRunning}>
            <legend>{t('answers')}</legend>
            <TableOptions choice={choice} onChange={change} parts={parts} />
          </fieldset>
          <fieldset class="plain-fieldset export-columns" disabled={run.isRunning}>
            <legend class="visually-hidden">{t('columns')}</legend>
            <SelectField
              label={t('columns')}
              value={columns}
              choices={[
                { value: 'form', label: t('formColumns') },
                { value: 'own', label: t('ownColumns') },
              ]}
              onChange={(changed) => change({ columns: changed })}
            />
            {columns === 'own' && (
              <ColumnPicker
                facts={factNames.map((name) => ({ name, title: fact(name) }))}
                fields={fields}
                chosen={new Set(chosen)}
                onChange={(names) => change({ chosen: names })}
              />
            )}
          </fieldset>
        </>
      ) : (
        <fieldset class="plain-fieldset" disabled={run.isRunning}>
          <legend class="visually-hidden">{t('fileNames')}</legend>
          <PdfName choice={choice} onChange={change} fields={fields} />
        </fieldset>
      )}
      {run.isRunning && (
        <Progress
          done={run.progress?.rowsDone ?? 0}
          total={run.progress?.rowsTotal ?? undefined}
          label={
            run.progress === undefined
              ? t('working')
              : t('progress', {
                  done: formats.number(run.progress.rowsDone),
                  total: formats.number(run.progress.rowsTotal),
                })
          }
        />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {isOwnFile(url) && (
        <Notice kind="good">
          <p role="status">{t('ready')}</p>
          <p>
            <a href={url} download>
              {t('download')}
            </a>
          </p>
          <p class="quiet-text">{t('days')}</p>
        </Notice>
      )}
    </Dialog>
  );
}
