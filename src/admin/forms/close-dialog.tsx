// Closing a form, with the words that people then read in its place.
import { useState } from 'preact/hooks';
import { useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import type { FormSummary } from './form-summary.ts';

export interface CloseDialogProps {
  readonly form: Pick<FormSummary, 'displayName' | 'access'>;
  readonly onClose: () => void;
  /** Closes the form; a rejection is shown and the text stays. */
  readonly onDone: (message: string) => Promise<void>;
}

export function CloseDialog({ form, onClose, onDone }: CloseDialogProps) {
  const t = useTexts('forms/forms');
  const [message, setMessage] = useState(form.access?.disabledMessage ?? '');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const close = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onDone(message.trim());
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('closeTitle', { name: form.displayName })}
      onClose={onClose}
      onSubmit={() => void (isBusy || close())}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('doClose')}
        </SubmitActions>
      }
    >
      <p>{t('closeText')}</p>
      <TextField label={t('message')} hint={t('messageHint')} rows={3} value={message} onChange={setMessage} />
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
