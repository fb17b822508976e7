// Signing in by a passkey of this device or phone: no email, no password. Only where the browser can.
import { useState } from 'preact/hooks';
import type { PasskeyOptions } from '../../api-types/factors.ts';
import type { Session, User } from '../../api-types/identity.ts';
import { ApiError, callApi } from '../../client/call-api.ts';
import { canUsePasskeys, signByPasskey } from '../../client/passkeys.ts';
import type { Locale } from '../page-data.ts';
import { translator } from '../texts.ts';
import { Button } from '../ui/button.tsx';

export interface PasskeyButtonProps {
  readonly api: string;
  readonly locale: Locale;
  readonly isPrimary?: boolean;
  readonly onDone: (user: User) => void;
  /** Empty when it begins. */
  readonly onProblem: (text: string) => void;
}

export function PasskeyButton({ api, locale, isPrimary = false, onDone, onProblem }: PasskeyButtonProps) {
  const t = translator('shell/signIn', locale);
  const [isBusy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;
  const signIn = async () => {
    onProblem('');
    setBusy(true);
    try {
      const headers = { 'x-formstead-app': 'admin' };
      const options = await callApi<PasskeyOptions>(api, '/auth/passkey/options', { body: {}, headers });
      const credential = await signByPasskey(options);
      const { user } = await callApi<Session>(api, '/auth/passkey', {
        body: { credential },
        query: { locale },
        headers,
      });
      onDone(user);
    } catch (error) {
      if (error instanceof ApiError)
        onProblem(error.status === 401 ? t('passkeyRefused') : error.status === 0 ? t('offline') : error.message);
      // The browser has said it, or the person thought better of it.
      else if (error instanceof DOMException) onProblem(t('passkeyStopped'));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind={isPrimary ? 'primary' : 'secondary'} icon="key" isBusy={isBusy} onPress={() => void signIn()}>
      {t('passkey')}
    </Button>
  );
}
