// The page of those who are not signed in. Any address of the app shows it first, and itself afterwards.
import { useEffect } from 'preact/hooks';
import type { Locale, User } from '../page-data.ts';
import { translator } from '../texts.ts';
import { SignInForm } from './sign-in-form.tsx';
import { signInTexts } from './sign-in-texts.ts';

export function SignIn({ api, locale, onDone }: { api: string; locale: Locale; onDone: (user: User) => void }) {
  const t = translator(signInTexts, locale);
  useEffect(() => {
    document.title = t('title');
  }, [t]);
  return (
    <main class="sign-in">
      <p class="brand">
        <span class="brand-mark" aria-hidden="true" />
        Formstead
      </p>
      <h1>{t('title')}</h1>
      <div class="card">
        <SignInForm api={api} locale={locale} onDone={onDone} />
      </div>
    </main>
  );
}
