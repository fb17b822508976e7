// The app as a whole: who is signed in, which page is shown, and what is shown over it (sign-in, questions, notes).

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { User } from '../api-types/identity.ts';
import { callApi } from '../client/call-api.ts';
import { directionOf, locales } from '../core/locale/locale.ts';
import { staleEvent } from '../form-view/import-part.ts';
import { useSlice } from '../web/store.ts';
import { createAdminApi } from './admin-api.ts';
import { type AdminApp, AppContext, type NoteAction, type Question, useApp } from './app-context.ts';
import { forgetKeptEdits } from './entry/kept-edit.ts';
import { Layout } from './layout.tsx';
import { loadPart } from './load-part.ts';
import { NotFound } from './not-found.tsx';
import type { Locale, PageData } from './page-data.ts';
import { findPage, type Page } from './pages.ts';
import { currentLocation, matchPath, mayLeave, navigate } from './router.ts';
import type { GuestKind, GuestPageProps } from './sign-in/guest-problem.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { SignInAgain } from './sign-in/sign-in-again.tsx';
import { loadLanguage, loadWords, translator, useTexts } from './texts.ts';
import { Button } from './ui/button.tsx';
import { QuestionDialog } from './ui/dialog.tsx';
import { type Note, Notes } from './ui/notes.tsx';
import { ErrorNotice, errorText, Loaded, Notice } from './ui/notices.tsx';
import { useLoad } from './use-load.ts';

type ConfirmPart = typeof import('./sign-in/confirm-dialog.tsx').ConfirmDialog;

export function App({ page }: { page: PageData }) {
  const [user, setUser] = useState(page.user);
  const [guestLocale, setGuestLocale] = useState(page.locale);
  // A language that was pressed before signing in is meant.
  const [wanted, setWanted] = useState<Locale>();
  const setLocale = (chosen: Locale) => {
    setGuestLocale(chosen);
    setWanted(chosen);
  };
  const locale = useLoadedLocale(user === null ? guestLocale : localeOf(user, guestLocale));
  useLook(locale, user);
  const guest = useGuestKind();
  if (guest !== undefined) {
    return <GuestPart key={guest} {...{ kind: guest, page, locale, setLocale, onDone: setUser }} />;
  }
  if (user === null) {
    const { api, provider, isNew = false } = page;
    return <SignIn {...{ api, provider, isNew, locale, setLocale }} onDone={setUser} />;
  }
  return <SignedIn key={user.id} page={page} user={user} locale={locale} setUser={setUser} wanted={wanted} />;
}

/** Pages for who is not signed in; who is sees them too. */
function useGuestKind(): GuestKind | undefined {
  const path = useSlice(currentLocation, () => currentLocation.get().path);
  return (['forgot', 'join', 'reset', 'claim'] as const).find(
    (kind) => matchPath(`/admin/${kind}`, path) !== undefined,
  );
}

function GuestPart(props: GuestPageProps) {
  const part = useLoad(() => loadPart(() => import('./sign-in/guest-pages.tsx')), []);
  const t = translator('shell/ui', props.locale);
  if (part.error !== undefined) {
    return (
      <main class="sign-in">
        <Notice kind="error">
          <p>{errorText(part.error, t)}</p>
          <Button kind="quiet" icon="refresh" onPress={part.reload}>
            {t('retry')}
          </Button>
        </Notice>
      </main>
    );
  }
  return part.value === undefined ? null : <part.value.GuestPage {...props} />;
}

/** The wanted language, once its words are here; until then the one before. */
function useLoadedLocale(wanted: Locale): Locale {
  const [shown, setShown] = useState(wanted);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (shown === wanted) return undefined;
    let isWanted = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    loadLanguage(wanted).then(
      () => isWanted && setShown(wanted),
      () => {
        if (isWanted) again = setTimeout(() => setTries(tries + 1), 2_000);
      },
    );
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, [wanted, shown, tries]);
  return shown;
}

function localeOf({ settings }: User, otherwise: Locale): Locale {
  return locales.find((locale) => locale === settings.locale) ?? otherwise;
}

/** Language, direction and theme of the document follow the person's settings. */
function useLook(locale: Locale, user: User | null): void {
  useEffect(() => {
    const root = document.documentElement;
    root.lang = locale;
    root.dir = directionOf(locale);
    const theme = user?.settings.theme;
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
    else delete root.dataset['theme'];
  }, [locale, user?.settings.theme]);
}

interface SignedInProps {
  readonly page: PageData;
  readonly user: User;
  readonly locale: Locale;
  readonly setUser: (user: User | null) => void;
  /** The language that was chosen on the way in. */
  readonly wanted: Locale | undefined;
}

