// A session that ended while somebody worked: sign-in over the page, which stays as it is.
import { useEffect, useRef } from 'preact/hooks';
import type { User } from '../../api-types/identity.ts';
import { ApiError, callApi } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { ProviderLink } from './provider-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInAgain({ onDone, onOther }: { onDone: () => void; onOther: (user: User) => void }) {
  const { page, user, locale } = useApp();
  const t = useTexts('shell/signIn');
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
    // The email is known; a dialog would focus it, as the first that can be.
    box.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  }, []);
  const take = (signedIn: User) => {
    // Somebody else must not go on with what is open here.
    if (signedIn.id === user.id) onDone();
    else onOther(signedIn);
  };
  // Who signed in beside this page, by the provider, comes back to it.
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (page.provider === undefined) return;
    const onReturn = async () => {
      if (document.visibilityState !== 'visible') return;
      const found = await findSignedIn(page.api);
      if (found !== undefined) latest.current(found);
    };
    const listener = () => void onReturn();
    document.addEventListener('visibilitychange', listener);
    addEventListener('focus', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      removeEventListener('focus', listener);
    };
  }, [page]);
  return (
    <dialog ref={box} class="dialog" aria-labelledby="sign-in-again" onCancel={(event) => event.preventDefault()}>
      <div class="dialog-head">
        <h2 id="sign-in-again">{t('again')}</h2>
      </div>
      <div class="dialog-body">
        <p>{t('againText')}</p>
        <ProviderLink provider={page.provider} locale={locale} isBeside />
        <SignInForm api={page.api} locale={locale} email={user.email} onDone={take} />
      </div>
    </dialog>
  );
}

/** Undefined while nobody is signed in, and without a network: the form is still there. */
async function findSignedIn(api: string): Promise<User | undefined> {
  try {
    return await callApi<User>(api, '/me', { headers: { 'x-formstead-app': 'admin' } });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
