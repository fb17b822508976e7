// /admin/account/keys/: the person's own API keys. A token is shown once, right after it was made.

import { useState } from 'preact/hooks';
import type { ApiKey, NewApiKey } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty, Loaded, Notice, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';

const texts = {
  en: {
    intro:
      'With a key, a program acts in your name: it can read and change all forms and entries of the account. Keys do not expire; revoke those that are not in use.',
    make: 'New key',
    none: 'No keys yet',
    noneText: 'Make one for each program, so that you can revoke one without stopping the others.',
    key: 'Key {id}',
    made: 'Created {time}',
    revoke: 'Revoke',
    revokeOne: 'Revoke key {id}',
    revokeTitle: 'Revoke this key?',
    revokeText:
      'Key {id}, made {time}.\nPrograms that use it are refused from now on. There is no undo; you can make a new key.',
    doRevoke: 'Revoke',
    revoked: 'The key was revoked.',
    newTitle: 'Your new key',
    newText: 'Copy it now and keep it safe: it is shown only once and cannot be recovered.',
    token: 'Key',
    usage: 'Try it',
    done: 'I have copied it',
  },
  he: {
    intro:
      'בעזרת מפתח, תוכנה פועלת בשמך: היא יכולה לקרוא ולשנות את כל הטפסים והרשומות שבחשבון. למפתחות אין תפוגה; כדאי לבטל את אלה שאינם בשימוש.',
    make: 'מפתח חדש',
    none: 'עדיין אין מפתחות',
    noneText: 'כדאי ליצור מפתח לכל תוכנה, כדי שאפשר יהיה לבטל אחד בלי לעצור את האחרות.',
    key: 'מפתח {id}',
    made: 'נוצר {time}',
    revoke: 'ביטול',
    revokeOne: 'ביטול מפתח {id}',
    revokeTitle: 'לבטל את המפתח?',
    revokeText: 'מפתח {id}, נוצר {time}.\nתוכנות שמשתמשות בו ייחסמו מעכשיו. אין דרך חזרה; אפשר ליצור מפתח חדש.',
    doRevoke: 'ביטול המפתח',
    revoked: 'המפתח בוטל.',
    newTitle: 'המפתח החדש שלך',
    newText: 'יש להעתיק אותו עכשיו ולשמור במקום בטוח: הוא מוצג פעם אחת בלבד ואי אפשר לשחזר אותו.',
    token: 'מפתח',
    usage: 'לנסות אותו',
    done: 'העתקתי',
  },
} as const;

export function KeysPage() {
  const { api, ask, notify } = useApp();
  const t = useTexts(texts);
  const formats = useFormats();
  const errorText = useErrorText();
  const load = useLoad((signal) => api.call<ApiList<ApiKey>>('/api-keys', { signal }), []);
  const [isBusy, setBusy] = useState(false);
  const [token, setToken] = useState<string>();
  const tell = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  const make = () =>
    tell(async () => {
      setBusy(true);
      try {
        setToken((await api.call<NewApiKey>('/api-keys', { body: {} })).token);
        load.reload();
      } finally {
        setBusy(false);
      }
    });
  const revoke = (key: ApiKey) =>
    tell(async () => {
      const text = t('revokeText', { id: key._id, time: formats.dateTime(key.createTime) });
      if (!(await ask({ title: t('revokeTitle'), text, confirm: t('doRevoke'), isDanger: true }))) return;
      await api.call(`/api-keys/${key._id}`, { method: 'DELETE' });
      notify(t('revoked'));
      load.reload();
    });
  return (
    <>
      <AccountHeader
        here="keys"
        actions={
          <Button kind="primary" icon="plus" isBusy={isBusy} onPress={() => void make()}>
            {t('make')}
          </Button>
        }
      />
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon="key" title={t('none')} text={t('noneText')} />
          ) : (
            <ul class="account-rows">
              {data.map((key) => (
                <li key={key._id} class="account-row">
                  <div class="account-main">
                    <span class="mono" dir="ltr">
                      {key._id}…
                    </span>
                  </div>
                  <time class="quiet-text" dateTime={key.createTime} title={formats.dateTime(key.createTime)}>
                    {t('made', { time: formats.ago(key.createTime) })}
                  </time>
                  <Button
                    kind="quiet"
                    icon="trash"
                    label={t('revokeOne', { id: key._id })}
                    onPress={() => void revoke(key)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {token !== undefined && <TokenDialog token={token} onClose={() => setToken(undefined)} />}
    </>
  );
}

function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { page } = useApp();
  const t = useTexts(texts);
  return (
    <Dialog
      title={t('newTitle')}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('done')}
        </Button>
      }
    >
      <Notice kind="warning">{t('newText')}</Notice>
      <CopyField label={t('token')} text={token} />
      <CopyField label={t('usage')} rows={4} text={`curl '${page.apiUrl}/me' \\\n  -H 'x-api-key: ${token}'`} />
    </Dialog>
  );
}
