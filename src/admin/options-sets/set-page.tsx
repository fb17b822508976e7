// One options set: its options, adding and replacing them, where it is used, trying it out, and the addresses developers need.
import { useState } from 'preact/hooks';
import type { ApiList } from '../../api-types/lists.ts';
import type { ApiOptionsSet, OptionsSetSummary, SetForm } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import type { PageProps } from '../page-props.ts';
import { useTexts } from '../texts.ts';
import { Loaded, Notice } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { type Load, useLoad } from '../use-load.ts';
import { AddOptions } from './add-options.tsx';
import { ForDevelopers } from './for-developers.tsx';
import { setName, sourceText } from './maintained-sets.ts';
import { OptionsTable } from './options-table.tsx';
import { RefreshNote } from './refresh-note.tsx';
import { SetActions } from './set-actions.tsx';
import { SetHistory } from './set-history.tsx';
import { getSummary } from './set-summary.ts';
import { TrySet } from './try-set.tsx';
import { UsedIn } from './used-in.tsx';

export function SetPage({ params }: PageProps) {
  const { api, user, locale } = useApp();
  const t = useTexts('options-sets/setPage');
  const id = params['set']!;
  const set = useLoad((signal) => api.call<ApiOptionsSet>(`/optionsSet/${id}`, { signal }), [id]);
  const summary = useLoad((signal) => getSummary(api, id, signal), [id]);
  const isOwn = set.value?.account === user.account;
  // Counts what was changed here, for what shows the options.
  const [version, setVersion] = useState(0);
  const change = () => {
    summary.reload();
    setVersion((before) => before + 1);
  };
  // Whoever loads the summary again has changed the options.
  const changed = { ...summary, reload: change };
  return (
    <>
      <PageHeader
        title={set.value === undefined ? t('sets') : setName(set.value, locale)}
        back={{ href: '/admin/sets/', label: t('sets') }}
        note={summary.value && <Facts summary={summary.value} isOwn={isOwn} />}
        actions={
          set.value !== undefined &&
          summary.value !== undefined && (
            <SetActions
              {...{ set: set.value, summary: summary.value, isOwn }}
              onRename={set.setValue}
              onChange={change}
            />
          )
        }
      />
      <Loaded load={set}>
        {() => (
          <Loaded load={summary}>
            {(known) => <SetParts set={id} {...{ known, summary: changed, isOwn, version }} onChange={change} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

interface SetPartsProps {
  readonly set: string;
  readonly known: OptionsSetSummary;
  readonly summary: Load<OptionsSetSummary>;
  readonly isOwn: boolean;
  readonly version: number;
  readonly onChange: () => void;
}

function SetParts({ set, known, summary, isOwn, version, onChange }: SetPartsProps) {
  const { api } = useApp();
  const t = useTexts('options-sets/setPage');
  const forms = useLoad(
    async (signal) => (await api.call<ApiList<SetForm>>(`/optionsSet/${set}/forms`, { signal })).data,
    [set],
  );
  // What comes to be seen once options are added must not push away the place where they are added.
  const [wasEmpty] = useState(known.count === 0);
  const table = known.count > 0 && <OptionsTable key="table" {...{ set, isOwn, version, onChange }} summary={known} />;
  return (
    <div class="stack set-page">
      {!known.allowsAutocomplete && <Notice kind="warning">{t('searchOff')}</Notice>}
      {isOwn ? known.count === 0 && <Notice kind="info">{t('empty')}</Notice> : <Source set={set} summary={known} />}
      {!wasEmpty && table}
      {isOwn && <AddOptions key="add" {...{ set, version, onChange }} count={known.count} />}
      {wasEmpty && table}
      {known.isMaintained && !isOwn && <SetHistory set={set} summary={summary} />}
      <UsedIn forms={forms} />
      {known.count > 0 && <TrySet set={set} summary={known} version={version} />}
      <ForDevelopers set={set} dataKeys={known.dataKeys} />
    </div>
  );
}

function Facts({ summary, isOwn }: { summary: OptionsSetSummary; isOwn: boolean }) {
  const t = useTexts('options-sets/setPage');
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
  const t = useTexts('options-sets/setPage');
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
