// Second factors of the person: authenticator apps, passkeys, recovery codes.
import { useState } from 'preact/hooks';
import type { AddedFactor, Factor, Factors, RecoveryCodes } from '../../api-types/factors.ts';
import { canUsePasskeys } from '../../client/passkeys.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded, Notice, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AddAppDialog } from './add-app-dialog.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

export function FactorsSection() {
  const { api, user, ask, notify } = useApp();
  const t = useTexts('account/factor');
  const errorText = useErrorText();
  const load = useLoad((signal) => api.call<Factors>('/me/factors', { signal }), []);
  const [adding, setAdding] = useState<'totp' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const tell = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  const added = ({ recoveryCodes }: AddedFactor) => {
    setAdding(undefined);
    setCodes(recoveryCodes);
    load.reload();
  };
  const remove = ({ id, name }: Factor, { data, isRequired }: Factors) =>
    tell(async () => {
      const what = data.length > 1 ? 'removeText' : isRequired ? 'removeRequired' : 'removeLast';
      const question = { title: t('removeTitle', { name }), text: t(what), confirm: t('doRemove') };
      if (!(await ask({ ...question, isDanger: true }))) return;
      await api.call(`/me/factors/${id}`, { method: 'DELETE' });
      notify(t('removed', { name }));
      load.reload();
    });
  const renew = () =>
    tell(async () => {
      if (!(await ask({ title: t('newCodesTitle'), text: t('newCodesText'), confirm: t('doMake') }))) return;
      setCodes((await api.call<RecoveryCodes>('/me/factors/recovery-codes', { body: {} })).recoveryCodes);
      load.reload();
    });
  return (
    <section class="security-part" aria-labelledby="two-step">
      <h2 id="two-step">{t('title')}</h2>
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>
        {(factors) => (
          <>
            {factors.data.length === 0 && (user.hasPassword || factors.isRequired) && (
              <Notice kind={factors.isRequired ? 'warning' : 'info'}>
                {t(factors.isRequired ? 'required' : 'none')}
              </Notice>
            )}
            {factors.data.length > 0 && (
              <ul class="account-rows">
                {factors.data.map((factor) => (
                  <FactorRow key={factor.id} factor={factor} onRemove={() => void remove(factor, factors)} />
                ))}
              </ul>
            )}
            <div class="buttons">
              <Button icon="phone" onPress={() => setAdding('totp')}>
                {t('addApp')}
              </Button>
              {canUsePasskeys() ? (
                <Button icon="key" onPress={() => setAdding('passkey')}>
                  {t('addPasskey')}
                </Button>
              ) : (
                <p class="quiet-text">{t('noPasskeys')}</p>
              )}
            </div>
            {factors.data.length > 0 && (
              <div class="recovery-line">
                <p>
                  <strong>{t('codesLeft', { count: factors.recoveryCodesLeft })}</strong> {t('codesText')}
                </p>
                <Button kind="quiet" icon="refresh" onPress={() => void renew()}>
                  {t('newCodes')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {adding === 'totp' && <AddAppDialog onClose={() => setAdding(undefined)} onAdded={added} />}
      {adding === 'passkey' && <AddPasskeyDialog onClose={() => setAdding(undefined)} onAdded={added} />}
      {codes !== undefined && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const t = useTexts('account/factor');
  const formats = useFormats();
  const { kind, name, createTime, lastUse } = factor;
  return (
    <li class="account-row">
      <div class="account-main with-icon">
        <Icon name={kind === 'totp' ? 'phone' : 'key'} />
        <div>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <p class="quiet-text">{t(kind === 'totp' ? 'totp' : 'passkeyKind')}</p>
        </div>
      </div>
      <p class="quiet-text">
        {t('added', { time: formats.ago(createTime) })}
        <br />
        {lastUse === null ? t('notUsed') : t('used', { time: formats.ago(lastUse) })}
      </p>
      <Button kind="quiet" icon="trash" label={t('removeOne', { name })} onPress={onRemove} />
    </li>
  );
}
