// Deleting everything that matches words and conditions: counted first, confirmed by typing the number, then done in batches
// that can be stopped. What changed since the count is not deleted. [entries.delete.by-query]
import { useState } from 'preact/hooks';
import type { ApiForm } from '../../../api-types/forms.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Loaded, Notice } from '../../ui/notices.tsx';
import { useLoad } from '../../use-load.ts';
import { manyEntries, serverTime } from '../delete-dialog.tsx';
import { upTo } from '../entry-query.ts';
import { eachMatch, type Matching, matchingQuery } from '../find/matching.ts';
import type { MatchCount } from '../find/use-match-count.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { useBulk } from './use-bulk.ts';

export interface BulkDeleteProps {
  readonly form: ApiForm;
  readonly matching: Matching;
  readonly onClose: () => void;
  /** Something was deleted. */
  readonly onDone: () => void;
}

/** Small enough to stop in between. */
const batchSize = 100;

export function BulkDelete({ form, matching, onClose, onDone }: BulkDeleteProps) {
  const { api, notify } = useApp();
  const t = useTexts('entries/bulk');
  const [typed, setTyped] = useState('');
  const bulk = useBulk();
  const counted = useLoad(
    async (signal) => {
      const now = await api.request('/form', {
        query: { query: JSON.stringify({ _id: form.id }), fields: '["id"]' },
        signal,
      });
      const closed = { ...matching, query: upTo(matching.query, serverTime(now.headers)) };
      const found = await api.call<MatchCount>(`/form/${form.id}/entries/count`, {
        query: matchingQuery(closed),
        signal,
      });
      return { ...found, matching: closed };
    },
    [JSON.stringify(matching)],
  );
  const { count, isMore, matching: closed } = counted.value ?? { count: 0, isMore: false, matching };
  const isReady = counted.value !== undefined && count > 0 && (count < manyEntries || typed.trim() === String(count));

  const remove = () => {
    if (!isReady) return;
    void bulk.run({
      batchSize,
      entries: (signal) => eachMatch({ api, form: form.id, matching: closed }, signal),
      act: async (batch) => {
        const query = { ...upTo({}, changedBy(closed)), form: form.id, _id: { $in: batch.map(({ id }) => id) } };
        await api.call('/entry/delete', { body: { query } });
        return batch.length;
      },
    });
  };
  const done = () => {
    notify(t('deleted', { count: bulk.changed }));
    onDone();
  };
  return (
    <BulkDialog
      title={t('deleteTitle')}
      begin={
        <Button kind="danger" type="submit" isOff={!isReady}>
          {isMore ? t('doDeleteAll') : t('doDelete', { count: counted.value === undefined ? '…' : count })}
        </Button>
      }
      total={isMore ? undefined : count}
      doneText={t('deleted', { count: bulk.changed })}
      onBegin={remove}
      onDone={done}
      {...{ bulk, onClose }}
    >
      <Loaded load={counted}>
        {() =>
          count === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <Notice kind="warning">
              <p>
                <strong>{t(isMore ? 'deleteMore' : 'deleteMany', { count })}</strong>
              </p>
              <p>{t(form.keepUploadedFiles?.includes('deleted') ? 'kept' : 'files')}</p>
              <p class="quiet-text">{t('later')}</p>
            </Notice>
          )
        }
      </Loaded>
      {!bulk.hasBegun && count >= manyEntries && (
        <TextField label={t('type', { count: String(count) })} value={typed} onChange={setTyped} dir="ltr" />
      )}
    </BulkDialog>
  );
}

function changedBy({ query }: Matching): string {
  return (query['changedAt'] as { $lte: string }).$lte;
}
