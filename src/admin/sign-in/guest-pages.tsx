// /admin/forgot, /admin/join#token=…, /admin/reset#token=… and /admin/claim#token=…: pages for who is not signed in, or not any more.
// [identity.forgot] [identity.invitations]
import { useState } from 'preact/hooks';
import { callApi } from '../../client/call-api.ts';
import { isEmail } from '../../core/validation/text-formats.ts';
import { translator } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { AcceptPage } from './accept-page.tsx';
import { ClaimPage } from './claim-page.tsx';
import { GuestFrame } from './guest-frame.tsx';
import { type GuestPageProps, guestProblem } from './guest-problem.ts';

export function GuestPage(props: GuestPageProps) {
  if (props.kind === 'forgot') return <ForgotPage {...props} />;
  return props.kind === 'claim' ? <ClaimPage {...props} /> : <AcceptPage {...props} kind={props.kind} />;
}

function ForgotPage({ page, locale, setLocale }: GuestPageProps) {
  const t = translator('shell/guest', locale);
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const frame = { locale, setLocale };
  const back = (
    <p class="sign-in-note">
      <a href="/admin/">{t('back')}</a>
    </p>
  );
  if (!page.hasMail) {
    return (
      <GuestFrame {...frame} title={t('noMailTitle')}>
        <div class="card stack">
          <p>{t('noMail')}</p>
          <pre class="mono command" dir="ltr">
            formstead user password --link --email …
          </pre>
        </div>
        {back}
      </GuestFrame>
    );
  }
  if (sentTo !== undefined) {
    return (
      <GuestFrame {...frame} title={t('sentTitle')}>
        <div class="card stack" role="status">
          <Notice kind="good">
            <p dir="auto">{t('sent', { email: sentTo })}</p>
          </Notice>
          <p>{t('sentNone')}</p>
          <Button onPress={() => setSentTo(undefined)}>{t('again')}</Button>
        </div>
        {back}
      </GuestFrame>
    );
  }
  const emailError = isEmail(email.trim()) ? undefined : t('emailWrong');
  const send = async () => {
    setTried(true);
    if (isBusy || emailError !== undefined) return;
    setBusy(true);
    setProblem('');
    try {
      const headers = { 'x-formstead-app': 'admin' };
      await callApi(page.api, '/auth/forgot', { body: { email: email.trim() }, query: { locale }, headers });
      setSentTo(email.trim());
    } catch (error) {
      setProblem(guestProblem(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <GuestFrame {...frame} title={t('forgotTitle')}>
      <form
        class="card stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p>{t('forgotText')}</p>
        <TextField
          {...{ label: t('email'), value: email, onChange: setEmail, type: 'email', dir: 'ltr', isRequired: true }}
          {...{ name: 'email', autoComplete: 'username', error: isTried ? emailError : undefined }}
        />
        <p class="field-error" role="alert">
          {problem}
        </p>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('send')}
        </Button>
      </form>
      {back}
    </GuestFrame>
  );
}
