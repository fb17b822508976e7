// How the last nightly refresh of a maintained set went, in words; short for lists, whole for its page.

import type { SetChanges, SetRefresh } from '../../api-types/options-sets.ts';
import { languageTags } from '../../core/locale/locale-facts.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notices.tsx';

export function RefreshBadge({ refresh }: { refresh: SetRefresh | null | undefined }) {
  const t = useTexts('options-sets/refreshNote');
  const { ago } = useFormats();
  if (refresh == null) return <span class="badge">{t('never')}</span>;
  const kind = refresh.outcome === 'kept' ? 'warning' : 'good';
  const text = refresh.refusedList === undefined ? refresh.outcome : 'refused';
  return <span class={`badge ${kind}`}>{t(text, { when: ago(refresh.lastTry) })}</span>;
}

/** `3 added, 1 removed`: what is not nothing. */
export function useChangesText(): (changes: SetChanges) => string {
  const t = useTexts('options-sets/refreshNote');
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
  const t = useTexts('options-sets/refreshNote');
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
  const t = useTexts('options-sets/refreshNote');
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
