// The links that ask for sign-in: /e/<entry>/ without a bewit, and /c/ of an entry that is no template. The token stays in
// memory: closing the page forgets it. SPEC.md "Links", "Authentication" 2.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError, callApi } from '../client/call-api.ts';
import type { JsonObject } from '../core/form-definition.ts';
import { type FillTexts, loadFillTexts } from './fill-texts.ts';
import { openForm } from './open-form.tsx';
import type { FillerForm, PageData } from './page-data.ts';
import { PageFrame } from './page-frame.tsx';

export interface SignInOptions extends Pick<PageData, 'api' | 'locale' | 'title'> {
  readonly app: HTMLElement;
  readonly texts: FillTexts;
  readonly link: string;
  readonly open: { readonly entry: string; readonly how: 'resume' | 'clone' };
}

export function showSignIn(options: SignInOptions): void {
  render(<SignIn {...options} />, options.app);
}

function SignIn(options: SignInOptions) {
  const { title, texts, api, locale } = options;
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const body = { email: String(fields.get('email')), password: String(fields.get('password')) };
    setFault('');
    setBusy(true);
    try {
      const { token } = await callApi<{ token: string }>(api, '/auth/login', { body, query: { locale } });
      await openEntry(options, token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message || texts('offline'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageFrame title={title}>
      <form class="form elements" onSubmit={(event) => void onSubmit(event)}>
        <p>{words[locale].signInText}</p>
        <div class="field">
          <label class="label" for="email">
            {words[locale].email}
          </label>
          <input class="control" id="email" name="email" type="email" autoComplete="username" required dir="ltr" />
        </div>
        <div class="field">
          <label class="label" for="password">
            {words[locale].password}
          </label>
          <input
            {...{ class: 'control', id: 'password', name: 'password', type: 'password', dir: 'ltr' }}
            autoComplete="current-password"
            required
          />
        </div>
        <div role="alert">{fault !== '' && <p class="notice error">{fault}</p>}</div>
        <div class="buttons">
          <button type="submit" class="primary" aria-disabled={isBusy || undefined}>
            {words[locale].signIn}
          </button>
        </div>
      </form>
    </PageFrame>
  );
}

interface Opened {
  readonly form: FillerForm;
  readonly entry?: { readonly id: string; readonly data?: JsonObject };
  readonly data?: JsonObject;
}

async function openEntry({ api, locale, open, app, link }: SignInOptions, token: string): Promise<void> {
  const headers = { authorization: token };
  const path = `/entry/${open.entry}/${open.how}`;
  const { form, entry, data } = await callApi<Opened>(api, path, { headers, query: { locale } });
  const formLocale = form.locale ?? 'en';
  const title = form.publicName || form.displayName || 'Formstead';
  document.title = title;
  document.documentElement.lang = formLocale;
  document.documentElement.dir = formLocale === 'he' ? 'rtl' : 'ltr';
  const texts = await loadFillTexts(formLocale);
  await openForm({
    app,
    api,
    title,
    texts,
    form,
    token,
    link,
    data: entry?.data ?? data,
    entry: entry && { id: entry.id },
  });
}

const words = {
  en: {
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    signInText: 'This link is for members of the team.',
  },
  he: {
    email: 'דוא"ל',
    password: 'סיסמה',
    signIn: 'כניסה',
    signInText: 'הקישור הזה מיועד לחברי הצוות.',
  },
};
