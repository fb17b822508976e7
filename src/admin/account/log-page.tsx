// /admin/account/log/: who signed in, changed a password, made or revoked a key, added or removed a person.

import { useState } from 'preact/hooks';
import type { Activity } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { nextCursor } from '../admin-api.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';
import { shortUserAgent } from './short-user-agent.ts';

const texts = {
  en: {
    intro: 'Sign-ins, passwords, keys and people of the account. What happens to entries is in the entry itself.',
    caption: 'Activity of the account, newest first',
    time: 'Time',
    what: 'What',
    who: 'Who',
    from: 'From',
    with: 'With',
    login: 'Signed in',
    loginFailed: 'Wrong password',
    passwordChange: 'Changed the password',
    keyCreate: 'Created an API key',
    keyRevoke: 'Revoked an API key',
    userAdd: 'Added a person',
    userRemove: 'Removed a person',
    providerLink: 'First sign-in by the identity provider',
    older: 'Show older',
    none: 'Nothing has happened yet',
    unknown: 'Unknown',
  },
  he: {
    intro: 'כניסות, סיסמאות, מפתחות ואנשים של החשבון. מה שקורה לרשומות נמצא ברשומה עצמה.',
    caption: 'פעילות החשבון, החדש תחילה',
    time: 'זמן',
    what: 'מה',
    who: 'מי',
    from: 'מאיפה',
    with: 'באמצעות',
    login: 'כניסה',
    loginFailed: 'סיסמה שגויה',
    passwordChange: 'החלפת סיסמה',
    keyCreate: 'יצירת מפתח API',
    keyRevoke: 'ביטול מפתח API',
    userAdd: 'הוספת אדם',
    userRemove: 'הסרת אדם',
    providerLink: 'כניסה ראשונה דרך ספק הזהויות',
    older: 'ישנים יותר',
    none: 'עדיין לא קרה דבר',
    unknown: 'לא ידוע',
  },
} as const;

const pageSize = 50;

export function LogPage() {
  const { api } = useApp();
  const t = useTexts(texts);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const getPage = async (after: string | undefined, signal?: AbortSignal) => {
    const query = { limit: pageSize, after };
    const { body, headers } = await api.request<ApiList<Activity>>('/log', { query, ...(signal && { signal }) });
    return { data: body.data, next: nextCursor(headers) };
  };
  const load = useLoad((signal) => getPage(undefined, signal), []);
  const more = async () => {
    if (isBusy || load.value === undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const page = await getPage(load.value.next);
      load.setValue({ ...page, data: [...load.value.data, ...page.data] });
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <AccountHeader here="log" />
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>
        {({ data, next }) => (
          <>
            {data.length === 0 ? <Empty icon="clock" title={t('none')} /> : <LogTable data={data} />}
            {error !== undefined && <ErrorNotice error={error} />}
            {next !== undefined && (
              <div class="show-more">
                <Button isBusy={isBusy} onPress={() => void more()}>
                  {t('older')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function LogTable({ data }: { data: readonly Activity[] }) {
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="table-box" aria-label={t('caption')} tabIndex={0}>
      <table class="table log">
        <thead>
          <tr>
            {(['time', 'what', 'who', 'from', 'with'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, type, time, ip, userAgent, email, about }) => (
            <tr key={id}>
              <td>
                <time dateTime={time} title={formats.ago(time)}>
                  {formats.dateTime(time)}
                </time>
              </td>
              <td>
                <span class={type === 'loginFailed' ? 'badge warning' : ''}>
                  {type in texts.en ? t(type as 'login') : type}
                </span>
                {about !== undefined && (
                  <>
                    : <bdi>{about}</bdi>
                  </>
                )}
              </td>
              <td>
                <bdi>{email}</bdi>
              </td>
              <td>
                <bdi class="mono">{ip}</bdi>
              </td>
              <td>
                <bdi title={userAgent ?? undefined}>{userAgent ? shortUserAgent(userAgent) : t('unknown')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
