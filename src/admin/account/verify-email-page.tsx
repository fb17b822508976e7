// /admin/verify#token=…: the link that verifies the email of whoever is signed in. [identity.emails.verify]
import { useState } from 'preact/hooks';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { LinkButton } from '../ui/button.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';

export function VerifyEmailPage() {
  const { api, user } = useApp();
  const t = useTexts('account/verifyEmailPage');
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const load = useLoad(async (signal) => {
    await api.call('/me/email/confirm', { body: { token: token || '-' }, signal });
    history.replaceState(null, '', location.pathname);
    return true;
  }, []);
  const isGone = load.error instanceof ApiError && load.error.status === 403;
  const { email } = user;
  return (
    <>
      <AccountHeader here="profile" />
      {load.value && <Notice kind="good">{t('done', { email })}</Notice>}
      {isGone && <Notice kind="error">{t('bad', { email })}</Notice>}
      {load.error !== undefined && !isGone && <ErrorNotice error={load.error} onRetry={load.reload} />}
      <p>
        <LinkButton href="/admin/account/">{t('profile')}</LinkButton>
      </p>
    </>
  );
}
