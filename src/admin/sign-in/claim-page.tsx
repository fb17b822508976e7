// /admin/claim#token=…: the owner of an email takes it from a user who never confirmed it. The link was mailed after a sign-in at the
// identity provider met that user. [identity.emails.claim]
import { useState } from 'preact/hooks';
import type { LinkFacts } from '../../api-types/identity.ts';
import { ApiError, callApi } from '../../client/call-api.ts';
import { translator } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { useLoad } from '../use-load.ts';
import { GuestFrame } from './guest-frame.tsx';
import { type GuestPageProps, guestProblem } from './guest-problem.ts';
import { ProviderLink } from './provider-link.tsx';

export function ClaimPage({ page, locale, setLocale }: GuestPageProps) {
  const t = translator('shell/guest', locale);
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const body = { token: token || '-' };
  const load = useLoad((signal) => callApi<LinkFacts>(page.api, '/auth/link', { body, query: { locale }, signal }), []);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const frame = { locale, setLocale };
  const claim = async () => {
    setBusy(true);
    setProblem('');
    try {
      await callApi(page.api, '/auth/claim', { body, query: { locale } });
      // The token is used up: it has no place in the history of this browser.
      history.replaceState(null, '', location.pathname);
      setDone(true);
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 403 ? t('badClaim') : guestProblem(error, t));
    } finally {
      setBusy(false);
    }
  };
  if (isDone) {
    return (
      <GuestFrame {...frame} title={t('claimedTitle')}>
        <div class="card stack">
          <p role="status">{t('claimed')}</p>
          <ProviderLink provider={page.provider} locale={locale} to="/admin/" />
        </div>
      </GuestFrame>
    );
  }
  if (load.error !== undefined || (load.value !== undefined && load.value.kind !== 'claim')) {
    return (
      <GuestFrame {...frame} title={t('badTitle')}>
        <div class="card stack">
          <p role="alert">{t('badClaim')}</p>
          <ProviderLink provider={page.provider} locale={locale} to="/admin/" />
        </div>
      </GuestFrame>
    );
  }
  if (load.value === undefined) return <GuestFrame {...frame} title={t('claimTitle')} children={null} />;
  const { email, accountName } = load.value;
  return (
    <GuestFrame {...frame} title={t('claimTitle')}>
      <div class="card stack">
        <p dir="auto">
          {accountName === undefined ? t('claimText', { email }) : t('claimTextIn', { email, account: accountName })}
        </p>
        <p>{t('claimInstead')}</p>
        <p class="field-error" role="alert">
          {problem}
        </p>
        <Button kind="primary" isBusy={isBusy} onPress={() => void claim()}>
          {t('claim')}
        </Button>
      </div>
    </GuestFrame>
  );
}
