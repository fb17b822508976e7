// Where the person is signed in, and an end to it: one by one, or all others.
import type { OpenSession } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { hasText, useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { shortUserAgent } from './short-user-agent.ts';

export function SessionsSection() {
  const { api, ask, notify } = useApp();
  const t = useTexts('account/sessionsSection');
  const errorText = useErrorText();
  const load = useLoad((signal) => api.call<ApiList<OpenSession>>('/auth/sessions', { signal }), []);
  const end = async (path: string, done: string) => {
    try {
      await api.call(path, { method: 'DELETE' });
      notify(done);
    } catch (error) {
      notify(errorText(error), 'bad');
    }
    load.reload();
  };
  const endOthers = async () => {
    const question = { title: t('endTitle'), text: t('endText'), confirm: t('doEnd'), isDanger: true };
    if (await ask(question)) await end('/auth/sessions', t('endedOthers'));
  };
  return (
    <section class="security-part" aria-labelledby="sessions">
      <h2 id="sessions">{t('title')}</h2>
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>
        {({ data }) => (
          <>
            <ul class="account-rows">
              {data.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={() => void end(`/auth/sessions/${session.id}`, t('ended'))}
                />
              ))}
            </ul>
            {data.length > 1 && (
              <div class="buttons">
                <Button icon="out" onPress={() => void endOthers()}>
                  {t('endOthers')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const t = useTexts('account/sessionsSection');
  const formats = useFormats();
  const { userAgent, ip, method, createTime, lastUse, isCurrent } = session;
  const device = userAgent === '' ? t('unknown') : shortUserAgent(userAgent);
  return (
    <li class="account-row">
      <div class="account-main">
        <strong>
          <bdi title={userAgent}>{device}</bdi>
        </strong>{' '}
        {isCurrent && <span class="badge info">{t('current')}</span>}
        <p class="quiet-text">
          <bdi class="mono">{ip}</bdi>, {hasText('account/sessionsSection', method) ? t(method) : method}
        </p>
      </div>
      <p class="quiet-text">
        <time dateTime={createTime} title={formats.dateTime(createTime)}>
          {t('since', { time: formats.ago(createTime) })}
        </time>
        <br />
        {t('lastUse', { time: formats.ago(lastUse) })}
      </p>
      {!isCurrent && <Button kind="quiet" icon="out" label={t('endOne', { device })} onPress={onEnd} />}
    </li>
  );
}
