// The page of those who are not signed in. Any address of the app shows it first, and itself afterwards.

import type { User } from '../../api-types/identity.ts';
import type { Locale, PageData } from '../page-data.ts';
import { translator } from '../texts.ts';
import { GuestFrame } from './guest-frame.tsx';
import { ProviderLink } from './provider-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

export interface SignInProps {
  readonly api: string;
  readonly locale: Locale;
  readonly provider: PageData['provider'];
  /** There is no user yet. */
  readonly isNew?: boolean;
  readonly setLocale: (locale: Locale) => void;
  readonly onDone: (user: User) => void;
}

export function SignIn({ api, locale, provider, isNew, setLocale, onDone }: SignInProps) {
  const t = translator('shell/signIn', locale);
  return (
    <GuestFrame title={t('title')} locale={locale} setLocale={setLocale}>
      {isNew && <p class="notice info">{t('noUserYet')}</p>}
      <div class="card">
        <ProviderLink provider={provider} locale={locale} />
        <SignInForm api={api} locale={locale} onDone={onDone} />
      </div>
      <p class="sign-in-note">
        <a href="/admin/forgot">{t('forgotten')}</a>
      </p>
    </GuestFrame>
  );
}
