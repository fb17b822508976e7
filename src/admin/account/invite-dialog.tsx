// Inviting a colleague: they get a link by email; where none can be sent, the link is shown to be handed over.
import { useState } from 'preact/hooks';
import type { NewInvitation } from '../../api-types/identity.ts';
import { ApiError } from '../../client/call-api.ts';
import { isEmail } from '../../core/validation/text-formats.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';

export function InviteDialog({
  onClose,
  onInvited,
}: {
  onClose: () => void;
  onInvited: (invitation: NewInvitation) => void;
}) {
  const { api } = useApp();
  const t = useTexts('account/inviteDialog');
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isTaken = error instanceof ApiError && error.status === 409;
  const emailError = isEmail(email.trim()) ? undefined : t('emailWrong');
  const invite = async () => {
    setTried(true);
    if (isBusy || emailError !== undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { email: email.trim(), ...(name.trim() !== '' && { name: name.trim() }) };
      onInvited(await api.call<NewInvitation>('/user/invite', { body }));
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      onSubmit={() => void invite()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('invite')}
        </SubmitActions>
      }
    >
      <TextField
        label={t('email')}
        value={email}
        onChange={(value) => {
          setEmail(value);
          setError(undefined);
        }}
        dir="ltr"
        error={isTaken ? t('taken') : isTried ? emailError : undefined}
      />
      <TextField label={t('name')} hint={t('hint')} value={name} onChange={setName} maxLength={200} />
      {error !== undefined && !isTaken && <ErrorNotice error={error} />}
    </Dialog>
  );
}

/** What to do where no email went out. */
export function InvitationLinkDialog({ invitation, onClose }: { invitation: NewInvitation; onClose: () => void }) {
  const t = useTexts('account/inviteDialog');
  const { email, link = '' } = invitation;
  return (
    <Dialog
      title={t('linkTitle', { email })}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('done')}
        </Button>
      }
    >
      <Notice kind="warning">{t('handOver', { email })}</Notice>
      <CopyField label={t('link')} text={link} />
    </Dialog>
  );
}
