// How the last nightly refresh of a maintained set went, in words; short for lists, whole for its page.

import type { SetChanges, SetRefresh } from '../../api-types/options-sets.ts';
import { languageTags } from '../../core/locale/locale-facts.ts';
import { useApp } from '../app-context.ts';
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
    refused: 'List not used {when}',
    refreshedLong: 'Refreshed {when}: the options were replaced by newer ones.',
    unchangedLong: 'Checked {when}: nothing had changed.',
    keptLong: 'The refresh {when} did not succeed, so the earlier options were kept and still work.',
    keptEmpty: 'The refresh {when} did not succeed, and none before it has: the set is still empty.',
    refusedLong:
      'The refresh {when} brought a list that looks wrong. The earlier options were kept and still work; see the history below.',
    facts: 'Read: {options}; {changes}.',
    factsSame: 'Read: {options}.',
    options: '{count} [option|options]',
    added: '{count} added',
    removed: '{count} removed',
    changed: '{count} changed',
    noChanges: 'no changes',
    from: 'Source: ',
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
    refused: 'גרסה לא התקבלה {when}',
    refreshedLong: 'רועננה {when}: האפשרויות הוחלפו בחדשות יותר.',
    unchangedLong: 'נבדקה {when}: לא היה שינוי.',
    keptLong: 'הריענון {when} לא הצליח, ולכן נשמרו האפשרויות הקודמות והן ממשיכות לפעול.',
    keptEmpty: 'הריענון {when} לא הצליח, וגם לא אחד לפניו: הרשימה עדיין ריקה.',
    refusedLong:
      'הריענון {when} הביא גרסה שנראית שגויה. האפשרויות הקודמות נשמרו וממשיכות לפעול; הפרטים בהיסטוריה למטה.',
    facts: 'נקראו {options}; {changes}.',
    factsSame: 'נקראו {options}.',
    options: '[אפשרות אחת|שתי אפשרויות|{count} אפשרויות]',
    added: '[אחת נוספה|שתיים נוספו|{count} נוספו]',
    removed: '[אחת הוסרה|שתיים הוסרו|{count} הוסרו]',
    changed: '[אחת השתנתה|שתיים השתנו|{count} השתנו]',
    noChanges: 'ללא שינוי',
    from: 'מקור: ',
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
  const text = refresh.refusedList === undefined ? refresh.outcome : 'refused';
  return <span class={`badge ${kind}`}>{t(text, { when: ago(refresh.lastTry) })}</span>;
}

/** `3 added, 1 removed`: what is not nothing. */
export function useChangesText(): (changes: SetChanges) => string {
  const t = useTexts(texts);
  const { locale } = useApp();
  return (changes) => {
    const parts = (['added', 'removed', 'changed'] as const)
      .filter((kind) => changes[kind] > 0)
      .map((kind) => t(kind, { count: changes[kind] }));
    return parts.length === 0
      ? t('noChanges')
      : new Intl.ListFormat(languageTags[locale], { style: 'narrow' }).format(parts);
  };
}

/** How many options were read, what they changed, and where they came from. */
function Facts({ refresh }: { refresh: SetRefresh }) {
  const t = useTexts(texts);
  const changesText = useChangesText();
  const { count, added, removed, changed, source } = refresh;
  if (count === undefined) return null;
  const options = t('options', { count });
  return (
    <>
      <p>
        {added === undefined || removed === undefined || changed === undefined
          ? t('factsSame', { options })
          : t('facts', { options, changes: changesText({ added, removed, changed }) })}
      </p>
      {source !== undefined && source !== '' && (
        <p class="quiet-text set-list-source">
          {t('from')}
          <bdi dir="ltr">{source}</bdi>
        </p>
      )}
    </>
  );
}

export function RefreshNote({ refresh, count }: { refresh: SetRefresh | null | undefined; count: number }) {
  const t = useTexts(texts);
  const { ago, dateTime } = useFormats();
  if (refresh == null) return <p>{t('neverLong')}</p>;
  const { outcome, reason, lastTry, lastSuccess, refusedList, warnings = [] } = refresh;
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
        <Facts refresh={refresh} />
        {notes}
      </>
    );
  }
  // Its reason is with the list, in the history below.
  if (refusedList !== undefined) return <p title={dateTime(lastTry)}>{t('refusedLong', { when: ago(lastTry) })}</p>;
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
          <p title={dateTime(lastTry)}>
            {t('reason')}
            <bdi dir="ltr">{reason}</bdi>
          </p>
        )}
        <Facts refresh={refresh} />
        {notes}
      </div>
    </Notice>
  );
}
