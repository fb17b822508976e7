// Uses the link of an invitation or of a forgotten password. The token is in the fragment of the address: it stays on this machine
// until it is sent in the body of a request.
import { useState } from 'preact/hooks';
import type { AcceptedLink, LinkFacts, User } from '../../api-types/identity.ts';
import { ApiError, callApi } from '../../client/call-api.ts';
import { passwordProblem } from '../account/password-problem.ts';
import { minPasswordLength } from '../account/propose-password.ts';
import type { Locale, PageData } from '../page-data.ts';
import { navigate } from '../router.ts';
import { translator } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { useLoad } from '../use-load.ts';
import { GuestFrame } from './guest-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';

export interface AcceptPageProps {
  readonly kind: 'join' | 'reset';
  readonly page: PageData;
  readonly locale: Locale;
  readonly setLocale: (locale: Locale) => void;
  readonly onDone: (user: User) => void;
}

export function AcceptPage({ kind, page, locale, setLocale, onDone }: AcceptPageProps) {
  const t = translator('shell/guest', locale);
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const load = useLoad(
    (signal) =>
      callApi<LinkFacts>(page.api, '/auth/link', { body: { token: token || '-' }, query: { locale }, signal }),
    [],
  );
  const [changed, setChanged] = useState<string>();
  const frame = { locale, setLocale };
  const enter = (user: User) => {
    onDone(user);
    void navigate('/admin/', { replace: true });
  };
  const accepted = ({ email, user }: AcceptedLink) => {
    // The token is used up: it has no place in the history of this browser.
    history.replaceState(null, '', location.pathname);
    if (user === undefined) setChanged(email);
    else enter(user);
  };

  if (changed !== undefined) {
    return (
      <GuestFrame {...frame} title={t('changedTitle')}>
        <div class="card stack">
          <p role="status">{t('changed')}</p>
          <SignInForm api={page.api} locale={locale} email={changed} onDone={enter} />
        </div>
      </GuestFrame>
    );
  }
  if (load.error !== undefined) {
    return (
      <BadLink
        {...{ kind, locale, setLocale, error: load.error, onRetry: load.reload }}
        isGone={load.error instanceof ApiError && load.error.status === 403}
      />
    );
  }
  if (load.value === undefined)
    return <GuestFrame {...frame} title={t(kind === 'join' ? 'joinTitle' : 'resetTitle')} children={null} />;
  const { accountName } = load.value;
  const isInvitation = load.value.kind === 'invitation';
  const joinTitle = accountName === undefined ? t('joinTitle') : t('joinAccount', { account: accountName });
  return (
    <GuestFrame {...frame} title={isInvitation ? joinTitle : t('resetTitle')}>
      <AcceptForm api={page.api} locale={locale} token={token} facts={load.value} onAccepted={accepted} />
    </GuestFrame>
  );
}

interface BadLinkProps extends Pick<AcceptPageProps, 'kind' | 'locale' | 'setLocale'> {
  readonly error: unknown;
  readonly isGone: boolean;
  readonly onRetry: () => void;
}

function BadLink({ kind, locale, setLocale, error, isGone, onRetry }: BadLinkProps) {
  const t = translator('shell/guest', locale);
  if (!(error instanceof ApiError)) throw error;
  const other = error.status === 0 ? t('offline') : t(error.status === 429 ? 'tooMany' : 'failed');
  return (
    <GuestFrame {...{ locale, setLocale }} title={t('badTitle')}>
      <div class="card stack">
        <p role="alert">{isGone ? t(kind === 'join' ? 'badJoin' : 'badReset') : other}</p>
        {!isGone && <Button onPress={onRetry}>{t('retry')}</Button>}
        {isGone && kind === 'reset' && (
          <LinkButton kind="primary" href="/admin/forgot">
            {t('askAgain')}
          </LinkButton>
        )}
      </div>
      <p class="sign-in-note">
        <a href="/admin/">{t('back')}</a>
      </p>
    </GuestFrame>
  );
}

interface AcceptFormProps {
  readonly api: string;
  readonly locale: Locale;
  readonly token: string;
  readonly facts: LinkFacts;
  readonly onAccepted: (accepted: AcceptedLink) => void;
}

function AcceptForm({ api, locale, token, facts, onAccepted }: AcceptFormProps) {
  const t = translator('shell/guest', locale);
  const isInvitation = facts.kind === 'invitation';
  const [name, setName] = useState(facts.name ?? '');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const count = minPasswordLength;
  const tooShort = [...password].length < count ? t('tooShort', { count }) : undefined;
  const refused = passwordProblem(error, locale);
  const accept = async () => {
    setTried(true);
    if (isBusy || tooShort !== undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { token, password, ...(isInvitation && name.trim() !== '' && { name: name.trim() }) };
      const headers = { 'x-formstead-app': 'admin' };
      onAccepted(await callApi<AcceptedLink>(api, '/auth/accept', { body, query: { locale }, headers }));
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void accept();
      }}
    >
      {facts.displaces && <Notice kind="warning">{t('displaces')}</Notice>}
      <p dir="auto">{isInvitation ? t('invitedBy', { inviter: facts.inviterEmail ?? '' }) : t('resetText')}</p>
      <TextField
        {...{ label: t('email'), value: facts.email, onChange: () => {}, isReadonly: true, dir: 'ltr' }}
        {...{ name: 'email', autoComplete: 'username' }}
      />
      {isInvitation && (
        <TextField
          {...{ label: t('name'), value: name, onChange: setName, maxLength: 200, name: 'name', autoComplete: 'name' }}
        />
      )}
      <PasswordInput
        {...{ locale, label: t('password'), hint: t('passwordHint', { count }), value: password }}
        autoComplete="new-password"
        onChange={(value) => {
          setPassword(value);
          setError(undefined);
        }}
        maxLength={1024}
        isRequired
        error={refused ?? (isTried ? tooShort : undefined)}
      />
      <p class="field-error" role="alert">
        {error !== undefined && refused === undefined && problemOf(error as ApiError)}
      </p>
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t(isInvitation ? 'join' : 'change')}
      </Button>
    </form>
  );

  function problemOf({ status }: ApiError): string {
    if (status === 0) return t('offline');
    if (status === 409) return t('taken');
    if (status === 403) return t(isInvitation ? 'badJoin' : 'badReset');
    return t(status === 429 ? 'tooMany' : 'failed');
  }
}
