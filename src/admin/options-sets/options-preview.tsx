// The first rows of what will be added, what each column is, and what is wrong with which row.

import type { Separator } from '../../tables/read-delimited.ts';
import { type Translate, useTexts } from '../texts.ts';
import { CheckField, SelectField, TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import type { Column, ColumnRole, OptionsRead, RowProblem } from './read-options.ts';
import type { Choices, Reading } from './use-reading.ts';

const texts = {
  en: {
    preview: 'The first rows',
    separator: 'Columns are separated by',
    none: 'nothing: one option per line',
    tab: 'tabs',
    comma: 'commas',
    semicolon: 'semicolons',
    header: 'The first row names the columns',
    column: 'Column {number}',
    role: 'Role of column {number}',
    value: 'Option',
    score: 'Score (higher first)',
    scoreShort: 'Score',
    text: 'Filter, as text',
    number: 'Filter, as a number',
    skip: 'Leave out',
    key: 'Filter name of column {number}',
    noValueColumn: 'Choose which column holds the options themselves.',
    twoValueColumns: 'Only one column can hold the options themselves.',
    twoScoreColumns: 'Only one column can hold the score.',
    badKey:
      'The name of a filter cannot be empty, hold a dot or start with a dollar sign. Rename it, or leave the column out.',
    sameKey: 'Two filters have the same name. Rename one, or leave its column out.',
    moreRows: 'and {count} more rows',
    problems: '[One row cannot be added and is|{count} rows cannot be added and are] left out:',
    row: 'Line {line}: ',
    noValue: 'the option is empty',
    tooLong: 'longer than an option can be',
    badScore: 'the score “{cell}” is not a number',
    badNumber: '“{cell}” in {key} is not a number',
    badData: '{key} must be a text, a number, true or false, and its name without dots',
    moreProblems: 'and {count} more',
    repeats: '[One row repeats|{count} rows repeat] an earlier one. The set would hold [it|them] twice.',
    skipRepeats: 'Leave out repeated rows',
    reading: 'Reading…',
  },
  he: {
    preview: 'השורות הראשונות',
    separator: 'מה מפריד בין העמודות',
    none: 'דבר: אפשרות אחת בכל שורה',
    tab: 'טאבים',
    comma: 'פסיקים',
    semicolon: 'נקודה־פסיק',
    header: 'השורה הראשונה נותנת שמות לעמודות',
    column: 'עמודה {number}',
    role: 'מה יש בעמודה {number}',
    value: 'אפשרות',
    score: 'ניקוד (הגבוה קודם)',
    scoreShort: 'ניקוד',
    text: 'סינון, כטקסט',
    number: 'סינון, כמספר',
    skip: 'להשמיט',
    key: 'שם הסינון של עמודה {number}',
    noValueColumn: 'יש לבחור באיזו עמודה האפשרויות עצמן.',
    twoValueColumns: 'רק עמודה אחת יכולה להכיל את האפשרויות עצמן.',
    twoScoreColumns: 'רק עמודה אחת יכולה להכיל את הניקוד.',
    badKey: 'שם של סינון אינו יכול להיות ריק, להכיל נקודה או להתחיל בסימן דולר. אפשר לשנות אותו או להשמיט את העמודה.',
    sameKey: 'לשני סינונים אותו שם. אפשר לשנות אחד מהם או להשמיט את עמודתו.',
    moreRows: 'ועוד {count} שורות',
    problems:
      '[שורה אחת אינה ניתנת להוספה ותושמט|שתי שורות אינן ניתנות להוספה ויושמטו|{count} שורות אינן ניתנות להוספה ויושמטו]:',
    row: 'שורה {line}: ',
    noValue: 'האפשרות ריקה',
    tooLong: 'ארוכה מכפי שאפשרות יכולה להיות',
    badScore: 'הניקוד „{cell}” אינו מספר',
    badNumber: '„{cell}” בעמודה {key} אינו מספר',
    badData: '{key} צריך להיות טקסט, מספר, true או false, ושמו בלי נקודות',
    moreProblems: 'ועוד {count}',
    repeats:
      '[שורה אחת חוזרת|שתי שורות חוזרות|{count} שורות חוזרות] על שורה קודמת. [היא תופיע|הן יופיעו] ברשימה פעמיים.',
    skipRepeats: 'להשמיט שורות שחוזרות על עצמן',
    reading: 'קורא…',
  },
} as const;

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
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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

function problemText(problem: RowProblem, t: Translate<keyof (typeof texts)['en']>): string {
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
