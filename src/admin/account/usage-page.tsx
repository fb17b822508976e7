// /admin/account/usage/: what the account has used of its quotas, and which forms use most.
import type { Quota, Usage } from '../../api-types/identity.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';
import { AccountNotices } from './account-notices.tsx';

const texts = {
  en: {
    intro: 'How much of its limits the account has used. The administrator of this service can change the limits.',
    share: 'Anonymous users stop at {percent}% of a limit: the rest is reserved for your team.',
    storedBytes: 'Stored files',
    entries: 'Entries',
    entryBytes: 'Size of entries',
    drafts: 'Drafts',
    uploads: 'Uploads today',
    emails: 'Emails today',
    pdfs: 'PDFs today',
    exports: 'Exports today',
    emailsPerRecipient: 'Most emails to one address today',
    unusedUploads: 'Uploads not in an entry yet',
    unusedBytes: 'Size of uploads not in an entry yet',
    strangerDrafts: 'Anonymous drafts',
    strangerDraftBytes: 'Size of anonymous drafts',
    ofLimit: '{used} of {limit}',
    noLimit: '{used}, no limit',
    soMany: '{used} in total',
    perForm: 'At most {limit} per form',
    resets: 'Resets {time}',
    most: 'Forms that use the most: {what}',
    gone: 'A deleted form, or previews',
    waiting: 'Left by anonymous users',
    nearly: 'Nearly used up',
  },
  he: {
    intro: 'כמה מהמכסות שלו החשבון ניצל. מנהל השירות יכול לשנות את המכסות.',
    share: 'משתמשים אנונימיים נעצרים ב־{percent}% מהמכסה: השאר שמור לצוות שלך.',
    storedBytes: 'קבצים שמורים',
    entries: 'רשומות',
    entryBytes: 'גודל הרשומות',
    drafts: 'טיוטות',
    uploads: 'העלאות היום',
    emails: 'הודעות דואר היום',
    pdfs: 'קובצי PDF היום',
    exports: 'ייצואים היום',
    emailsPerRecipient: 'המספר הגבוה ביותר של הודעות היום לכתובת אחת',
    unusedUploads: 'העלאות שעדיין אינן ברשומה',
    unusedBytes: 'גודל ההעלאות שעדיין אינן ברשומה',
    strangerDrafts: 'טיוטות אנונימיות',
    strangerDraftBytes: 'גודל הטיוטות האנונימיות',
    ofLimit: '{used} מתוך {limit}',
    noLimit: '{used}, ללא הגבלה',
    soMany: '{used} בסך הכול',
    perForm: 'לכל היותר {limit} לטופס',
    resets: 'מתאפס {time}',
    most: 'הטפסים שמשתמשים הכי הרבה: {what}',
    gone: 'טופס שנמחק, או תצוגות מקדימות',
    waiting: 'מה שהשאירו משתמשים אנונימיים',
    nearly: 'כמעט נוצל',
  },
} as const;

const strangerKinds = ['unusedUploads', 'unusedBytes', 'strangerDrafts', 'strangerDraftBytes'];

export function UsagePage() {
  const { api } = useApp();
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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
