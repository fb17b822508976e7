// /admin/account/usage/: what the account has used of its quotas, and which forms use most.
import type { Quota, Usage } from '../../api-types/identity.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';
import { AccountNotices } from './account-notices.tsx';

const strangerKinds = ['unusedUploads', 'unusedBytes', 'strangerDrafts', 'strangerDraftBytes'];

export function UsagePage() {
  const { api } = useApp();
  const t = useTexts('account/usagePage');
  const load = useLoad((signal) => api.call<Usage>('/account/usage', { signal }), []);
  return (
    <>
      <AccountHeader here="usage" />
      <AccountNotices />
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>
        {({ quotas, anonymousPercent }) => (
          <>
            <p class="page-intro">{t('share', { percent: anonymousPercent })}</p>
            <ul class="usage">
              {quotas
                .filter(({ kind }) => !strangerKinds.includes(kind))
                .map((quota) => (
                  <QuotaCard key={quota.kind} quota={quota} />
                ))}
            </ul>
            <h2 class="usage-title">{t('waiting')}</h2>
            <ul class="usage">
              {quotas
                .filter(({ kind }) => strangerKinds.includes(kind))
                .map((quota) => (
                  <QuotaCard key={quota.kind} quota={quota} />
                ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

const nearlyPart = 0.9;

function QuotaCard({ quota }: { quota: Quota }) {
  const t = useTexts('account/usagePage');
  const formats = useFormats();
  const { kind, used, limit, formLimit, resetTime } = quota;
  const write = kind.endsWith('ytes') ? formats.bytes : formats.number;
  const title = t(kind as 'entries');
  const part = limit === null ? 0 : Math.min(1, used / limit);
  return (
    <li class="usage-card">
      <h3>{title}</h3>
      <p class="usage-number">
        {limit === null
          ? t(formLimit === null ? 'noLimit' : 'soMany', { used: write(used) })
          : t('ofLimit', { used: write(used), limit: write(limit) })}
        {part >= nearlyPart && <strong class="usage-nearly">{t('nearly')}</strong>}
      </p>
      {limit !== null && (
        <div class={`usage-track${part >= nearlyPart ? ' is-nearly' : ''}`} aria-hidden="true">
          {part > 0 && <i style={{ inlineSize: `${part * 100}%` }} />}
        </div>
      )}
      {formLimit !== null && <p class="quiet-text">{t('perForm', { limit: write(formLimit) })}</p>}
      {resetTime !== null && <p class="quiet-text">{t('resets', { time: formats.dateTime(resetTime) })}</p>}
      <TopForms quota={quota} title={title} write={write} />
    </li>
  );
}

function TopForms({ quota, title, write }: { quota: Quota; title: string; write: (value: number) => string }) {
  const t = useTexts('account/usagePage');
  if (quota.forms.length === 0) return null;
  return (
    <ol class="usage-forms" aria-label={t('most', { what: title })}>
      {quota.forms.map(({ form, name, used }) => (
        <li key={form}>
          <span>{name === null ? t('gone') : <a href={`/admin/entries/${form}/`}>{name}</a>}</span>
          <span class="quiet-text">{write(used)}</span>
        </li>
      ))}
    </ol>
  );
}
