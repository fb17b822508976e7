// Email and password for a session. The token never reaches this page: it comes in a cookie that no script reads.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FactorKind } from '../../api-types/factors.ts';
import type { Session, User } from '../../api-types/identity.ts';
import { ApiError, callApi } from '../../client/call-api.ts';
import type { Locale } from '../page-data.ts';
import { translator } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { CodeStep } from './code-step.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export interface SignInFormProps {
  readonly api: string;
  readonly locale: Locale;
  readonly email?: string;
  readonly onDone: (user: User) => void;
}

export function SignInForm({ api, locale, email: known = '', onDone }: SignInFormProps) {
  const t = translator('shell/signIn', locale);
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [kinds, setKinds] = useState<readonly FactorKind[]>();
  const focus = (name: 'email' | 'password') =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  useEffect(() => focus(known === '' ? 'email' : 'password'), []);

  const signIn = async (code?: string) => {
    if (isBusy) return;
    // What fills in and sends at once, as programs that keep passwords do, is ahead of what was drawn.
    const typed = form.current === null ? undefined : new FormData(form.current);
    const whole = { email: String(typed?.get('email') ?? email), password: String(typed?.get('password') ?? password) };
    setProblem('');
    setBusy(true);
    try {
      // The header marks this browser as one that signs in here: strangers' failures elsewhere do not count against it.
      const headers = { 'x-formstead-app': 'admin' };
      const options = { body: { ...whole, ...(code && { code }) }, query: { locale }, headers };
      const { user } = await callApi<Session>(api, '/auth/session', options);
      onDone(user);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { situation } = error;
      if (situation === 'secondFactorMissing') return setKinds(error.factors);
      if (situation === 'wrongCode') return setProblem(t(/^[\d\s]*$/.test(code ?? '') ? 'wrongCode' : 'wrongRecovery'));
      // 401 messages are always English; the page is not.
      setProblem(error.status === 401 ? t('wrong') : error.status === 0 ? t('offline') : error.message || t('failed'));
      focus('password');
    } finally {
      setBusy(false);
    }
  };

  if (kinds !== undefined) {
    const onBack = () => {
      setProblem('');
      setKinds(undefined);
    };
    return (
      <CodeStep {...{ api, locale, kinds, problem, isBusy, onDone, onBack }} onCode={signIn} onProblem={setProblem} />
    );
  }
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn();
      }}
    >
      <TextField
        {...{ label: t('email'), value: email, onChange: setEmail, type: 'email', dir: 'ltr', isRequired: true }}
        {...{ name: 'email', autoComplete: 'username' }}
      />
      <PasswordInput
        {...{ locale, label: t('password'), value: password, onChange: setPassword }}
        autoComplete="current-password"
        isRequired
      />
      <p class="field-error" role="alert">
        {problem}
      </p>
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t('signIn')}
      </Button>
      <PasskeyButton {...{ api, locale, onDone }} onProblem={setProblem} />
    </form>
  );
}
