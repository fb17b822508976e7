// The links that ask for sign-in: /e/<entry>/ without a bewit, and /c/ of an entry that is not a template. One sign-in serves
// these and the management app: the session is a cookie that no script reads. Pages opened from an email are asked without it,
// so the page itself asks once more. docs/choices.md "Identity". [fill-links.sign-in]

import { render } from 'preact';
import { useState } from 'preact/hooks';
import type { ClonedEntry, ResumedEntry } from '../api-types/entries.ts';
import type { StartedForm } from '../api-types/forms.ts';
import { ApiError, callApi, requestApi } from '../client/call-api.ts';
import { canUsePasskeys, signByPasskey } from '../client/passkeys.ts';
import { directionOf } from '../core/locale/locale.ts';
import { wordsOf } from '../form-view/words.ts';
import { type FillTexts, loadFillTexts } from './fill-texts.ts';
import { loadStyles } from './load-styles.ts';
import { openForm } from './open-form.tsx';
import type { PageData } from './page-data.ts';
import { PageFrame } from './page-frame.tsx';

export interface SignInOptions extends Pick<PageData, 'api' | 'locale' | 'title' | 'provider'> {
  readonly app: HTMLElement;
  readonly texts: FillTexts;
  readonly link: string;
  readonly open: { readonly entry: string; readonly how: 'resume' | 'clone' };
}

export async function showSignIn(options: SignInOptions): Promise<void> {
  try {
    await openEntry(options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, situation, message } = error;
    if (isForThisPerson(error)) render(<SignIn {...options} said={status === 401 ? '' : message} />, options.app);
    else render(<Refusal {...options} text={message} key={situation} />, options.app);
  }
}

/** Signing in, again or as somebody else, may help. */
function isForThisPerson({ status, situation }: ApiError): boolean {
  return status === 401 || situation === 'insufficientPermissions' || status === 0 || status >= 500;
}

function Refusal({ title, text }: SignInOptions & { text: string }) {
  return (
    <PageFrame title={title}>
      <p class="form said" dir="auto" role="alert">
        {text}
      </p>
    </PageFrame>
  );
}

const appHeaders = { 'x-formstead-app': 'fill' };

function SignIn({ said, ...options }: SignInOptions & { said: string }) {
  const { title, texts, api, locale, provider } = options;
  const [fault, setFault] = useState(said);
  const [isBusy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const body = Object.fromEntries(fields);
    await attempt(() => callApi(api, '/auth/session', { body, headers: appHeaders, query: { locale } }));
  };
  const attempt = async (signIn: () => Promise<unknown>) => {
    setFault('');
    setBusy(true);
    try {
      await signIn();
      await openEntry(options);
    } catch (error) {
      if (error instanceof ApiError) {
        const { situation } = error;
        if (situation === 'secondFactorMissing') setAsksCode(true);
        else
          setFault(
            situation === 'wrongCode' ? wordsOf('later', locale).signIn.wrongCode : error.message || texts('offline'),
          );
      }
      // The browser has said why there is no passkey, or the person thought better of it.
      else if (!(error instanceof DOMException)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const byPasskey = async () => {
    const asked = { body: {}, headers: appHeaders, query: { locale } };
    const credential = await signByPasskey(await callApi(api, '/auth/passkey/options', asked));
    await callApi(api, '/auth/passkey', { ...asked, body: { credential } });
  };
  return (
    <PageFrame title={title}>
      <form class="form elements" onSubmit={(event) => void onSubmit(event)}>
        <p>{wordsOf('later', locale).signIn.signInText}</p>
        {provider !== undefined && (
          <div class="buttons">
            <a class="secondary" href={providerLink(locale, said !== '')}>
              {wordsOf('later', locale).signIn.provider} <bdi>{provider}</bdi>
            </a>
          </div>
        )}
        <div class="field">
          <label class="label" for="email">
            {wordsOf('later', locale).signIn.email}
          </label>
          <input class="control" id="email" name="email" type="email" autoComplete="username" required dir="ltr" />
        </div>
        <div class="field">
          <label class="label" for="password">
            {wordsOf('later', locale).signIn.password}
          </label>
          <input
            {...{ class: 'control', id: 'password', name: 'password', type: 'password', dir: 'ltr' }}
            autoComplete="current-password"
            required
          />
        </div>
        {asksCode && (
          <div class="field">
            <label class="label" for="code">
              {wordsOf('later', locale).signIn.code}
            </label>
            <input
              class="control"
              id="code"
              name="code"
              autoComplete="one-time-code"
              required
              dir="ltr"
              ref={focusOnce}
            />
          </div>
        )}
        <div role="alert">{fault !== '' && <p class="notice error">{fault}</p>}</div>
        <div class="buttons">
          <button type="submit" class="primary" aria-disabled={isBusy || undefined}>
            {wordsOf('later', locale).signIn.signIn}
          </button>
          {canUsePasskeys() && (
            <button
              type="button"
              aria-disabled={isBusy || undefined}
              onClick={() => !isBusy && void attempt(byPasskey)}
            >
              {wordsOf('later', locale).signIn.passkey}
            </button>
          )}
        </div>
      </form>
    </PageFrame>
  );
}

/** `asksAgain`: somebody is signed in who may not open this, so the provider is to ask who it is. */
function providerLink(locale: SignInOptions['locale'], asksAgain: boolean): string {
  const to = location.pathname + location.search;
  return `/auth/provider?${new URLSearchParams({ to, locale, ...(asksAgain && { again: '1' }) })}`;
}

function focusOnce(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}

/** Either of them, by how the entry is opened. */
type Opened = Partial<ResumedEntry & ClonedEntry> & StartedForm;

async function openEntry({ api, locale, open, app, link }: SignInOptions): Promise<void> {
  const path = `/entry/${open.entry}/${open.how}`;
  const { body, headers } = await requestApi<Opened>(api, path, { headers: appHeaders, query: { locale } });
  const { form, entry, data } = body;
  const formLocale = form.locale ?? 'en';
  const title = form.publicName || form.displayName || 'Formstead';
  document.title = title;
  document.documentElement.lang = formLocale;
  document.documentElement.dir = directionOf(formLocale);
  const { colorScheme } = form.page ?? {};
  if (colorScheme !== undefined) document.documentElement.dataset['theme'] = colorScheme;
  loadStyles();
  const texts = await loadFillTexts(formLocale);
  await openForm({
    app,
    api,
    title,
    texts,
    form,
    appHeaders,
    link,
    data: entry?.data ?? data,
    entry: entry && { id: entry.id, version: headers.get('etag') ?? undefined },
    formVersion: Number(headers.get('x-service-form-version')) || undefined,
  });
}
