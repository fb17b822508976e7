// One box for finding: words are searched in all entries while one types; with Enter a number, an id or a link opens the entry.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { TextField } from '../ui/fields.tsx';
import { useErrorText } from '../ui/notices.tsx';
import { type EntrySearch, parseSearch } from './parse-search.ts';

export interface FindEntryProps {
  readonly form: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** After the last key: each search is a request. */
const pauseMs = 300;
const maxLength = 200;

export function FindEntry({ form, search, onSearch }: FindEntryProps) {
  const { api } = useApp();
  const t = useTexts('entries/table');
  const errorText = useErrorText();
  const [typed, setTyped] = useState(search);
  const [error, setError] = useState('');
  const sent = useRef(search);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const wanted = parseSearch(typed);
  useLayoutEffect(() => setError(''), [typed]);
  // Somebody cleared the search, or opened a view with another one.
  useLayoutEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  const send = (text: string) => {
    // What names one entry is for Enter; a number is also looked for in the answers.
    const words = parseSearch(text)?.kind === 'id' ? '' : text.trim();
    if (words === sent.current) return;
    sent.current = words;
    latest.current(words);
  };
  useEffect(() => {
    const timer = setTimeout(() => send(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  const open = async () => {
    if (wanted === undefined) return send(typed);
    try {
      const found = await findEntry(wanted);
      if (found === undefined) {
        setError(wanted.kind === 'number' ? t('noNumber', { number: String(wanted.number) }) : t('noEntry'));
      } else await navigate(`/admin/entries/${found.form}/${found.id}/`);
    } catch (caught) {
      setError(errorText(caught));
    }
  };

  /** An id may be of another form: a pasted link opens what it names. */
  const findEntry = async (one: EntrySearch): Promise<{ form: string; id: string } | undefined> => {
    if (one.kind === 'number') {
      const query = { idx: one.number, fields: '["id"]' };
      const { data } = await api.call<ApiList<Pick<ApiEntry, 'id'>>>(`/form/${form}/entries`, { query });
      return data[0] && { form, id: data[0].id };
    }
    try {
      return await api.call<ApiEntry>(`/entry/${one.id}`);
    } catch (caught) {
      if (caught instanceof ApiError && (caught.status === 404 || caught.status === 403)) return undefined;
      throw caught;
    }
  };

  const hint =
    wanted?.kind === 'number'
      ? t('openNumber', { number: String(wanted.number) })
      : wanted?.kind === 'id'
        ? t('openId')
        : undefined;
  return (
    <form
      class="find-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <TextField
        label={t('find')}
        isLabelHidden
        placeholder={t('findHint')}
        type="search"
        value={typed}
        maxLength={maxLength}
        onChange={setTyped}
        hint={hint}
        error={error}
      />
    </form>
  );
}
