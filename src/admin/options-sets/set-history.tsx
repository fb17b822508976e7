// The last lists of a set that the service maintains: which there were, going back to one of them, and a list that was refused and may
// be accepted. Operators change them; everybody else sees them.
import { useState } from 'preact/hooks';
import type { OptionsSetSummary, RefusedSetList, SetList, SetLists } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, Notice } from '../ui/notices.tsx';
import { type Load, useLoad } from '../use-load.ts';
import { type ListAction, ListDialog } from './list-dialog.tsx';
import { useChangesText } from './refresh-note.tsx';

/** `summary` is loaded again after a change: the page shows another list then. */
export function SetHistory({ set, summary }: { set: string; summary: Load<OptionsSetSummary> }) {
  const { api } = useApp();
  const t = useTexts('options-sets/setHistory');
  const lists = useLoad((signal) => api.call<SetLists>(`/optionsSet/${set}/lists`, { signal }), [set]);
  const [chosen, choose] = useState<{ number: number; action: ListAction }>();
  const onDone = (changed: SetLists | undefined) => {
    choose(undefined);
    if (changed === undefined) lists.reload();
    else lists.setValue(changed);
    summary.reload();
  };
  return (
    <section class="card stack">
      <h2>{t('title')}</h2>
      <Loaded load={lists}>
        {({ data, refused, canChange }) => (
          <>
            {refused !== undefined && (
              <Refused
                list={refused}
                onLook={canChange ? () => choose({ number: refused.number, action: 'accept' }) : undefined}
              />
            )}
            <p class="quiet-text">
              {data.length === 0 ? t('none') : `${t('intro')}${canChange ? ` ${t('introOperator')}` : ''}`}
            </p>
            {data.length > 0 && (
              <ol class="set-lists">
                {data.map((list) => (
                  <ListRow
                    key={list.number}
                    list={list}
                    onChoose={
                      canChange
                        ? () =>
                            choose({
                              number: list.number,
                              action: list.withdrawnTime === undefined ? 'restore' : 'again',
                            })
                        : undefined
                    }
                  />
                ))}
              </ol>
            )}
            {chosen !== undefined && (
              <ListDialog
                set={set}
                {...chosen}
                current={data.find(({ isCurrent }) => isCurrent)?.number}
                onClose={() => choose(undefined)}
                onDone={onDone}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function ListRow({ list, onChoose }: { list: SetList; onChoose: (() => void) | undefined }) {
  const t = useTexts('options-sets/setHistory');
  const { ago, dateTime } = useFormats();
  const changesText = useChangesText();
  const { number, isCurrent, time, count, changes, source, kind, warnings, withdrawnTime, currentFrom, currentBy } =
    list;
  // A list that came and stayed needs no second time.
  const wasMoved = isCurrent && currentFrom !== undefined && currentFrom !== time;
  return (
    <li class={isCurrent ? 'set-list-row current' : 'set-list-row'}>
      <div class="stack tight">
        <p class="set-list-head">
          <strong>{t('list', { number })}</strong>
          {isCurrent && <span class="badge good">{t('current')}</span>}
          {withdrawnTime !== undefined && (
            <span class="badge warning" title={dateTime(withdrawnTime)}>
              {t('withdrawn', { when: ago(withdrawnTime) })}
            </span>
          )}
          {kind !== 'refresh' && <span class="badge">{t(kind)}</span>}
          <time dateTime={time}>{dateTime(time)}</time>
        </p>
        <p class="quiet-text">
          {t('options', { count })}
          {changes !== undefined && ` · ${changesText(changes)}`}
        </p>
        {source !== '' && (
          <p class="quiet-text set-list-source">
            <bdi dir="ltr">{source}</bdi>
          </p>
        )}
        {wasMoved && (
          <p class="quiet-text">
            {currentBy === undefined
              ? t('since', { when: dateTime(currentFrom) })
              : t('sinceBy', { when: dateTime(currentFrom), who: currentBy })}
          </p>
        )}
        {warnings.length > 0 && <Warnings warnings={warnings} />}
      </div>
      {!isCurrent && onChoose !== undefined && (
        <Button icon={withdrawnTime === undefined ? 'undo' : 'redo'} onPress={onChoose}>
          {t(withdrawnTime === undefined ? 'goBack' : 'useAgain')}
        </Button>
      )}
    </li>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  const t = useTexts('options-sets/setHistory');
  return (
    <details>
      <summary>{t('warnings', { count: warnings.length })}</summary>
      <ul dir="ltr">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}

function Refused({ list, onLook }: { list: RefusedSetList; onLook: (() => void) | undefined }) {
  const t = useTexts('options-sets/setHistory');
  const { ago } = useFormats();
  const changesText = useChangesText();
  const { time, count, changes, reason } = list;
  return (
    <Notice kind="warning">
      <div class="stack tight">
        <p>
          {t('refused', { when: ago(time) })}{' '}
          {changes !== undefined &&
            t('refusedFacts', { options: t('options', { count }), changes: changesText(changes) })}
        </p>
        <p>
          {t('reason')}
          <bdi dir="ltr">{reason}</bdi>
        </p>
        {onLook === undefined ? (
          <p>{t('askOperator')}</p>
        ) : (
          <p>
            <Button icon="eye" onPress={onLook}>
              {t('look')}
            </Button>
          </p>
        )}
      </div>
    </Notice>
  );
}
