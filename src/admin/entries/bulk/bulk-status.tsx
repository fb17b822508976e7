// The status of many entries: one edit each, with the status alone. Those that cannot have it are left as they are.
// [entries.edit.status]
import { useState } from 'preact/hooks';
import type { EditedEntry } from '../../../api-types/entries.ts';
import type { ApiForm } from '../../../api-types/forms.ts';
import { ApiError } from '../../../client/call-api.ts';
import { nextStatus } from '../../../core/plan/entry-status.ts';
import { useApp } from '../../app-context.ts';
import { useFormats } from '../../formats.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields.tsx';
import type { MatchedEntry } from '../find/matching.ts';
import type { MatchCount } from '../find/use-match-count.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkWork, inParallel, insist, useBulk } from './use-bulk.ts';

export interface BulkStatusProps {
  readonly form: ApiForm;
  readonly entries: BulkWork['entries'];
  readonly total: MatchCount;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type Target = 'submitted' | 'saved';

const batchSize = 20;
const atOnce = 4;

export function BulkStatus({ form, entries, total, onClose, onDone }: BulkStatusProps) {
  const { api } = useApp();
  const t = useTexts('entries/bulk');
  const formats = useFormats();
  const [target, setTarget] = useState<Target>('saved');
  const [sendsEmails, setSendsEmails] = useState(false);
  const [makesRenders, setMakesRenders] = useState(false);
  const bulk = useBulk();
  const { emails = [], renders = [] } = form.postEdit ?? {};
  const body = { status: target, skipEmails: !sendsEmails, skipRenders: !makesRenders };

  const edit = async (batch: readonly MatchedEntry[], signal: AbortSignal) => {
    let changed = 0;
    const canChange = batch.filter(({ status }) => {
      const next = nextStatus(status, 'edit', target);
      return next.allowed && next.status !== status;
    });
    await inParallel(canChange, atOnce, async ({ id }) => {
      try {
        await insist(() => api.call<EditedEntry>(`/entry/${id}/edit`, { body }), signal);
        changed += 1;
      } catch (error) {
        // Somebody was quicker: it is deleted, or has another status by now.
        if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
      }
    });
    return changed;
  };
  const left = bulk.seen - bulk.changed;
  const doneText = [
    t('changed', { count: bulk.changed }),
    ...(left > 0 && bulk.error === undefined ? [t('unchanged', { count: left })] : []),
  ].join(' ');
  return (
    <BulkDialog
      title={t('statusTitle')}
      begin={
        <Button kind="primary" type="submit">
          {t('change')}
        </Button>
      }
      total={total.isMore ? undefined : total.count}
      onBegin={() => void bulk.run({ batchSize, entries, act: edit })}
      {...{ bulk, doneText, onClose, onDone }}
    >
      {!bulk.hasBegun && (
        <>
          <p>
            {total.isMore
              ? t('statusMore', { count: formats.number(total.count) })
              : t('statusText', { count: total.count })}
          </p>
          <fieldset class="plain-fieldset">
            <legend class="visually-hidden">{t('statusTitle')}</legend>
            {(['saved', 'submitted'] as const).map((one) => (
              <label key={one} class="radio">
                <input type="radio" name="target" checked={target === one} onChange={() => setTarget(one)} />
                <span>
                  <strong>{t(one)}</strong>
                  <span class="hint">{t(`${one}Text`)}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {emails.length > 0 && <CheckField label={t('emails')} isChecked={sendsEmails} onChange={setSendsEmails} />}
          {renders.length > 0 && (
            <CheckField label={t('renders')} isChecked={makesRenders} onChange={setMakesRenders} />
          )}
        </>
      )}
    </BulkDialog>
  );
}
