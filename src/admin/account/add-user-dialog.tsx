// Adding a colleague: a strong password is proposed, and shown once more after, to be handed over.
import { useState } from 'preact/hooks';
import type { User } from '../../api-types/identity.ts';
import { ApiError } from '../../client/call-api.ts';
import { isEmail } from '../../core/validation/text-formats.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';
import { passwordProblem } from './password-problem.ts';
import { minPasswordLength, proposePassword } from './propose-password.ts';

export function AddUserDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { api, page, locale } = useApp();
  const t = useTexts('account/addUserDialog');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState(proposePassword);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [added, setAdded] = useState<User>();
  const problem = passwordProblem(error, locale);
  const isTaken = error instanceof ApiError && error.status === 409;
  const emailError = isEmail(email.trim()) ? undefined : t('emailWrong');
  const passwordError =
    [...password].length < minPasswordLength ? t('tooShort', { count: minPasswordLength }) : undefined;
  const add = async () => {
    setTried(true);
    if (isBusy || emailError || passwordError) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { email: email.trim(), password, ...(name.trim() !== '' && { name: name.trim() }) };
      setAdded(await api.call<User>('/user', { body }));
      onAdded();
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  if (added !== undefined) {
    return (
      <Dialog
        title={t('added', { name: added.name })}
        onClose={onClose}
        actions={
          <Button kind="primary" onPress={onClose}>
            {t('done')}
          </Button>
        }
      >
        <Notice kind="warning">{t('handOver')}</Notice>
        <CopyField label={t('address')} text={`${page.appUrl}/admin/`} />
        <CopyField label={t('email')} text={added.email} />
        <CopyField label={t('password')} text={password} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      onSubmit={() => void add()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('add')}
        </SubmitActions>
      }
    >
      <TextField label={t('name')} value={name} onChange={setName} maxLength={200} />
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
      <TextField
        {...{ label: t('password'), hint: t('passwordHint'), value: password }}
        {...{ dir: 'ltr', isMono: true, maxLength: 1024 }}
        onChange={(value) => {
          setPassword(value);
          setError(undefined);
        }}
        error={problem ?? (isTried ? passwordError : undefined)}
      />
      {error !== undefined && !isTaken && problem === undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
