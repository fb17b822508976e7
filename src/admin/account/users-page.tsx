// /admin/account/users/: the people of the account. Everybody in it may do everything.
import { useState } from 'preact/hooks';
import type { Invitation, NewInvitation, User, UserEmail } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, Notice, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { InvitationsList } from './invitations-list.tsx';
import { InvitationLinkDialog, InviteDialog } from './invite-dialog.tsx';

const texts = {
  en: {
    intro: 'Everybody here can build all forms of the account and read all their entries.',
    invite: 'Invite',
    invited: 'The invitation for {email} is on its way.',
    add: 'Add a person',
    name: 'Name',
    email: 'Email',
    lastLogin: 'Last sign-in',
    since: 'Since',
    never: 'Never',
    you: 'You',
    unverified: 'Email not confirmed',
    remove: 'Remove',
    removeOne: 'Remove {name}',
    alone: 'You are the only one here. Colleagues you invite sign in with their own password.',
    removeTitle: 'Remove {name}?',
    removeText:
      '{email} is signed out at once and cannot sign in again.\nTheir API keys stop working: programs that use them are refused.\nForms and entries stay: they belong to the account.',
    doRemove: 'Remove',
    removed: '{name} was removed.',
    resetOne: 'Reset two-step sign-in of {name}',
    resetTitle: 'Reset two-step sign-in of {name}?',
    resetText:
      'For somebody who has lost their phone or passkey: be sure that it is {email} who asks you.\nTheir authenticator apps, passkeys and recovery codes are removed, and the password alone signs in. They get an email.',
    doReset: 'Reset',
    wasReset: '{name} now signs in with the password alone.',
  },
  he: {
    intro: 'כל מי שכאן יכול לבנות את כל הטפסים שבחשבון ולקרוא את כל הרשומות.',
    invite: 'הזמנה',
    invited: 'ההזמנה נשלחה אל {email}.',
    add: 'הוספת אדם',
    name: 'שם',
    email: 'דואר אלקטרוני',
    lastLogin: 'כניסה אחרונה',
    since: 'מאז',
    never: 'אף פעם',
    you: 'את/ה',
    unverified: 'הכתובת לא אושרה',
    remove: 'הסרה',
    removeOne: 'הסרה של {name}',
    alone: 'אין כאן עוד אנשים. מי שמוזמן נכנס עם סיסמה משלו.',
    removeTitle: 'להסיר את {name}?',
    removeText:
      'הכניסה של {email} מסתיימת מיד ואי אפשר יהיה להיכנס שוב.\nמפתחות ה־API שלו או שלה מפסיקים לפעול: תוכנות שמשתמשות בהם ייחסמו.\nטפסים ורשומות נשארים, הם של החשבון.',
    doRemove: 'הסרה',
    resetOne: 'איפוס הכניסה הדו־שלבית של {name}',
    resetTitle: 'לאפס את הכניסה הדו־שלבית של {name}?',
    resetText:
      'למי שאיבד את הטלפון או את מפתח הגישה: יש לוודא שהבקשה באמת של {email}.\nאפליקציות האימות, מפתחות הגישה וקודי השחזור יוסרו, והסיסמה לבדה תספיק. תישלח על כך הודעה בדואר.',
    doReset: 'איפוס',
    wasReset: 'הכניסה של {name} היא עכשיו בסיסמה בלבד.',
    removed: '{name} כבר לא בחשבון.',
  },
} as const;

export function UsersPage() {
  const { api, user: me, ask, notify } = useApp();
  const t = useTexts(texts);
  const errorText = useErrorText();
  const load = useLoad((signal) => api.call<ApiList<User>>('/user', { signal }), []);
  const emails = useLoad((signal) => api.call<ApiList<UserEmail>>('/user/emails', { signal }), []);
  const unverified = new Set(emails.value?.data.filter((one) => !one.isVerified).map((one) => one.user));
  const invitations = useLoad((signal) => api.call<ApiList<Invitation>>('/user/invitations', { signal }), []);
  const [isAdding, setAdding] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const [handedOver, setHandedOver] = useState<NewInvitation>();
  const invited = (invitation: NewInvitation) => {
    setInviting(false);
    invitations.reload();
    if (invitation.link === undefined) notify(t('invited', { email: invitation.email }));
    else setHandedOver(invitation);
  };
  const act = async (user: User, what: 'remove' | 'reset') => {
    const values = { name: user.name, email: user.email };
    const isRemoval = what === 'remove';
    const question = {
      title: t(isRemoval ? 'removeTitle' : 'resetTitle', values),
      text: t(isRemoval ? 'removeText' : 'resetText', values),
      confirm: t(isRemoval ? 'doRemove' : 'doReset'),
    };
    if (!(await ask({ ...question, isDanger: true }))) return;
    try {
      await api.call(`/user/${user.id}${isRemoval ? '' : '/factors'}`, { method: 'DELETE' });
      notify(t(isRemoval ? 'removed' : 'wasReset', values));
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
          <>
            <Button icon="plus" onPress={() => setAdding(true)}>
              {t('add')}
            </Button>
            <Button kind="primary" icon="mail" onPress={() => setInviting(true)}>
              {t('invite')}
            </Button>
          </>
        }
      />
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>
        {({ data }) => (
          <>
            <ul class="account-rows">
              {data.map((user) => (
                <PersonRow
                  key={user.id}
                  user={user}
                  isMe={user.id === me.id}
                  isUnverified={unverified.has(user.id)}
                  onAct={(what) => void act(user, what)}
                />
              ))}
            </ul>
            {data.length === 1 && <Notice kind="info">{t('alone')}</Notice>}
          </>
        )}
      </Loaded>
      <InvitationsList load={invitations} onInvited={invited} />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={invited} />}
      {handedOver !== undefined && (
        <InvitationLinkDialog invitation={handedOver} onClose={() => setHandedOver(undefined)} />
      )}
      {isAdding && (
        <AddUserDialog
          onClose={() => setAdding(false)}
          onAdded={() => {
            load.reload();
            emails.reload();
          }}
        />
      )}
    </>
  );
}

type Act = (what: 'remove' | 'reset') => void;

function PersonRow(props: { user: User; isMe: boolean; isUnverified: boolean; onAct: Act }) {
  const { user, isMe, isUnverified, onAct } = props;
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    <li class="account-row">
      <div class="account-main">
        <strong>
          <bdi>{user.name}</bdi>
        </strong>{' '}
        {isMe && <span class="badge info">{t('you')}</span>}{' '}
        {isUnverified && <span class="badge">{t('unverified')}</span>}
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
      {!isMe && (
        <div class="account-actions">
          <Button kind="quiet" icon="lock" label={t('resetOne', { name: user.name })} onPress={() => onAct('reset')} />
          <Button
            kind="quiet"
            icon="trash"
            label={t('removeOne', { name: user.name })}
            onPress={() => onAct('remove')}
          />
        </div>
      )}
    </li>
  );
}
