// Notices of the account, such as a limit of emails that was reached: on the pages about activity and usage. [limits.notices]
import type { Notice as AccountNotice } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ErrorNotice, Notice, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';

export function AccountNotices() {
  const { api, notify } = useApp();
  const t = useTexts('account/accountNotices');
  const errorText = useErrorText();
  const load = useLoad((signal) => api.call<ApiList<AccountNotice>>('/account/notices', { signal }), []);
  const dismiss = async (id: string) => {
    try {
      await api.call(`/account/notices/${id}`, { method: 'DELETE' });
      load.setValue({ data: (load.value?.data ?? []).filter((one) => one.id !== id) });
    } catch (caught) {
      notify(errorText(caught), 'bad');
    }
  };
  if (load.error !== undefined) return <ErrorNotice error={load.error} onRetry={load.reload} />;
  const notices = load.value?.data ?? [];
  if (notices.length === 0) return null;
  return (
    <section aria-label={t('title')}>
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} onDismiss={() => void dismiss(notice.id)} />
      ))}
    </section>
  );
}

function NoticeLine({ notice, onDismiss }: { notice: AccountNotice; onDismiss: () => void }) {
  const t = useTexts('account/accountNotices');
  const formats = useFormats();
  const { text, page, lastTime, count } = notice;
  const time = formats.dateTime(lastTime);
  return (
    <Notice kind="warning">
      <p dir="auto">{text}</p>
      <p class="quiet-text">{count === 1 ? t('last', { time }) : t('times', { time, count: formats.number(count) })}</p>
      <LinkButton href={page} kind="quiet">
        {t('look')}
      </LinkButton>
      <Button kind="quiet" icon="close" onPress={onDismiss}>
        {t('dismiss')}
      </Button>
    </Notice>
  );
}
