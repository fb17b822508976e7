// Over the page, when a request asked for a fresh sign-in: the person proves again who they are, and the request is sent once more.
// What was typed behind it stays. [identity.fresh]
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConfirmOptions, User } from '../../api-types/identity.ts';
import { ApiError } from '../../client/call-api.ts';
import { canUsePasskeys, signByPasskey } from '../../client/passkeys.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { useLoad } from '../use-load.ts';

export interface ConfirmDialogProps {
  readonly onDone: (isConfirmed: boolean) => void;
  /** Somebody else signed in at the provider. */
  readonly onOther: (user: User) => void;
}

export function ConfirmDialog({ onDone, onOther }: ConfirmDialogProps) {
  const { api } = useApp();
  const t = useTexts('shell/signIn');
  const load = useLoad((signal) => api.call<ConfirmOptions>('/auth/confirm/options', { body: {}, signal }), []);
  if (load.error !== undefined) {
    return (
      <Dialog title={t('confirmTitle')} onClose={() => onDone(false)}>
        <ErrorNotice error={load.error} onRetry={load.reload} />
      </Dialog>
    );
  }
  return load.value === undefined ? null : <ConfirmForm options={load.value} {...{ onDone, onOther }} />;
}

function ConfirmForm({ options, onDone, onOther }: ConfirmDialogProps & { options: ConfirmOptions }) {
  const { api, page, user, locale } = useApp();
  const t = useTexts('shell/signIn');
  const { hasPassword, hasCode, hasProvider, passkey } = options;
  const [isByCode, setByCode] = useState(!hasPassword && hasCode);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  useProviderReturn(hasProvider, { onDone, onOther });

  const confirm = async (body: object) => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await api.call('/auth/confirm', { body });
      onDone(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const confirmByPasskey = async () => {
    if (passkey === undefined) return;
    try {
      // A challenge is good once: a second try needs another.
      const { passkey: fresh = passkey } = await api.call<ConfirmOptions>('/auth/confirm/options', { body: {} });
      await confirm({ credential: await signByPasskey(fresh) });
    } catch (error) {
      if (error instanceof DOMException) setProblem(t('passkeyStopped'));
      else if (error instanceof ApiError) setProblem(problemOf(error));
      else throw error;
    }
  };
  function problemOf({ status, situation, message }: ApiError): string {
    if (situation === 'wrongPassword') return t('wrongPassword');
    if (situation === 'wrongCode') return t('wrongCode');
    if (situation === 'passkeyRefused') return t('passkeyRefused');
    return status === 0 ? t('offline') : message || t('failed');
  }
  const asksForText = hasPassword || hasCode;
  const again = new URLSearchParams({ to: '/auth/provider/done', locale, again: '1' });
  return (
    <Dialog
      title={t('confirmTitle')}
      onClose={() => onDone(false)}
      onSubmit={() => asksForText && typed !== '' && void confirm(isByCode ? { code: typed } : { password: typed })}
      {...(asksForText && {
        actions: (
          <SubmitActions onCancel={() => onDone(false)} isBusy={isBusy} isOff={typed === ''}>
            {t('confirm')}
          </SubmitActions>
        ),
      })}
    >
      <p>{t('confirmText')}</p>
      {/* For password managers: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} hidden readOnly />
      {asksForText &&
        (isByCode ? (
          <TextField
            key="code"
            {...{ label: t('code'), hint: t('codeHint'), value: typed, onChange: setTyped, dir: 'ltr', error: problem }}
            {...{ autoComplete: 'one-time-code', maxLength: 100, name: 'code', isFirst: true }}
          />
        ) : (
          <PasswordInput
            key="password"
            {...{ locale, label: t('password'), value: typed, onChange: setTyped, error: problem }}
            autoComplete="current-password"
            maxLength={1024}
            isFirst
          />
        ))}
      {!asksForText && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        {hasPassword && hasCode && (
          <Button
            onPress={() => {
              setByCode(!isByCode);
              setTyped('');
              setProblem('');
            }}
          >
            {t(isByCode ? 'usePassword' : 'useApp')}
          </Button>
        )}
        {passkey !== undefined && canUsePasskeys() && (
          <Button icon="key" onPress={() => void confirmByPasskey()}>
            {t('passkey')}
          </Button>
        )}
        {hasProvider && page.provider !== undefined && (
          <LinkButton href={`/auth/provider?${again}`} isOutside>
            {t('provider', { name: page.provider.name })}
          </LinkButton>
        )}
      </div>
    </Dialog>
  );
}

/** The provider opens beside the page; after a sign-in there the session is a new and fresh one. */
function useProviderReturn(isOffered: boolean, { onDone, onOther }: ConfirmDialogProps): void {
  const { api, user } = useApp();
  const look = async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      const { isFresh } = await api.call<ConfirmOptions>('/auth/confirm/options', { body: {} });
      if (!isFresh) return;
      const signedIn = await api.call<User>('/me');
      if (signedIn.id === user.id) onDone(true);
      else onOther(signedIn);
    } catch (error) {
      // Without a network the dialog stays as it is.
      if (!(error instanceof ApiError)) throw error;
    }
  };
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!isOffered) return;
    const listener = () => void latest.current();
    document.addEventListener('visibilitychange', listener);
    addEventListener('focus', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      removeEventListener('focus', listener);
    };
  }, [isOffered]);
}
