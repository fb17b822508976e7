// An authenticator app: scan or type its key, then show that it works.
import { useState } from 'preact/hooks';
import type { AddedFactor, TotpSetUp } from '../../api-types/factors.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { QrPicture } from '../forms/qr-code.tsx';
import { useTexts } from '../texts.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';

export interface AddFactorProps {
  readonly onClose: () => void;
  readonly onAdded: (added: AddedFactor) => void;
}

export function AddAppDialog({ onClose, onAdded }: AddFactorProps) {
  const { api, notify } = useApp();
  const t = useTexts('account/factor');
  const load = useLoad((signal) => api.call<TotpSetUp>('/me/factors/totp', { body: {}, signal }), []);
  const [code, setCode] = useState('');
  const [name, setName] = useState<string>(t('appNameFirst'));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const codeError = error instanceof ApiError && error.situation === 'codeNotRight' ? error.message : undefined;
  const confirm = async () => {
    if (isBusy || load.value === undefined || code.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { setUp: load.value.setUp, code: code.trim(), name: name.trim() };
      const added = await api.call<AddedFactor>('/me/factors/totp/confirm', { body });
      notify(t('appAdded'));
      onAdded(added);
    } catch (caught) {
      setError(caught);
      setCode('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('addApp')}
      onClose={onClose}
      onSubmit={() => void confirm()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy} isOff={code.trim() === ''}>
          {t('confirm')}
        </SubmitActions>
      }
    >
      <Loaded load={load}>
        {({ secret, uri }) => (
          <div class="stack">
            <div class="app-qr">
              <p>{t('appScan')}</p>
              <QrPicture text={uri} label={t('appQr')} />
            </div>
            <CopyField label={t('appSecret')} text={(secret.match(/.{1,4}/g) ?? []).join(' ')} />
            <TextField
              {...{ label: t('appCode'), value: code, onChange: setCode, error: codeError, dir: 'ltr', isMono: true }}
              {...{ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 10, name: 'code', isFirst: true }}
            />
            <TextField
              {...{ label: t('appName'), hint: t('appNameHint'), value: name, onChange: setName, maxLength: 100 }}
            />
            {error !== undefined && codeError === undefined && <ErrorNotice error={error} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
