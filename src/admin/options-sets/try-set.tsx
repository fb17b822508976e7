// Tries a set out: the search that people meet in a form, in the order they meet it, and the check of one value.

import { useEffect, useState } from 'preact/hooks';
import type { ApiList } from '../../api-types/lists.ts';
import type { FoundOption, OptionCheck, OptionsSetSummary } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { CheckField, TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { isPlainNumber } from './read-options.ts';

const shownLimit = 10;
const maxKeys = 12;

export function TrySet(props: { set: string; summary: OptionsSetSummary; version: number }) {
  const { set, summary, version } = props;
  const t = useTexts('options-sets/trySet');
  const [filters, setFilters] = useState<Filters>({});
  const query = queryOf(filters);
  const keys = summary.dataKeys.slice(0, maxKeys);
  return (
    <section class="card stack">
      <h2>{t('title')}</h2>
      {keys.length > 0 && <DataFilters keys={keys} filters={filters} onChange={setFilters} />}
      <div class="side-by-side">
        {summary.allowsAutocomplete && <TrySearch set={set} query={query} version={version} />}
        <TryValue set={set} query={query} />
      </div>
    </section>
  );
}

type Filters = Readonly<Record<string, { readonly text: string; readonly isText?: boolean }>>;

/** JSON text for the parameter `query`. */
function queryOf(filters: Filters): string | undefined {
  const used = Object.entries(filters).filter(([, { text }]) => text.trim() !== '');
  if (used.length === 0) return undefined;
  const read = ({ text, isText }: Filters[string]) =>
    isPlainNumber(text.trim()) && !isText ? Number(text) : text.trim();
  return JSON.stringify(Object.fromEntries(used.map(([key, filter]) => [key, read(filter)])));
}

function DataFilters(props: { keys: readonly string[]; filters: Filters; onChange: (filters: Filters) => void }) {
  const { keys, filters, onChange } = props;
  const t = useTexts('options-sets/trySet');
  return (
    <details class="set-filters">
      <summary>{t('filter')}</summary>
      <p class="hint">{t('filterHint')}</p>
      <div class="side-by-side">
        {keys.map((key) => {
          const filter = filters[key] ?? { text: '' };
          return (
            <div key={key} class="stack tight">
              <TextField
                label={key}
                value={filter.text}
                onChange={(text) => onChange({ ...filters, [key]: { ...filter, text } })}
              />
              {isPlainNumber(filter.text.trim()) && (
                <CheckField
                  label={t('asNumber', { key })}
                  isChecked={!filter.isText}
                  onChange={(isNumber) => onChange({ ...filters, [key]: { ...filter, isText: !isNumber } })}
                />
              )}
            </div>
          );
        })}
      </div>
    </details>
  );
}

interface TryProps {
  readonly set: string;
  readonly query: string | undefined;
}

function TrySearch({ set, query, version }: TryProps & { version: number }) {
  const t = useTexts('options-sets/trySet');
  const { api } = useApp();
  const [term, setTerm] = useState('');
  const settled = useSettled(term);
  const found = useLoad(
    async (signal) => {
      const parameters = { term: settled, limit: shownLimit, query, near: true };
      const { data } = await api.call<ApiList<FoundOption>>(`/optionsSet/${set}/autocomplete`, {
        query: parameters,
        signal,
      });
      return data.map(({ value }) => value);
    },
    // After options were changed, the search is done again.
    [settled, set, query, version],
  );
  return (
    <div class="stack tight">
      <TextField label={t('search')} hint={t('searchHint')} type="search" value={term} onChange={setTerm} />
      {found.error !== undefined && <ErrorNotice error={found.error} onRetry={found.reload} />}
      <p class="quiet-text" role="status">
        {found.isLoading && found.value === undefined
          ? t('loading')
          : found.value !== undefined && foundText(found.value.length, t)}
      </p>
      {found.value !== undefined && found.value.length > 0 && (
        <ol class="set-found" aria-label={t('found')}>
          {found.value.map((value, index) => (
            <li key={index}>
              <bdi>{value.slice(0, 500)}</bdi>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function foundText(
  count: number,
  t: (key: 'none' | 'first' | 'foundCount', values?: { count: number }) => string,
): string {
  if (count === 0) return t('none');
  return t(count === shownLimit ? 'first' : 'foundCount', { count });
}

function TryValue({ set, query }: TryProps) {
  const t = useTexts('options-sets/trySet');
  const { api } = useApp();
  const [value, setValue] = useState('');
  const settled = useSettled(value);
  const checked = useLoad(
    async (signal) => {
      if (settled === '') return undefined;
      const { isValid } = await api.call<OptionCheck>(`/optionsSet/${set}/validate`, {
        query: { value: settled, query },
        signal,
      });
      return { value: settled, isValid };
    },
    [settled, set, query],
  );
  const answer = checked.value;
  return (
    <div class="stack tight">
      <TextField label={t('check')} hint={t('checkHint')} value={value} onChange={setValue} />
      {checked.error !== undefined && <ErrorNotice error={checked.error} onRetry={checked.reload} />}
      <p role="status" class={answer?.isValid ? 'set-valid' : 'set-invalid'} dir="auto">
        {answer !== undefined && settled === answer.value && (
          <>
            <Icon name={answer.isValid ? 'check' : 'close'} size={18} />{' '}
            {t(answer.isValid ? 'valid' : 'invalid', { value: answer.value })}
          </>
        )}
      </p>
    </div>
  );
}

const settleMs = 200;

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
