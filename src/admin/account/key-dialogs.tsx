// The dialogs of keys: the new token, shown once, and what a key is called and when it ends.
import { useState } from 'preact/hooks';
import type { ApiKey, NewApiKey } from '../../api-types/identity.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';

/** The token, and fields for what the key is called and when it ends, which are saved as the dialog is closed. */
export function TokenDialog({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const { page, ask } = useApp();
  const t = useTexts('account/keyDialogs');
  const facts = useKeyFacts(made, onClose);
  const [isCopied, setCopied] = useState(false);
  const leave = async () => {
    const question = { title: t('lostTitle'), text: t('lostText'), confirm: t('lostConfirm'), isDanger: true };
    if (isCopied || (await ask(question))) onClose();
  };
  const submit = () => {
    // Enter in a field leads to the copy button first: closing would lose the key.
    const { activeElement } = document;
    if (isCopied || !(activeElement instanceof HTMLInputElement)) facts.save();
    else activeElement.closest('dialog')?.querySelector<HTMLElement>('.copy-field .button')?.focus();
  };
  return (
    <Dialog
      title={t('newTitle')}
      onClose={() => void leave()}
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" isBusy={facts.isBusy}>
          {t('done')}
        </Button>
      }
    >
      <Notice kind="warning">
        <p>{t('newText')}</p>
        {made.replaces !== undefined && <p>{t('replaceText')}</p>}
      </Notice>
      <CopyField label={t('token')} text={made.token} onCopied={() => setCopied(true)} />
      <KeyFields facts={facts} />
      <CopyField label={t('usage')} rows={4} text={`curl '${page.apiUrl}/me' \\\n  -H 'x-api-key: ${made.token}'`} />
    </Dialog>
  );
}

export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts('account/keyDialogs');
  const facts = useKeyFacts(apiKey, onClose);
  return (
    <Dialog
      title={t('editTitle')}
      onClose={onClose}
      onSubmit={facts.save}
      actions={
        <SubmitActions onCancel={onClose} isBusy={facts.isBusy}>
          {t('save')}
        </SubmitActions>
      }
    >
      <KeyFields facts={facts} />
    </Dialog>
  );
}

type KeyFacts = ReturnType<typeof useKeyFacts>;

function useKeyFacts(key: ApiKey, onSaved: () => void) {
  const { api } = useApp();
  const [name, setName] = useState(key.name ?? '');
  const [day, setDay] = useState(key.expireTime === undefined ? '' : dayOf(key.expireTime));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const end = day === '' ? null : endOfDay(day);
  const isPast = end !== null && !(end > Date.now());
  const isNamed = name.trim() !== (key.name ?? '');
  const isEnded = day !== (key.expireTime === undefined ? '' : dayOf(key.expireTime));
  const send = async () => {
    setTried(true);
    if (isBusy || (isEnded && isPast)) return;
    if (!isNamed && !isEnded) return onSaved();
    setBusy(true);
    setError(undefined);
    try {
      const body = {
        ...(isNamed && { name: name.trim() || null }),
        ...(isEnded && { expireTime: end === null ? null : new Date(end).toISOString() }),
      };
      await api.call<ApiKey>(`/api-keys/${key._id}`, { method: 'PATCH', body });
      onSaved();
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return { name, setName, day, setDay, isBusy, error, isWrong: isTried && isEnded && isPast, save: () => void send() };
}

function KeyFields({ facts }: { facts: KeyFacts }) {
  const t = useTexts('account/keyDialogs');
  const { name, setName, day, setDay, error, isWrong } = facts;
  return (
    <>
      <TextField label={t('name')} hint={t('nameHint')} value={name} onChange={setName} maxLength={200} />
      <TextField
        {...{ label: t('expires'), hint: t('expiresHint'), value: day, onChange: setDay, type: 'date' }}
        error={isWrong ? t('past') : undefined}
      />
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

/** In the time zone of whoever looks. */
function dayOf(time: string): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59`).getTime();
}
