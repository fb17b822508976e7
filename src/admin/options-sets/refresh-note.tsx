// How the last nightly refresh of a maintained set went, in words; short for lists, whole for its page.

import type { SetRefresh } from '../../api-types/options-sets.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notices.tsx';

const texts = {
  en: {
    never: 'Not refreshed yet',
    neverLong: 'Not refreshed yet: these are the options that came with this version of the service.',
    refreshed: 'Refreshed {when}',
    unchanged: 'Up to date {when}',
    kept: 'Refresh failed {when}',
    refreshedLong: 'Refreshed {when}: the options were replaced by newer ones.',
    unchangedLong: 'Checked {when}: nothing had changed.',
    keptLong: 'The refresh {when} did not succeed, so the earlier options were kept and still work.',
    keptEmpty: 'The refresh {when} did not succeed, and none before it has: the set is still empty.',
    lastSuccess: 'The last successful refresh was {when}.',
    noSuccess: 'No refresh has succeeded yet.',
    again: 'It will be retried automatically.',
    reason: 'Reason: ',
    warnings: 'Warnings:',
  },
  he: {
    never: 'טרם רועננה',
    neverLong: 'טרם רועננה: אלה האפשרויות שהגיעו עם גרסה זו של השירות.',
    refreshed: 'רועננה {when}',
    unchanged: 'מעודכנת, נבדקה {when}',
    kept: 'הריענון נכשל {when}',
    refreshedLong: 'רועננה {when}: האפשרויות הוחלפו בחדשות יותר.',
    unchangedLong: 'נבדקה {when}: לא היה שינוי.',
    keptLong: 'הריענון {when} לא הצליח, ולכן נשמרו האפשרויות הקודמות והן ממשיכות לפעול.',
    keptEmpty: 'הריענון {when} לא הצליח, וגם לא אחד לפניו: הרשימה עדיין ריקה.',
    lastSuccess: 'הריענון האחרון שהצליח היה {when}.',
    noSuccess: 'עדיין לא היה ריענון שהצליח.',
    again: 'ניסיון נוסף ייעשה אוטומטית.',
    reason: 'הסיבה: ',
    warnings: 'אזהרות:',
  },
} as const;

export function RefreshBadge({ refresh }: { refresh: SetRefresh | null | undefined }) {
  const t = useTexts(texts);
  const { ago } = useFormats();
  if (refresh == null) return <span class="badge">{t('never')}</span>;
  const kind = refresh.outcome === 'kept' ? 'warning' : 'good';
  return <span class={`badge ${kind}`}>{t(refresh.outcome, { when: ago(refresh.lastTry) })}</span>;
}

export function RefreshNote({ refresh, count }: { refresh: SetRefresh | null | undefined; count: number }) {
  const t = useTexts(texts);
  const { ago, dateTime } = useFormats();
  if (refresh == null) return <p>{t('neverLong')}</p>;
  const { outcome, reason, lastTry, lastSuccess, warnings = [] } = refresh;
  const notes = warnings.length > 0 && (
    <details>
      <summary>{t('warnings')}</summary>
      <ul dir="ltr">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
  if (outcome !== 'kept') {
    return (
      <>
        <p title={dateTime(lastTry)}>{t(`${outcome}Long`, { when: ago(lastTry) })}</p>
        {notes}
      </>
    );
  }
  return (
    <Notice kind="warning">
      <div class="stack tight">
        <p>
          {count === 0 ? (
            t('keptEmpty', { when: ago(lastTry) })
          ) : (
            <>
              {t('keptLong', { when: ago(lastTry) })}{' '}
              {lastSuccess == null ? t('noSuccess') : t('lastSuccess', { when: ago(lastSuccess) })}
            </>
          )}{' '}
          {t('again')}
        </p>
        {reason && (
          <p>
            {t('reason')}
            <bdi dir="ltr">{reason}</bdi>
          </p>
        )}
        {notes}
      </div>
    </Notice>
  );
}
