// Colleagues who were invited and have not joined yet: sent again or withdrawn.

import type { Invitation, NewInvitation } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, useErrorText } from '../ui/notices.tsx';
import type { Load } from '../use-load.ts';

export interface InvitationsListProps {
  readonly load: Load<ApiList<Invitation>>;
  /** Sent again. */
  readonly onInvited: (invitation: NewInvitation) => void;
}

export function InvitationsList({ load, onInvited }: InvitationsListProps) {
  const { api, ask, notify } = useApp();
  const t = useTexts('account/invitationsList');
  const formats = useFormats();
  const errorText = useErrorText();
  const attempt = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  const resend = ({ email, name }: Invitation) =>
    attempt(async () => {
      const body = { email, ...(name !== undefined && { name }) };
      onInvited(await api.call<NewInvitation>('/user/invite', { body }));
    });
  const withdraw = ({ id, email }: Invitation) =>
    attempt(async () => {
      const question = { title: t('withdrawTitle'), text: t('withdrawText', { email }), confirm: t('doWithdraw') };
      if (!(await ask({ ...question, isDanger: true }))) return;
      await api.call(`/user/invitations/${id}`, { method: 'DELETE' });
      notify(t('withdrawn'));
      load.reload();
    });
  return (
    <Loaded load={load}>
      {({ data }) =>
        data.length > 0 && (
          <section aria-labelledby="invitations">
            <h2 id="invitations" class="account-title">
              {t('title')}
            </h2>
            <ul class="account-rows">
              {data.map((invitation) => {
                const { id, email, name, inviterEmail, expireTime } = invitation;
                const isExpired = Date.parse(expireTime) <= Date.now();
                return (
                  <li key={id} class="account-row">
                    <div class="account-main">
                      <strong>
                        <bdi>{name ?? email}</bdi>
                      </strong>{' '}
                      {isExpired && <span class="badge warning">{t('expired')}</span>}
                      {name !== undefined && (
                        <p class="quiet-text">
                          <bdi>{email}</bdi>
                        </p>
                      )}
                    </div>
                    <p class="quiet-text">
                      {t('by', { email: inviterEmail })}
                      <br />
                      <time dateTime={expireTime} title={formats.dateTime(expireTime)}>
                        {isExpired ? t('ended') : t('ends', { time: formats.ago(expireTime) })}
                      </time>
                    </p>
                    <div class="row-actions">
                      <Button
                        kind="quiet"
                        icon="mail"
                        label={t('resend', { email })}
                        onPress={() => void resend(invitation)}
                      />
                      <Button
                        kind="quiet"
                        icon="trash"
                        label={t('withdraw', { email })}
                        onPress={() => void withdraw(invitation)}
                      />
                    </div>
                  </li>
                );
              })}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}
