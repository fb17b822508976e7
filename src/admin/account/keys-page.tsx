// /admin/account/keys/: the person's own API keys. A token is shown once, right after it was made.

import { useState } from 'preact/hooks';
import type { ApiKey, NewApiKey } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Loaded, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';
import { EditKeyDialog, TokenDialog } from './key-dialogs.tsx';

export function KeysPage() {
  const { api, ask, notify } = useApp();
  const t = useTexts('account/keysPage');
  const formats = useFormats();
  const errorText = useErrorText();
  const load = useLoad((signal) => api.call<ApiList<ApiKey>>('/api-keys', { signal }), []);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<NewApiKey>();
  const [edited, setEdited] = useState<ApiKey>();
  const tell = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  /** `old` goes on working until it is revoked. */
  const make = (old?: ApiKey) =>
    tell(async () => {
      if (isBusy) return;
      setBusy(true);
      try {
        const body = old === undefined ? {} : { replaces: old._id, ...(old.name !== undefined && { name: old.name }) };
        setMade(await api.call<NewApiKey>('/api-keys', { body }));
        load.reload();
      } finally {
        setBusy(false);
      }
    });
  const revoke = (key: ApiKey) =>
    tell(async () => {
      const text = t('revokeText', { id: key.name ?? key._id, time: formats.dateTime(key.createTime) });
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
                  <KeyFacts apiKey={key} keys={data} />
                  <div class="row-actions">
                    <Button
                      kind="quiet"
                      icon="edit"
                      label={t('edit', { id: calledBy(key) })}
                      onPress={() => setEdited(key)}
                    />
                    <Button
                      kind="quiet"
                      icon="refresh"
                      label={t('replace', { id: calledBy(key) })}
                      onPress={() => void make(key)}
                    />
                    <Button
                      kind="quiet"
                      icon="trash"
                      label={t('revokeOne', { id: key._id })}
                      onPress={() => void revoke(key)}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {made !== undefined && (
        <TokenDialog
          made={made}
          onClose={() => {
            setMade(undefined);
            load.reload();
          }}
        />
      )}
      {edited !== undefined && (
        <EditKeyDialog
          apiKey={edited}
          onClose={() => {
            setEdited(undefined);
            load.reload();
          }}
        />
      )}
    </>
  );
}

/** Two keys may have one name. */
function calledBy({ name, _id }: ApiKey): string {
  return name === undefined ? _id : `${name} (${_id})`;
}

const soonMs = 14 * 24 * 60 * 60 * 1000;

function KeyFacts({ apiKey: key, keys }: { apiKey: ApiKey; keys: readonly ApiKey[] }) {
  const t = useTexts('account/keysPage');
  const formats = useFormats();
  const { name, expireTime, lastUse, lastAddress = '', createTime } = key;
  const leftMs = expireTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(expireTime) - Date.now();
  const old = keys.find(({ _id }) => _id === key.replaces);
  const made = t(key.createdBy === undefined ? 'made' : 'madeByCommand', { time: formats.ago(createTime) });
  return (
    <>
      <div class="account-main">
        {name !== undefined && (
          <strong>
            <bdi>{name}</bdi>{' '}
          </strong>
        )}
        {leftMs <= 0 ? (
          <span class="badge danger">{t('ended')}</span>
        ) : (
          leftMs < soonMs && <span class="badge warning">{t('endsSoon')}</span>
        )}
        <p class="quiet-text">
          <span class="mono" dir="ltr">
            {key._id}…
          </span>
          {old !== undefined && (
            <>
              {' · '}
              {t('replaces', { key: old.name ?? `${old._id}…` })}
            </>
          )}
        </p>
      </div>
      <p class="quiet-text">
        <time dateTime={createTime} title={formats.dateTime(createTime)}>
          {made}
        </time>
        <br />
        {lastUse === undefined ? (
          t('unused')
        ) : (
          <time dateTime={lastUse} title={formats.dateTime(lastUse)}>
            {t('used', { time: formats.ago(lastUse), address: lastAddress })}
          </time>
        )}
        {expireTime !== undefined && (
          <>
            <br />
            <time dateTime={expireTime} title={formats.dateTime(expireTime)}>
              {leftMs <= 0 ? formats.date(expireTime) : t('ends', { time: formats.date(expireTime) })}
            </time>
          </>
        )}
      </p>
    </>
  );
}
