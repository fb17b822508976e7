// What people wrote: the answers to one text question, newest first, with a search in them. Read page by page.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { nextCursor } from '../admin-api.ts';
import { useApp } from '../app-context.ts';
import type { FieldColumn } from '../entries/table-columns.ts';
import { useFormats } from '../formats.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { ChartCard } from './chart-card.tsx';
import { entriesQuery, type InsightFilter } from './insight-request.ts';
import { useInsightTexts } from './insight-texts.ts';

type Row = Pick<ApiEntry, 'id' | 'idx' | 'createTime' | 'submitTime' | 'data'>;

interface TextAnswersProps {
  readonly form: string;
  readonly fields: readonly FieldColumn[];
  /** The one that is shown at first. */
  readonly first: FieldColumn;
  readonly filter: InsightFilter;
  readonly limits: { readonly from?: string; readonly to?: string };
}

const rowsAtOnce = 12;
const typingMs = 300;
const longestWords = 200;

export function TextAnswers({ form, fields, first, filter, limits }: TextAnswersProps) {
  const t = useInsightTexts();
  const { dateTime } = useFormats();
  const [path, setPath] = useState(first.path);
  const [words, setWords] = useState('');
  const field = fields.find((one) => one.path === path) ?? first;
  const { rows, error, isLoading, more, reload } = useAnswers({ form, field, filter, limits, words: words.trim() });
  return (
    <ChartCard title={t('texts')} isWide>
      <div class="cross-choosers">
        <SelectField
          label={t('question')}
          value={field.path}
          choices={fields.map(({ path: value, title }) => ({ value, label: title }))}
          onChange={setPath}
        />
        <TextField label={t('findText')} type="search" value={words} maxLength={longestWords} onChange={setWords} />
      </div>
      <p class="print-only">
        <bdi>{field.title}</bdi>
      </p>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      <ul class={isLoading ? 'text-answers old' : 'text-answers'} aria-busy={isLoading}>
        {rows.map((row) => (
          <li key={row.id}>
            <p dir="auto">{field.read(row.data).text}</p>
            <a href={`/admin/entries/${form}/${row.id}/`}>
              #{row.idx} · {dateTime(row.submitTime ?? row.createTime)}
            </a>
          </li>
        ))}
      </ul>
      <p class="quiet-text" role="status">
        {!isLoading && rows.length === 0 && error === undefined && t(words.trim() === '' ? 'noAnswers' : 'noText')}
      </p>
      {more !== undefined && (
        <div class="buttons">
          <Button kind="quiet" onPress={more}>
            {t('moreTexts')}
          </Button>
        </div>
      )}
    </ChartCard>
  );
}

interface Wanted extends Omit<TextAnswersProps, 'fields' | 'first'> {
  readonly field: FieldColumn;
  readonly words: string;
}

interface Answers {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}

function useAnswers({ form, field, filter, limits, words }: Wanted) {
  const { api } = useApp();
  const [state, setState] = useState<Answers>({ rows: [], next: undefined, error: undefined, isLoading: true });
  const stop = useRef<AbortController>();
  const about = JSON.stringify([form, field.path, filter, limits, words]);

  async function load(after: string | undefined, before: readonly Row[]): Promise<void> {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    setState((known) => ({ ...known, error: undefined, isLoading: true }));
    const { path } = field;
    const conditions = [{ path, op: 'notEmpty' }, ...(words === '' ? [] : [{ path, op: 'contains', value: words }])];
    const data = field.topKey === undefined ? 'data' : `data.${field.topKey}`;
    try {
      const { body, headers } = await api.request<ApiList<Row>>(`/form/${form}/entries`, {
        query: {
          ...entriesQuery(filter, limits, ...conditions),
          fields: JSON.stringify(['id', 'idx', 'createTime', 'submitTime', data]),
          limit: rowsAtOnce,
          after,
        },
        signal: own.signal,
      });
      setState({ rows: [...before, ...body.data], next: nextCursor(headers), error: undefined, isLoading: false });
    } catch (error) {
      if (!own.signal.aborted) setState((known) => ({ ...known, error, isLoading: false }));
    }
  }

  // Typing is waited for; what was found before stays meanwhile.
  useEffect(() => {
    const timer = setTimeout(() => void load(undefined, []), words === '' ? 0 : typingMs);
    return () => {
      clearTimeout(timer);
      stop.current?.abort();
    };
  }, [about]);
  const { next, rows } = state;
  return {
    ...state,
    reload: () => void load(undefined, []),
    more: next === undefined ? undefined : () => void load(next, rows),
  };
}
