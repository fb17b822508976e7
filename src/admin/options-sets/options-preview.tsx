// The first rows of what will be added, what each column is, and what is wrong with which row.

import type { Separator } from '../../tables/read-delimited.ts';
import { type TextKey, type Translate, useTexts } from '../texts.ts';
import { CheckField, SelectField, TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import type { Column, ColumnRole, OptionsRead, RowProblem } from './read-options.ts';
import type { Choices, Reading } from './use-reading.ts';

const shownRows = 6;
const shownColumns = 30;
const shownProblems = 10;
const separators: readonly Separator[] = ['none', 'tab', 'comma', 'semicolon'];

interface PreviewProps {
  readonly reading: Reading;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

export function OptionsPreview({ reading, choices, onChange }: PreviewProps) {
  const t = useTexts('options-sets/optionsPreview');
  const { read, columnsProblem } = reading;
  return (
    <div class="stack">
      {!reading.isReady && (
        <div class="set-reading">
          {reading.separator !== undefined && (
            <SelectField<Separator>
              label={t('separator')}
              value={reading.separator}
              choices={separators.map((value) => ({ value, label: t(value) }))}
              onChange={(separator) => onChange({ skipsRepeats: choices.skipsRepeats ?? false, separator })}
            />
          )}
          <CheckField
            label={t('header')}
            isChecked={reading.hasHeader}
            onChange={(hasHeader) => onChange({ ...withoutColumns(choices), hasHeader })}
          />
        </div>
      )}
      {reading.isReady ? (
        read !== undefined && read.options.length > 0 && <ReadyTable options={read.options} />
      ) : (
        <PreviewTable reading={reading} onColumns={(columns) => onChange({ ...choices, columns })} />
      )}
      {columnsProblem !== undefined && <Notice kind="error">{t(columnsProblem)}</Notice>}
      {columnsProblem === undefined && read === undefined && <p class="quiet-text">{t('reading')}</p>}
      {read !== undefined && read.problemCount > 0 && <Problems read={read} />}
      {read !== undefined && read.repeatCount > 0 && !reading.isReady && (
        <Notice kind="info">
          <p>{t('repeats', { count: read.repeatCount })}</p>
          <CheckField
            label={t('skipRepeats')}
            isChecked={choices.skipsRepeats ?? false}
            onChange={(skipsRepeats) => onChange({ ...choices, skipsRepeats })}
          />
        </Notice>
      )}
    </div>
  );
}

/** Other names: the columns are guessed again. */
function withoutColumns({ columns: _, ...choices }: Choices): Choices {
  return choices;
}

function PreviewTable({ reading, onColumns }: { reading: Reading; onColumns: (columns: readonly Column[]) => void }) {
  const t = useTexts('options-sets/optionsPreview');
  const { columns, rows } = reading;
  const shown = columns.slice(0, shownColumns);
  const change = (at: number, part: Partial<Column>) =>
    onColumns(columns.map((column, index) => (index === at ? { ...column, ...part } : column)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard.
    <section class="table-box" tabIndex={0} aria-label={t('preview')}>
      <table class="table set-preview">
        <thead>
          <tr>
            {shown.map((column, index) => (
              <th key={index} scope="col">
                {columns.length === 1 ? (
                  t('value')
                ) : (
                  <ColumnHead column={column} number={index + 1} onChange={(part) => change(index, part)} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((row) => (
            <tr key={row.line}>
              {shown.map((column, index) => (
                <td key={index} class={column.role === 'skip' ? 'left-out' : ''}>
                  <bdi>{(row.cells[index] ?? '').slice(0, 200)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownRows && (
        <p class="quiet-text set-more">{t('moreRows', { count: rows.length - shownRows })}</p>
      )}
    </section>
  );
}

/** Options of a JSON file, as they are. */
function ReadyTable({ options }: { options: OptionsRead['options'] }) {
  const t = useTexts('options-sets/optionsPreview');
  const first = options.slice(0, shownRows);
  const keys = [...new Set(first.flatMap(({ data = {} }) => Object.keys(data)))].slice(0, shownColumns);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard.
    <section class="table-box" tabIndex={0} aria-label={t('preview')}>
      <table class="table set-preview">
        <thead>
          <tr>
            {[t('value'), t('scoreShort'), ...keys].map((name, at) => (
              <th key={at} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map(({ value, score, data = {} }, at) => (
            <tr key={at}>
              {[value, score, ...keys.map((key) => data[key])].map((cell, column) => (
                <td key={column}>
                  <bdi>{String(cell ?? '').slice(0, 200)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {options.length > shownRows && (
        <p class="quiet-text set-more">{t('moreRows', { count: options.length - shownRows })}</p>
      )}
    </section>
  );
}

const roles: readonly ColumnRole[] = ['value', 'score', 'text', 'number', 'skip'];

function ColumnHead(props: { column: Column; number: number; onChange: (part: Partial<Column>) => void }) {
  const { column, number, onChange } = props;
  const t = useTexts('options-sets/optionsPreview');
  return (
    <div class="stack tight">
      <span>{t('column', { number })}</span>
      <SelectField<ColumnRole>
        label={t('role', { number })}
        isLabelHidden
        value={column.role}
        choices={roles.map((value) => ({ value, label: t(value) }))}
        onChange={(role) => onChange({ role })}
      />
      {(column.role === 'text' || column.role === 'number') && (
        <TextField
          label={t('key', { number })}
          isLabelHidden
          value={column.key}
          onChange={(key) => onChange({ key: key.trim() })}
        />
      )}
    </div>
  );
}

function Problems({ read }: { read: OptionsRead }) {
  const t = useTexts('options-sets/optionsPreview');
  const { problems, problemCount } = read;
  const shown = problems.slice(0, shownProblems);
  return (
    <Notice kind="warning">
      <p>{t('problems', { count: problemCount })}</p>
      <ul class="set-problems">
        {shown.map((problem) => (
          <li key={problem.line} dir="auto">
            {t('row', { line: problem.line })}
            {problemText(problem, t)}
          </li>
        ))}
        {problemCount > shown.length && <li>{t('moreProblems', { count: problemCount - shown.length })}</li>}
      </ul>
    </Notice>
  );
}

function problemText(problem: RowProblem, t: Translate<TextKey<'options-sets/optionsPreview'>>): string {
  switch (problem.kind) {
    case 'score':
      return t('badScore', { cell: problem.cell.slice(0, 60) });
    case 'number':
      return t('badNumber', { cell: problem.cell.slice(0, 60), key: problem.key });
    case 'data':
      return t('badData', { key: problem.key.slice(0, 60) });
    default:
      return t(problem.kind);
  }
}
