// Lines of the audit trail as a table; on a phone each is a small card.
import type { AuditEvent } from '../../api-types/audit.ts';
import { useFormats } from '../formats.ts';
import { hasText, useTexts } from '../texts.ts';
import { shortUserAgent } from './short-user-agent.ts';

export function LogTable({ data }: { data: readonly AuditEvent[] }) {
  const t = useTexts('account/log');
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
          {data.map((event) => (
            <LogRow key={event.id} event={event} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LogRow({ event }: { event: AuditEvent }) {
  const { action, time, ip, userAgent, email, apiKey } = event;
  const t = useTexts('account/log');
  const formats = useFormats();
  return (
    <tr>
      <td>
        <time dateTime={time} title={formats.ago(time)}>
          {formats.dateTime(time)}
        </time>
      </td>
      <td>
        <span class={action === 'loginFailed' || action === 'codeFailed' ? 'badge warning' : ''}>
          {hasText('account/log', action) ? t(action) : action}
        </span>
        <ObjectName event={event} />
      </td>
      <td>{email === undefined ? t('service') : <bdi>{email}</bdi>}</td>
      <td>
        <bdi class="mono">{ip}</bdi>
      </td>
      <td>
        {apiKey === undefined ? (
          <bdi title={userAgent || undefined}>{userAgent ? shortUserAgent(userAgent) : t('unknown')}</bdi>
        ) : (
          <bdi title={userAgent || undefined}>{t('withKey', { id: apiKey.slice(0, 8) })}</bdi>
        )}
      </td>
    </tr>
  );
}

/** Leads to what is still there. */
function ObjectName({ event: { action, object, objectId, name, detail } }: { event: AuditEvent }) {
  const shown = name ?? (object === 'entry' ? objectId : undefined);
  if (shown === undefined) return null;
  const form = detail?.['form'];
  const isGone = action === 'formDelete' || action === 'setDelete' || action === 'viewDelete';
  const href =
    objectId === undefined || isGone
      ? undefined
      : object === 'form'
        ? `/admin/forms/${objectId}/`
        : object === 'optionsSet'
          ? `/admin/sets/${objectId}/`
          : object === 'entry' && typeof form === 'string'
            ? `/admin/entries/${form}/${objectId}/`
            : object === 'view' && typeof form === 'string'
              ? `/admin/entries/${form}/?view=${objectId}`
              : undefined;
  return (
    <>
      :{' '}
      {href === undefined ? (
        <bdi>{shown}</bdi>
      ) : (
        <a href={href}>
          <bdi>{shown}</bdi>
        </a>
      )}
    </>
  );
}
