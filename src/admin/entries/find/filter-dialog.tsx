// One filter: the field, what is asked of it, and the value. Options are ticked by their labels.

import { useEffect, useState } from 'preact/hooks';
import type { OptionsPage } from '../../../api-types/options-sets.ts';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { columnByKind } from '../../../fields/all/column.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Dialog, SubmitActions } from '../../ui/dialog.tsx';
import { CheckField, Labelled, SelectField, TextField, type TextFieldProps } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notices.tsx';
import { useLoad } from '../../use-load.ts';
import type { ColumnOption } from '../table-columns.ts';
import { type Asked, askedOf, conditionOf, type FilterColumn, nothingAsked, questionsOf } from './filter-columns.ts';
import { pathsOf, questionText } from './filter-text.ts';
import type { Where } from './where.ts';

export interface FilterDialogProps {
  readonly columns: readonly FilterColumn[];
  /** The filter that is changed, or the field of a new one. */
  readonly part?: Where | undefined;
  readonly path?: string | undefined;
  readonly onApply: (part: Where) => void;
  readonly onClose: () => void;
}

/** From here on a list of options needs a search. */
const manyOptions = 12;

export function FilterDialog({ columns, part, path, onApply, onClose }: FilterDialogProps) {
  const t = useTexts('entries/find');
  const [asked, setAsked] = useState(() => firstAsked(columns, part, path));
  const [isTried, setTried] = useState(false);
  const column = columns.find((one) => one.path === asked.path) ?? columns[0]!;
  const condition = conditionOf(asked, column);
  const change = (changed: Partial<Asked>) => setAsked({ ...asked, ...changed });
  const choosePath = (next: string) => {
    const found = columns.find((one) => one.path === next);
    if (found !== undefined) setAsked(nothingAsked(found));
  };
  const apply = () => {
    setTried(true);
    if (condition !== undefined) onApply(condition);
  };
  return (
    <Dialog
      title={t(part === undefined ? 'newTitle' : 'title')}
      onClose={onClose}
      onSubmit={apply}
      actions={<SubmitActions onCancel={onClose}>{t('apply')}</SubmitActions>}
    >
      <div class="stack filter-fields">
        <ColumnSelect columns={columns} path={column.path} onChange={choosePath} />
        <SelectField
          label={t('question')}
          value={asked.question}
          choices={questionsOf(column).map((value) => ({ value, label: questionText(value, t) }))}
          onChange={(question) => change({ question })}
        />
        <Value asked={asked} column={column} isMissing={isTried && condition === undefined} onChange={change} />
      </div>
    </Dialog>
  );
}

function firstAsked(columns: readonly FilterColumn[], part: Where | undefined, path: string | undefined): Asked {
  const wanted = part === undefined ? path : pathsOf(part)[0];
  const column = columns.find((one) => one.path === wanted) ?? columns[0]!;
  return (part && askedOf(part, column)) ?? nothingAsked(column);
}

function ColumnSelect(props: { columns: readonly FilterColumn[]; path: string; onChange: (path: string) => void }) {
  const t = useTexts('entries/find');
  const options = (isFact: boolean) =>
    props.columns
      .filter((column) => column.isFact === isFact)
      .map(({ path, title }) => (
        <option key={path} value={path}>
          {title}
        </option>
      ));
  return (
    <Labelled label={t('field')}>
      {(control) => (
        <select
          {...control}
          class="control"
          value={props.path}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          <optgroup label={t('answers')}>{options(false)}</optgroup>
          <optgroup label={t('about')}>{options(true)}</optgroup>
        </select>
      )}
    </Labelled>
  );
}

interface ValueProps {
  readonly asked: Asked;
  readonly column: FilterColumn;
  readonly isMissing: boolean;
  readonly onChange: (changed: Partial<Asked>) => void;
}

function Value({ asked, column, isMissing, onChange }: ValueProps) {
  const t = useTexts('entries/find');
  const { question } = asked;
  if (['empty', 'notEmpty', 'yes', 'no'].includes(question)) return null;
  if (question === 'oneOf' || question === 'noneOf') {
    const list = {
      column,
      chosen: asked.chosen,
      error: isMissing ? t('missingChoice') : '',
      onChange: (chosen: readonly JsonValue[]) => onChange({ chosen }),
    };
    return column.set === undefined ? <OptionList {...list} /> : <SetOptionList {...list} set={column.set} />;
  }
  const isRange = question === 'between';
  const type = question === 'contains' || question === 'startsWith' ? 'text' : inputType(column);
  const error = isMissing ? t('missing') : '';
  return (
    <div class="filter-values">
      <TextField
        label={t(isRange ? 'from' : 'value')}
        type={type}
        value={asked.text}
        maxLength={500}
        error={error}
        onChange={(text) => onChange({ text })}
      />
      {isRange && (
        <TextField label={t('to')} type={type} value={asked.to} error={error} onChange={(to) => onChange({ to })} />
      )}
    </div>
  );
}

function inputType({ kind, mode }: FilterColumn): NonNullable<TextFieldProps['type']> {
  if (columnByKind[kind].input !== 'date') return 'text';
  return mode === 't' ? 'time' : 'date';
}

interface OptionListProps {
  readonly column: FilterColumn;
  readonly chosen: readonly JsonValue[];
  readonly error: string;
  readonly onChange: (chosen: readonly JsonValue[]) => void;
}

/** Options that are all known here. */
function OptionList(props: OptionListProps) {
  const { options } = props.column;
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  return <OptionChecks {...props} found={found} search={options.length >= manyOptions && [words, setWords]} />;
}

/** Options of a set are looked for in it. */
function SetOptionList({ set, ...props }: OptionListProps & { set: string }) {
  const { api } = useApp();
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  const load = useLoad(
    async (signal) => {
      const query = { term: asked, order: 'score', limit: setOptionsShown };
      const { data } = await api.call<OptionsPage>(`/optionsSet/${set}/browse`, { query, signal });
      return data.map(({ value }) => ({ value, label: value }));
    },
    [set, asked],
  );
  return (
    <>
      <OptionChecks {...props} found={load.value ?? []} search={[words, setWords]} />
      {load.error !== undefined && <ErrorNotice error={load.error} onRetry={load.reload} />}
    </>
  );
}

/** After the last key: each search is a request. */
const pauseMs = 300;
const setOptionsShown = 50;

interface OptionChecksProps extends OptionListProps {
  readonly found: readonly ColumnOption[];
  readonly search: readonly [words: string, setWords: (words: string) => void] | false;
}

function OptionChecks({ column, chosen, error, onChange, found, search }: OptionChecksProps) {
  const t = useTexts('entries/find');
  // What was chosen stays in sight, also a value that is no longer an option.
  const others = chosen.filter((value) => !found.some((option) => option.value === value));
  const labelOf = (value: JsonValue) => column.options.find((one) => one.value === value)?.label ?? String(value);
  const shown = [...others.map((value) => ({ value, label: labelOf(value) })), ...found.slice(0, mostShown)];
  return (
    <fieldset class="plain-fieldset">
      <legend>{t('choose')}</legend>
      {search !== false && <TextField label={t('findOption')} type="search" value={search[0]} onChange={search[1]} />}
      <div class="filter-options">
        {shown.map(({ value, label }) => (
          <CheckField
            key={String(value)}
            label={label}
            isChecked={chosen.includes(value)}
            onChange={(isChosen) => onChange(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value))}
          />
        ))}
      </div>
      <p class="field-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}

/** A list in a form may have 50,000 options; the search finds the others. */
const mostShown = 200;
