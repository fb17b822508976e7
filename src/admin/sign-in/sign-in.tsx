// The page of those who are not signed in. Any address of the app shows it first, and itself afterwards.

import { useEffect } from 'preact/hooks';
import type { User } from '../../api-types/identity.ts';
import { nextLocale } from '../../core/locale-facts.ts';
import type { Locale, PageData } from '../page-data.ts';
import { translator } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { ProviderLink } from './provider-link.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { signInTexts } from './sign-in-texts.ts';

export interface SignInProps {
  readonly api: string;
  readonly locale: Locale;
  readonly provider: PageData['provider'];
  readonly setLocale: (locale: Locale) => void;
  readonly onDone: (user: User) => void;
}

export function SignIn({ api, locale, provider, setLocale, onDone }: SignInProps) {
  const t = translator(signInTexts, locale);
  useEffect(() => {
    document.title = t('title');
  }, [t]);
  return (
    <main class="sign-in">
      <div class="sign-in-top">
        <p class="brand">
          <span class="brand-mark" aria-hidden="true" />
          Formstead
        </p>
        <Button kind="quiet" onPress={() => setLocale(nextLocale(locale))}>
          <span lang={nextLocale(locale)}>{t('other')}</span>
        </Button>
      </div>
      <h1>{t('title')}</h1>
      <div class="card">
        <ProviderLink provider={provider} locale={locale} />
        <SignInForm api={api} locale={locale} onDone={onDone} />
      </div>
      <p class="sign-in-note">
        <a href="/admin/forgot">{t('forgotten')}</a>
      </p>
    </main>
  );
}
