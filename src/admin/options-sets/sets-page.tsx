// All options sets: the account's own, and those the service maintains, with how their last refresh went.
import { useMemo, useState } from 'preact/hooks';
import type { ApiOptionsSet } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useLoad } from '../use-load.ts';
import { listSets } from './list-sets.ts';
import { setName } from './maintained-sets.ts';
import { NewSetDialog } from './new-set-dialog.tsx';
import { RefreshBadge } from './refresh-note.tsx';
import { type SummaryQueue, useLazySummary, useSummaryQueue } from './set-summary.ts';

export function SetsPage() {
  const { api, user, locale } = useApp();
  const t = useTexts('options-sets/setsPage');
  const [search, setSearch] = useState('');
  const [isMaking, setMaking] = useState(false);
  const sets = useLoad((signal) => listSets(api, signal), []);
  const queue = useSummaryQueue();
  const create = (
    <Button kind="primary" icon="plus" onPress={() => setMaking(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} note={t('note')} actions={create} />
      <Loaded load={sets}>
        {(all) => {
          const found = all.filter((set) => matches(set, setName(set, locale), search));
          const own = found.filter((set) => set.account === user.account).reverse();
          const maintained = found.filter((set) => set.account !== user.account);
          const hasOwn = all.some((set) => set.account === user.account);
          return (
            <div class="stack sets">
              <div class="sets-search">
                <TextField
                  label={t('search')}
                  isLabelHidden
                  placeholder={t('search')}
                  type="search"
                  value={search}
                  onChange={setSearch}
                />
              </div>
              <p class="visually-hidden" role="status">
                {search.trim() !== '' && found.length === 0 && t('noneFound', { text: search.trim() })}
              </p>
              {found.length === 0 && (
                <p class="quiet-text" dir="auto" aria-hidden="true">
                  {t('noneFound', { text: search.trim() })}
                </p>
              )}
              {!hasOwn && search === '' && (
                <Empty icon="sets" title={t('noOwn')} text={t('noOwnText')}>
                  {create}
                </Empty>
              )}
              {own.length > 0 && <Group title={t('own')} sets={own} queue={queue} />}
              {maintained.length > 0 && (
                <Group
                  title={t('maintained')}
                  note={t('maintainedNote')}
                  sets={maintained}
                  queue={queue}
                  isMaintained
                />
              )}
            </div>
          );
        }}
      </Loaded>
      {isMaking && <NewSetDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function matches(set: ApiOptionsSet, name: string, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [name, set.name, set.id].some((text) => text.toLowerCase().includes(wanted));
}

const shownAtOnce = 100;

interface GroupProps {
  readonly title: string;
  readonly note?: string;
  readonly sets: readonly ApiOptionsSet[];
  readonly queue: SummaryQueue;
  readonly isMaintained?: boolean;
}

function Group({ title, note, sets, queue, isMaintained = false }: GroupProps) {
  const t = useTexts('options-sets/setsPage');
  const [limit, setLimit] = useState(shownAtOnce);
  const shown = useMemo(() => sets.slice(0, limit), [sets, limit]);
  return (
    <section class="stack tight">
      <h2>{title}</h2>
      {note !== undefined && <p class="quiet-text">{note}</p>}
      <ul class="set-list">
        {shown.map((set) => (
          <SetRow key={set.id} set={set} queue={queue} isMaintained={isMaintained} />
        ))}
      </ul>
      {limit < sets.length && (
        <div class="buttons">
          <Button onPress={() => setLimit(limit + shownAtOnce)}>{t('more')}</Button>
        </div>
      )}
    </section>
  );
}

function SetRow({ set, queue, isMaintained }: { set: ApiOptionsSet; queue: SummaryQueue; isMaintained: boolean }) {
  const t = useTexts('options-sets/setsPage');
  const { locale } = useApp();
  const { ago } = useFormats();
  const { ref, summary } = useLazySummary(set.id, queue);
  return (
    <li ref={ref}>
      <a class="set-row" href={`/admin/sets/${set.id}/`}>
        <span class="set-name">
          <bdi>{setName(set, locale)}</bdi>
        </span>
        <span class="set-facts">
          <span>{summary != null && countText(summary.count, t)}</span>
          {isMaintained ? (
            summary != null && <RefreshBadge refresh={summary.lastRefresh} />
          ) : (
            <span>{t('changed', { when: ago(set.modifyTime) })}</span>
          )}
        </span>
        <Icon name="next" size={16} />
      </a>
    </li>
  );
}

function countText(count: number, t: (key: 'options' | 'noOptions', values?: { count: number }) => string) {
  if (count === 0) return t('noOptions');
  return t('options', { count });
}
