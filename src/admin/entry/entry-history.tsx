// Who did what with an entry and what changed by it, newest first; old values can be put back. [entries.history] [entries.actions]
import { useMemo, useState } from 'preact/hooks';
import type { ApiEntry, ChangedField, EntryChange, EntryHistory as History } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { ChangedValues } from './changed-values.tsx';
import { programName } from './program-name.ts';
import { valueAt } from './restore-values.ts';
import { changeShower, type ShownChange } from './show-changes.ts';

export interface EntryHistoryProps {
  readonly form: ApiForm;
  readonly entry: ApiEntry;
  /** Missing where nothing can be changed now. */
  readonly onRestore: ((fields: readonly ChangedField[]) => void) | undefined;
}

export function EntryHistory({ form, entry, onRestore }: EntryHistoryProps) {
  const { api, locale } = useApp();
  const t = useTexts('entries/history');
  const load = useLoad(
    (signal) => api.call<History>(`/entry/${entry.id}/history`, { signal }),
    [entry.id, entry.changedAt],
  );
  const show = useMemo(() => changeShower(form, entry.data, locale), [form, entry.data, locale]);
  return (
    <section class="card">
      <h2>{t('history')}</h2>
      <Loaded load={load}>
        {({ changes, isMore }) => (
          <>
            {changes.length === 0 && <p class="quiet-text">{t('none')}</p>}
            <ol class="history">
              {changes.map((change) => (
                <Change key={change.id} change={change} entry={entry} show={show} onRestore={onRestore} />
              ))}
            </ol>
            {isMore && <p class="quiet-text">{t('older')}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** More are shown on request. */
const shownAtFirst = 5;

interface ChangeProps extends Pick<EntryHistoryProps, 'entry' | 'onRestore'> {
  readonly change: EntryChange;
  readonly show: (field: ChangedField) => ShownChange;
}

function Change({ change, entry, show, onRestore }: ChangeProps) {
  const t = useTexts('entries/history');
  const formats = useFormats();
  const action = useTexts('entries/action');
  const nameOf = useNames();
  const program = programName(change.userAgent);
  return (
    <li>
      <p>
        <strong>{action(change.action)}</strong> · <time dateTime={change.time}>{formats.dateTime(change.time)}</time>
      </p>
      <p>
        <bdi>{nameOf(change)}</bdi>
        {change.address !== '' && (
          <>
            {' '}
            <span class="quiet-text">{t('from', { ip: change.address })}</span>
          </>
        )}
      </p>
      {program !== '' && (
        <p class="quiet-text agent" title={change.userAgent}>
          <bdi>{program}</bdi>
        </p>
      )}
      <Details change={change} entry={entry} show={show} onRestore={onRestore} />
    </li>
  );
}

function Details({ change, entry, show, onRestore }: ChangeProps) {
  const t = useTexts('entries/history');
  const status = useTexts('entries/status');
  const [isWhole, setWhole] = useState(false);
  const isOld = ({ keys, old }: ChangedField) =>
    JSON.stringify(valueAt(entry.data, keys) ?? null) === JSON.stringify(old);
  const fields = change.fields.map(show);
  const restorable =
    change.detail === 'whole' && onRestore !== undefined
      ? fields.filter(({ canRestore, row, field }) => canRestore && (row !== undefined || !isOld(field)))
      : [];
  const shown = isWhole ? fields : fields.slice(0, shownAtFirst);
  return (
    <>
      {(fields.length > 0 || change.status !== undefined) && (
        <ul class="changed-fields">
          {change.status !== undefined && (
            <li>
              <ChangedValues
                labels={[t('statusChanged')]}
                old={status(change.status.old)}
                now={status(change.status.new)}
                row={undefined}
              />
            </li>
          )}
          {shown.map((one) => (
            <li key={one.field.path}>
              <ChangedValues
                labels={one.labels}
                old={one.old}
                now={one.new}
                row={one.row}
                isCut={change.detail === 'paths'}
              />
              {restorable.includes(one) && (
                <Button
                  kind="quiet"
                  icon="undo"
                  label={t('restore', { label: one.labels.join(' › ') })}
                  onPress={() => onRestore?.([one.field])}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {change.detail === 'paths' && <p class="quiet-text">{t('pathsOnly')}</p>}
      {shown.length < fields.length && (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {t('showAll', { count: fields.length })}
        </Button>
      )}
      {restorable.length > 1 && (
        <Button kind="quiet" icon="undo" onPress={() => onRestore?.(restorable.map(({ field }) => field))}>
          {t('restoreAll', { count: restorable.length })}
        </Button>
      )}
    </>
  );
}

function useNames(): (change: EntryChange) => string {
  const { user } = useApp();
  const t = useTexts('entries/history');
  return ({ by }) => {
    if (by === undefined) return t('filler');
    if (by.id === user.id) return t('you', { name: user.name || user.email });
    return by.name || t('person');
  };
}
