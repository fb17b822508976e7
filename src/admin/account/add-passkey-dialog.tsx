// A passkey: named here, made by the browser.
import { useState } from 'preact/hooks';
import type { AddedFactor, PasskeyOptions } from '../../api-types/factors.ts';
import { ApiError } from '../../client/call-api.ts';
import { createPasskey } from '../../client/passkeys.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice, useErrorText } from '../ui/notices.tsx';
import type { AddFactorProps } from './add-app-dialog.tsx';
import { shortUserAgent } from './short-user-agent.ts';

export function AddPasskeyDialog({ onClose, onAdded }: AddFactorProps) {
  const { api, notify } = useApp();
  const t = useTexts('account/factor');
  const errorText = useErrorText();
  const [name, setName] = useState(() => shortUserAgent(navigator.userAgent));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const add = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      const options = await api.call<PasskeyOptions>('/me/factors/passkey/options', { body: {} });
      const body = { credential: await createPasskey(options), name: name.trim() };
      const added = await api.call<AddedFactor>('/me/factors/passkey', { body });
      notify(t('passkeyAdded'));
      onAdded(added);
    } catch (error) {
      if (error instanceof ApiError) setProblem(errorText(error));
      else if (error instanceof DOMException)
        setProblem(t(error.name === 'InvalidStateError' ? 'passkeyHere' : 'passkeyStopped'));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('addPasskey')}
      onClose={onClose}
      onSubmit={() => void add()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('go')}
        </SubmitActions>
      }
    >
      <p>{t('passkeyText')}</p>
      <TextField {...{ label: t('appName'), value: name, onChange: setName, maxLength: 100 }} />
      {problem !== '' && <Notice kind="error">{problem}</Notice>}
    </Dialog>
  );
}
