// Deleting several entries: how many is counted first, by the very query that then deletes them. There
// is no undo, and a query without a form would reach every form. [entries.delete.by-query]

import { useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { ApiCount } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Loaded, Notice } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { filterQuery, type Query, type TableFilter, upTo } from './entry-query.ts';
import { SinceFilter, StatusFilter } from './filter-bar.tsx';

/** From here on the number must be typed. */
export const manyEntries = 10;

export interface DeleteDialogProps {
  readonly form: ApiForm;
  /** The selected ones; without them the filter says which. */
  readonly ids?: readonly string[] | undefined;
  readonly filter: TableFilter;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteDialog({ form, ids, filter: first, onClose, onDone }: DeleteDialogProps) {
  const { api, notify } = useApp();
  const t = useTexts('entries/deleteDialog');
  const [filter, setFilter] = useState(first);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const counted = useLoad<{ query: Query; count: number }>(
    async (signal) => {
      setTyped('');
      const asked = ids === undefined ? filterQuery(filter, new Date()) : { _id: { $in: ids } };
      const now = await api.request('/form', {
        query: { query: JSON.stringify({ _id: form.id }), fields: '["id"]' },
        signal,
      });
      const query = { ...upTo(asked, serverTime(now.headers)), form: form.id };
      const { count } = await api.call<ApiCount>('/entry/count', {
        query: { query: JSON.stringify(query) },
        signal,
      });
      return { query, count };
    },
    [ids?.join(), filter],
  );
  const { count, query } = counted.value ?? { count: 0, query: undefined };
  const isCounted = query !== undefined && !counted.isLoading && counted.error === undefined;
  const isReady = isCounted && count > 0 && (count < manyEntries || typed.trim() === String(count));

  const remove = async () => {
    if (!isReady || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await api.call('/entry/delete', { body: { query } });
      notify(t('done', { count }));
      onDone();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t(ids === undefined ? 'byFilter' : 'selected')}
      onClose={() => !isBusy && onClose()}
      onSubmit={() => void remove()}
      actions={
        <>
          <Button isOff={isBusy} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="danger" type="submit" isBusy={isBusy} isOff={!isReady}>
            {t('do', { count: isCounted ? count : '…' })}
          </Button>
        </>
      }
    >
      {ids === undefined && (
        <div class="stack">
          <StatusFilter filter={filter} onChange={setFilter} current={form.current} />
          <SinceFilter filter={filter} onChange={setFilter} />
        </div>
      )}
      <div role="status">{counted.isLoading && counted.value !== undefined && t('counting')}</div>
      <Loaded load={counted}>
        {() =>
          count === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <Notice kind="warning">
              <p>
                <strong>{t('many', { count })}</strong>
              </p>
              <p>{t(form.keepUploadedFiles?.includes('deleted') ? 'kept' : 'files')}</p>
              <p class="quiet-text">{t('later')}</p>
            </Notice>
          )
        }
      </Loaded>
      {isCounted && count >= manyEntries && (
        <TextField label={t('type', { count: String(count) })} value={typed} onChange={setTyped} dir="ltr" />
      )}
      {isBusy && <p role="status">{t('busy')}</p>}
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}

/** Of the server's clock, which is what changedAt is written by; its header is cut to the second. */
export function serverTime(headers: Headers): string {
  const date = Date.parse(headers.get('date') ?? '');
  return new Date(Number.isNaN(date) ? Date.now() : date + 1000).toISOString();
}
