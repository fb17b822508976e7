// One options set: what is in it, trying it out, adding and replacing options, and the addresses developers need.
import { useState } from 'preact/hooks';
import type { ApiOptionsSet, OptionsSetSummary } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import type { PageProps } from '../pages.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, Notice, useErrorText } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { type Load, useLoad } from '../use-load.ts';
import { AddOptions } from './add-options.tsx';
import { ForDevelopers } from './for-developers.tsx';
import { setName, sourceText } from './maintained-sets.ts';
import { RefreshNote } from './refresh-note.tsx';
import { SetHistory } from './set-history.tsx';
import { getSummary } from './set-summary.ts';
import { TrySet } from './try-set.tsx';

const texts = {
  en: {
    sets: 'Options sets',
    options: '{count} [option|options]',
    noOptions: 'No options yet',
    keys: 'Can be filtered by {keys}',
    maintained: 'Maintained by the service',
    source: 'Where it comes from',
    searchOff: 'Searching this set is turned off. Values are still checked; support can turn it on again.',
    deleteAll: 'Delete all options',
    deleteTitle: 'Delete all {count} options?',
    deleteText:
      'The set stays, but empty: people who fill in a form find nothing in it, and fields that check their value against it reject every answer until options are added.\nAnswers already collected stay as they are. This cannot be undone.',
    deleted: 'All options were deleted.',
    empty: 'This set is empty: a form that uses it finds nothing. Add options below.',
  },
  he: {
    sets: 'רשימות אפשרויות',
    options: '[אפשרות אחת|שתי אפשרויות|{count} אפשרויות]',
    noOptions: 'אין עדיין אפשרויות',
    keys: 'אפשר לסנן לפי {keys}',
    maintained: 'רשימה שהשירות מתחזק',
    source: 'מניין האפשרויות',
    searchOff: 'החיפוש ברשימה זו כבוי. ערכים עדיין נבדקים מולה; התמיכה יכולה להפעיל אותו שוב.',
    deleteAll: 'מחיקת כל האפשרויות',
    deleteTitle: 'למחוק את כל {count} האפשרויות?',
    deleteText:
      'הרשימה נשארת, ריקה: מי שממלא טופס לא ימצא בה דבר, ושדות שבודקים את ערכם מולה ידחו כל תשובה עד שיתווספו אפשרויות.\nתשובות שכבר נאספו נשארות כפי שהן. אי אפשר לבטל את המחיקה.',
    deleted: 'כל האפשרויות נמחקו.',
    empty: 'הרשימה ריקה: טופס שמשתמש בה לא מוצא דבר. אפשר להוסיף אפשרויות למטה.',
  },
} as const;

export function SetPage({ params }: PageProps) {
  const { api, user, locale } = useApp();
  const t = useTexts(texts);
  const id = params['set']!;
  const set = useLoad((signal) => api.call<ApiOptionsSet>(`/optionsSet/${id}`, { signal }), [id]);
  const summary = useLoad((signal) => getSummary(api, id, signal), [id]);
  const isOwn = set.value?.account === user.account;
  return (
    <>
      <PageHeader
        title={set.value === undefined ? t('sets') : setName(set.value, locale)}
        back={{ href: '/admin/sets/', label: t('sets') }}
        note={summary.value && <Facts summary={summary.value} isOwn={isOwn} />}
        actions={isOwn && <DeleteAll set={id} summary={summary} />}
      />
      <Loaded load={set}>
        {() => (
          <Loaded load={summary}>
            {(known) => <SetParts set={id} known={known} summary={summary} isOwn={isOwn} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function SetParts(props: { set: string; known: OptionsSetSummary; summary: Load<OptionsSetSummary>; isOwn: boolean }) {
  const { set, known, summary, isOwn } = props;
  const t = useTexts(texts);
  // What comes to be tried out once options are added must not push away the place where they are added.
  const [wasEmpty] = useState(known.count === 0);
  const tried = known.count > 0 && <TrySet set={set} summary={known} />;
  return (
    <div class="stack set-page">
      {!known.allowsAutocomplete && <Notice kind="warning">{t('searchOff')}</Notice>}
      {isOwn ? known.count === 0 && <Notice kind="info">{t('empty')}</Notice> : <Source set={set} summary={known} />}
      {!wasEmpty && tried}
      {isOwn && <AddOptions set={set} summary={summary} count={known.count} />}
      {wasEmpty && tried}
      {known.isMaintained && !isOwn && <SetHistory set={set} summary={summary} />}
      <ForDevelopers set={set} dataKeys={known.dataKeys} />
    </div>
  );
}

function Facts({ summary, isOwn }: { summary: OptionsSetSummary; isOwn: boolean }) {
  const t = useTexts(texts);
  const { count, dataKeys } = summary;
  return (
    <span class="set-head-facts">
      {summary.isMaintained && !isOwn && <span class="badge info">{t('maintained')}</span>}
      <span>{count === 0 ? t('noOptions') : t('options', { count })}</span>
      {dataKeys.length > 0 && <bdi>{t('keys', { keys: dataKeys.join(', ') })}</bdi>}
    </span>
  );
}

function Source({ set, summary }: { set: string; summary: OptionsSetSummary }) {
  const t = useTexts(texts);
  const { locale } = useApp();
  const source = sourceText(set, locale);
  return (
    <section class="card stack tight">
      <h2>{t('source')}</h2>
      {source !== undefined && <p>{source}</p>}
      <RefreshNote refresh={summary.lastRefresh} count={summary.count} />
    </section>
  );
}

function DeleteAll({ set, summary }: { set: string; summary: Load<OptionsSetSummary> }) {
  const t = useTexts(texts);
  const { api, ask, notify } = useApp();
  const errorText = useErrorText();
  const count = summary.value?.count ?? 0;
  if (count === 0) return null;
  const deleteAll = async () => {
    const isSure = await ask({
      title: t('deleteTitle', { count }),
      text: t('deleteText'),
      confirm: t('deleteAll'),
      isDanger: true,
      ...(count > largeCount && { typed: String(count) }),
    });
    if (!isSure) return;
    try {
      await api.call(`/optionsSet/${set}/deleteOptions`, { method: 'POST' });
      notify(t('deleted'));
    } catch (error) {
      notify(errorText(error), 'bad');
    }
    summary.reload();
  };
  return (
    <Button icon="trash" onPress={() => void deleteAll()}>
      {t('deleteAll')}
    </Button>
  );
}

/** From here on somebody must type the number: it would take long to bring them back. */
const largeCount = 1000;
