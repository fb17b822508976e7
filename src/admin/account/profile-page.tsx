// /admin/account/: how the app looks to this person, and their password.

import { useState } from 'preact/hooks';
import type { User, UserEmail } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiError } from '../../client/call-api.ts';
import { languageChoices } from '../../core/locale/locale-facts.ts';
import { useApp } from '../app-context.ts';
import type { Locale, Theme } from '../page-data.ts';
import { useLeaveGuard } from '../router.ts';
import { loadLanguage, translator, useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { ErrorNotice, Notice, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';
import { passwordProblem } from './password-problem.ts';
import { minPasswordLength } from './propose-password.ts';

export function ProfilePage() {
  const { user } = useApp();
  const t = useTexts('account/profilePage');
  return (
    <>
      <AccountHeader here="profile" />
      <div class="side-by-side">
        <div class="stack">
          <Person />
          <EmailProof />
        </div>
        <section class="card stack">
          <h2>{t('password')}</h2>
          {user.hasPassword ? <Password /> : <p>{t('noPassword')}</p>}
        </section>
      </div>
    </>
  );
}

function Person() {
  const { user, locale, api, setUser, notify, ask } = useApp();
  const t = useTexts('account/profilePage');
  const [name, setName] = useState(user.name);
  const [language, setLanguage] = useState<Locale>(locale);
  const [theme, setTheme] = useState<Theme>(themeOf(user));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isChanged = name !== user.name || language !== locale || theme !== themeOf(user);
  useLeaveGuard(isChanged, () =>
    ask({ title: t('leave'), text: t('leaveText'), confirm: t('doLeave'), isDanger: true }),
  );
  const save = async () => {
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { name: name.trim(), settings: { locale: language, theme } };
      await loadLanguage(language);
      const saved = await api.call<User>('/me', { method: 'PATCH', body });
      setUser(saved);
      setName(saved.name);
      // In the language that was just chosen.
      notify(translator('account/profilePage', language)('saved'));
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="card">
      <h2>{t('you')}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          maxLength={200}
          autoComplete="name"
          error={name.trim() === '' ? t('nameMissing') : undefined}
        />
        <TextField label={t('email')} hint={t('emailHint')} value={user.email} onChange={ignore} dir="ltr" isReadonly />
        <SelectField label={t('language')} value={language} choices={languageChoices} onChange={setLanguage} />
        <SelectField
          label={t('theme')}
          value={theme}
          choices={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setTheme}
        />
        {error !== undefined && <ErrorNotice error={error} />}
        <div class="buttons">
          <Button kind="primary" type="submit" isBusy={isBusy} isOff={!isChanged || name.trim() === ''}>
            {t('save')}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Nothing until it is known. */
function EmailProof() {
  const { user, api, page, notify } = useApp();
  const t = useTexts('account/profilePage');
  const errorText = useErrorText();
  const emails = useLoad((signal) => api.call<ApiList<UserEmail>>('/user/emails', { signal }), []);
  const [isBusy, setBusy] = useState(false);
  const own = emails.value?.data.find((one) => one.user === user.id);
  if (own === undefined) return null;
  if (own.isVerified) return <p class="quiet-text">{t('verified')}</p>;
  const send = async () => {
    setBusy(true);
    try {
      await api.call('/me/email/verify', { body: {} });
      notify(t('verifySent', { email: user.email }));
    } catch (error) {
      notify(errorText(error), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice kind="warning">
      <p>{t('unverified')}</p>
      {page.hasMail && (
        <Button icon="mail" isBusy={isBusy} onPress={() => void send()}>
          {t('verify')}
        </Button>
      )}
    </Notice>
  );
}

const ignore = () => undefined;

function themeOf({ settings }: User): Theme {
  return settings.theme === 'light' || settings.theme === 'dark' ? settings.theme : 'auto';
}

function Password() {
  const { user, api, notify, locale } = useApp();
  const t = useTexts('account/profilePage');
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const problem = passwordProblem(error, locale);
  const isWrong = error instanceof ApiError && error.status === 401;
  const nextError = [...next].length < minPasswordLength ? t('tooShort', { count: minPasswordLength }) : undefined;
  const againError = again !== next ? t('notSame') : undefined;
  const change = async () => {
    setTried(true);
    if (isBusy || nextError || againError || password === '') return;
    setBusy(true);
    setError(undefined);
    try {
      await api.call('/me/password', { body: { password, newPassword: next } });
      for (const set of [setPassword, setNext, setAgain]) set('');
      setTried(false);
      notify(t('changed'));
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <p class="quiet-text">{t('passwordText')}</p>
      {/* For password managers: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} hidden readOnly />
      <TextField
        {...{ label: t('current'), value: password, onChange: setPassword, type: 'password', dir: 'ltr' }}
        autoComplete="current-password"
        error={isWrong ? t('wrong') : undefined}
      />
      <TextField
        {...{ label: t('next'), value: next, type: 'password', dir: 'ltr' }}
        onChange={(value) => {
          setNext(value);
          setError(undefined);
        }}
        hint={t('nextHint', { count: minPasswordLength })}
        autoComplete="new-password"
        maxLength={1024}
        error={problem ?? (isTried ? nextError : undefined)}
      />
      <TextField
        {...{ label: t('again'), value: again, onChange: setAgain, type: 'password', dir: 'ltr' }}
        autoComplete="new-password"
        maxLength={1024}
        error={isTried ? againError : undefined}
      />
      {error !== undefined && !isWrong && problem === undefined && <ErrorNotice error={error} />}
      <div class="buttons">
        <Button kind="primary" type="submit" isBusy={isBusy} isOff={password === '' || next === ''}>
          {t('change')}
        </Button>
      </div>
    </form>
  );
}
