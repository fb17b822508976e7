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

export function UsersPage() {
  const { api, user: me, ask, notify } = useApp();
  const t = useTexts('account/usersPage');
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
  const t = useTexts('account/usersPage');
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
