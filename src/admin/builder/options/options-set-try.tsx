// A search in an options set, as the people who fill the form will search it.

import { useState } from 'preact/hooks';
import type { ApiList } from '../../../api-types/lists.ts';
import type { FoundOption } from '../../../api-types/options-sets.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { TextField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notices.tsx';
import { useLoad } from '../../use-load.ts';

export function OptionsSetTry({ setId, filterKeys }: { setId: string; filterKeys: readonly string[] }) {
  const { api } = useApp();
  const t = useTexts('builder/optionsSet');
  const [term, setTerm] = useState('');
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const asked = Object.fromEntries(filterKeys.flatMap((key) => (filters[key] ? [[key, filters[key]]] : [])));
  const query = { term, near: true, ...(Object.keys(asked).length > 0 && { query: JSON.stringify(asked) }) };
  const load = useLoad(
    async (signal) => {
      if (term === '') return undefined;
      // Typing is not asked letter by letter.
      await new Promise((resolve) => setTimeout(resolve, 200));
      signal.throwIfAborted();
      return api.call<ApiList<FoundOption>>(`/optionsSet/${setId}/autocomplete`, { query, signal });
    },
    [setId, JSON.stringify(query)],
  );
  const found = term === '' ? undefined : load.value?.data;
  return (
    <div class="stack tight">
      <TextField label={t('try')} type="search" value={term} onChange={setTerm} />
      {filterKeys.map((key) => (
        <TextField
          key={key}
          label={t('tryFilter', { key })}
          value={filters[key] ?? ''}
          onChange={(value) => setFilters({ ...filters, [key]: value })}
        />
      ))}
      {load.error !== undefined && <ErrorNotice error={load.error} onRetry={load.reload} />}
      <div role="status">
        {found !== undefined && (
          <>
            <p class="quiet-text">{found.length === 0 ? t('nothing') : t('found', { count: found.length })}</p>
            <ul class="found-values">
              {found.map(({ value }) => (
                <li key={value} dir="auto">
                  {value}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
