// One box for finding: a number, an id or a link opens the entry; words narrow the rows that are loaded.
import { useEffect, useState } from 'preact/hooks';
import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { TextField } from '../ui/fields.tsx';
import { useErrorText } from '../ui/notices.tsx';
import { tableTexts } from './entries-texts.ts';
import { type EntrySearch, parseSearch } from './parse-search.ts';

export interface FindEntryProps {
  readonly form: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** What the words came to, for the hint. */
  readonly matching: { readonly count: number; readonly loaded: number };
}

export function FindEntry({ form, words, onWords, matching }: FindEntryProps) {
  const { api } = useApp();
  const t = useTexts(tableTexts);
  const errorText = useErrorText();
  const [error, setError] = useState('');
  const wanted = parseSearch(words);
  useEffect(() => setError(''), [words]);

  const open = async () => {
    if (wanted === undefined) return;
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
        : words.trim() !== ''
          ? t('matching', matching)
          : t('findHint');
  return (
    <form
      class="find-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <TextField label={t('find')} type="search" value={words} onChange={onWords} hint={hint} error={error} />
    </form>
  );
}