function SignedIn({ page, user, locale, setUser, wanted }: SignedInProps) {
  const [asked, setAsked] = useState<{ question: Question; answer: (isYes: boolean) => void }>();
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [ended, setEnded] = useState<() => void>();
  const [confirming, setConfirming] = useState<{ Part: ConfirmPart; answer: (isConfirmed: boolean) => void }>();
  const now = useRef(locale);
  now.current = locale;

  const api = useMemo(() => {
    let waiting: Promise<void> | undefined;
    const signInAgain = () => {
      waiting ??= new Promise<void>((resolve) => {
        setEnded(() => () => {
          waiting = undefined;
          setEnded(undefined);
          resolve();
        });
      });
      return waiting;
    };
    let confirmed: Promise<boolean> | undefined;
    const confirmSignIn = () => {
      confirmed ??= loadPart(() => import('./sign-in/confirm-dialog.tsx'))
        .then(({ ConfirmDialog }) => new Promise<boolean>((answer) => setConfirming({ Part: ConfirmDialog, answer })))
        .finally(() => {
          confirmed = undefined;
          setConfirming(undefined);
        });
      return confirmed;
    };
    const setUpFactor = () => void navigate('/admin/account/security/', { replace: true });
    return createAdminApi({ api: page.api, locale: () => now.current, signInAgain, confirmSignIn, setUpFactor });
  }, [page.api]);

  useEffect(() => {
    if (wanted === undefined || wanted === user.settings.locale) return;
    const change = api.call<User>('/me', { method: 'PATCH', body: { settings: { locale: wanted } } });
    // Without an answer the language of before stays: the menu offers the other one.
    void change.then(setUser, () => {});
  }, []);

  const ask = useCallback((question: Question) => {
    return new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => {
        setAsked(undefined);
        resolve(isYes);
      };
      setAsked({ question, answer });
    });
  }, []);
  const dismiss = useCallback((id: string) => setNotes((all) => all.filter((one) => one.id !== id)), []);
  const notify = useCallback(
    (text: string, kind: Note['kind'] = 'good', action?: NoteAction) => {
      const note: Note = { id: crypto.randomUUID?.() ?? String(Math.random()), text, kind, action };
      setNotes((all) => [...all.slice(-2), note]);
      // With something to press it goes by itself too, but not under somebody's hands: see Notes.
      if (action === undefined) setTimeout(dismiss, kind === 'bad' ? 12_000 : 5_000, note.id);
      return () => dismiss(note.id);
    },
    [dismiss],
  );
  const signOut = useCallback(async () => {
    if (!(await mayLeave())) return;
    try {
      await callApi(page.api, '/auth/session', { method: 'DELETE' });
    } catch (error) {
      notify(errorText(error, translator('shell/ui', now.current)), 'bad');
      return;
    }
    forgetKeptEdits(user.id);
    // A session that began at the provider goes on there: its own page ends it.
    if (page.provider?.isOfSession) location.assign('/auth/provider/sign-out');
    else setUser(null);
  }, [page, user.id, setUser, notify]);

  const app: AdminApp = useMemo(
    () => ({ page, user, locale, api, setUser, signOut, ask, notify }),
    [page, user, locale, api, setUser, signOut, ask, notify],
  );
  return (
    <AppContext.Provider value={app}>
      <PageAtAddress />
      {asked !== undefined && <QuestionDialog question={asked.question} onAnswer={asked.answer} />}
      {confirming !== undefined && <confirming.Part onDone={confirming.answer} onOther={setUser} />}
      {ended !== undefined && <SignInAgain onDone={ended} onOther={setUser} />}
      <Notes notes={notes} onDismiss={dismiss} />
    </AppContext.Provider>
  );
}

function PageAtAddress() {
  const path = useSlice(currentLocation, () => currentLocation.get().path);
  const found = useMemo(() => findPage(path), [path]);
  const { locale } = useApp();
  const page = useLoad<{ path: string; Page: Page }>(async () => {
    if (found === undefined) return { path, Page: NotFound };
    const [Page] = await Promise.all([found.load(), loadWords(locale, found.words)]);
    return { path, Page };
  }, [path]);
  const drawn = page.value?.path;
  // Who does not see the page change hears the new page's name.
  const isFirst = useRef(true);
  useEffect(() => {
    if (drawn === undefined) return;
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    scrollTo(0, 0);
    return focusPageName();
  }, [drawn]);
  const isStale = useStale();
  const isMissing = page.error !== undefined;
  // Nothing is lost by it: the page before was left already. Not at once after a reload, or it would never end.
  const hasDrawn = drawn !== undefined;
  useEffect(() => {
    if (isStale && isMissing && hasDrawn) location.reload();
  }, [isStale, isMissing, hasDrawn]);
  return (
    <Layout menu={found?.menu}>
      {page.isLoading && hasDrawn && <div class="page-progress" aria-hidden="true" />}
      {isStale && <StaleNotice />}
      {isMissing ? (
        <ErrorNotice error={page.error} onRetry={page.reload} />
      ) : (
        <Loaded load={page}>{({ Page, path: at }) => <Page key={at} params={findPage(at)?.params ?? {}} />}</Loaded>
      )}
    </Layout>
  );
}

/** A page whose name is still being loaded has the focus itself until then: it is never lost, and Tab goes on from there. */
function focusPageName(): (() => void) | undefined {
  const name = () => document.querySelector<HTMLElement>('main h1');
  const main = document.querySelector('main');
  if (name() !== null || main === null) {
    name()?.focus();
    return undefined;
  }
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  const observer = new MutationObserver(() => {
    if (name() === null) return;
    observer.disconnect();
    // Whoever moved on meanwhile stays there.
    if (document.activeElement === main || document.activeElement === document.body) name()?.focus();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Whether code that is loaded later is gone for good: a newer version was put up, or the engine remembers a failure. */
function useStale(): boolean {
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    const onStale = () => setStale(true);
    addEventListener(staleEvent, onStale);
    return () => removeEventListener(staleEvent, onStale);
  }, []);
  return isStale;
}

function StaleNotice() {
  const t = useTexts('shell/ui');
  return (
    <Notice kind="warning">
      <p>{t('stale')}</p>
      <Button kind="quiet" icon="refresh" onPress={() => location.reload()}>
        {t('reload')}
      </Button>
    </Notice>
  );
}
