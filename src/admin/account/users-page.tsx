// /admin/account/users/: the people of the account. Everybody in it may do everything.
import { useState } from 'preact/hooks';
import type { User } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, Notice, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';

const texts = {
  en: {
    intro: 'Everybody here can build all forms of the account and read all their entries.',
    add: 'Add a person',
    name: 'Name',
    email: 'Email',
    lastLogin: 'Last sign-in',
    since: 'Since',
    never: 'Never',
    you: 'You',
    remove: 'Remove',
    removeOne: 'Remove {name}',
    alone: 'You are the only one here. Colleagues you add sign in with their own password.',
    removeTitle: 'Remove {name}?',
    removeText:
      '{email} is signed out at once and cannot sign in again.\nTheir API keys stop working: programs that use them are refused.\nForms and entries stay: they belong to the account.',
    doRemove: 'Remove',
    removed: '{name} was removed.',
  },
  he: {
    intro: 'כל מי שכאן יכול לבנות את כל הטפסים שבחשבון ולקרוא את כל הרשומות.',
    add: 'הוספת אדם',
    name: 'שם',
    email: 'דואר אלקטרוני',
    lastLogin: 'כניסה אחרונה',
    since: 'מאז',
    never: 'אף פעם',
    you: 'את/ה',
    remove: 'הסרה',
    removeOne: 'הסרה של {name}',
    alone: 'אין כאן עוד אנשים. מי שנוסף נכנס עם סיסמה משלו.',
    removeTitle: 'להסיר את {name}?',
    removeText:
      'הכניסה של {email} מסתיימת מיד ואי אפשר יהיה להיכנס שוב.\nמפתחות ה־API שלו או שלה מפסיקים לפעול: תוכנות שמשתמשות בהם ייחסמו.\nטפסים ורשומות נשארים, הם של החשבון.',
    doRemove: 'הסרה',
    removed: '{name} כבר לא בחשבון.',
  },
} as const;

export function UsersPage() {
  const { api, user: me, ask, notify } = useApp();
  const t = useTexts(texts);
  const errorText = useErrorText();
  const load = useLoad((signal) => api.call<ApiList<User>>('/user', { signal }), []);
  const [isAdding, setAdding] = useState(false);
  const remove = async (user: User) => {
    const values = { name: user.name, email: user.email };
    const question = { title: t('removeTitle', values), text: t('removeText', values), confirm: t('doRemove') };
    if (!(await ask({ ...question, isDanger: true }))) return;
    try {
      await api.call(`/user/${user.id}`, { method: 'DELETE' });
      notify(t('removed', values));
      load.reload();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  return (
    <>
      <AccountHeader
        here="users"
        actions={
          <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
      />
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>
        {({ data }) => (
          <>
            <ul class="account-rows">
              {data.map((user) => (
                <PersonRow key={user.id} user={user} isMe={user.id === me.id} onRemove={() => void remove(user)} />
              ))}
            </ul>
            {data.length === 1 && <Notice kind="info">{t('alone')}</Notice>}
          </>
        )}
      </Loaded>
      {isAdding && <AddUserDialog onClose={() => setAdding(false)} onAdded={load.reload} />}
    </>
  );
}

function PersonRow({ user, isMe, onRemove }: { user: User; isMe: boolean; onRemove: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    <li class="account-row">
      <div class="account-main">
        <strong>
          <bdi>{user.name}</bdi>
        </strong>{' '}
        {isMe && <span class="badge info">{t('you')}</span>}
        <p class="quiet-text">
          <bdi>{user.email}</bdi>
        </p>
      </div>
      <p class="quiet-text">
        {t('lastLogin')}:{' '}
        {user.lastLogin === null ? (
          t('never')
        ) : (
          <time dateTime={user.lastLogin} title={formats.dateTime(user.lastLogin)}>
            {formats.ago(user.lastLogin)}
          </time>
        )}
        <br />
        {t('since')} {formats.date(user.createTime)}
      </p>
      {!isMe && <Button kind="quiet" icon="trash" label={t('removeOne', { name: user.name })} onPress={onRemove} />}
    </li>
  );
}
