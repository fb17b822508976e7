// The question before another list of a maintained set becomes current: what it adds, removes and changes, for everybody who uses it.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SetDiff, SetLists } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';

/** To an earlier list, to one that was refused, or to one that somebody went back from. */
export type ListAction = 'restore' | 'accept' | 'again';

export interface ListDialogProps {
  readonly set: string;
  readonly number: number;
  readonly action: ListAction;
  /** The list that was current when the person decided. */
  readonly current: number | undefined;
  readonly onClose: () => void;
  /** Undefined: it was not done, and may look different by now. */
  readonly onDone: (lists: SetLists | undefined) => void;
}

export function ListDialog({ set, number, action, current, onClose, onDone }: ListDialogProps) {
  const { api, notify } = useApp();
  const t = useTexts('options-sets/listDialog');
  const ui = useTexts('shell/ui');
  const errorText = useErrorText();
  const path = `/optionsSet/${set}/lists/${number}`;
  const diff = useLoad((signal) => api.call<SetDiff>(`${path}/diff`, { signal }), [path, current]);
  const [isBusy, setBusy] = useState(false);
  const isReady = diff.value !== undefined && !isBusy;
  const decide = async () => {
    setBusy(true);
    try {
      const body = current === undefined ? {} : { current };
      const lists = await api.call<SetLists>(`${path}/${action === 'accept' ? 'accept' : 'restore'}`, {
        method: 'POST',
        body,
      });
      notify(t('restored', { number }));
      onDone(lists);
    } catch (error) {
      notify(errorText(error), 'bad');
      onDone(undefined);
    }
  };
  return (
    <Dialog
      title={t(`${action}Title`, { number })}
      isWide
      onClose={onClose}
      onSubmit={() => isReady && void decide()}
      actions={
        <>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} isOff={!isReady}>
            {t(action)}
          </Button>
        </>
      }
    >
      <div class="stack">
        <p>{t(action === 'restore' ? 'restoreText' : 'acceptText')}</p>
        <Loaded load={diff}>{(found) => <Diff diff={found} />}</Loaded>
      </div>
    </Dialog>
  );
}

function Diff({ diff: { added, removed, changed } }: { diff: SetDiff }) {
  const t = useTexts('options-sets/listDialog');
  return (
    <div class="set-diff">
      <DiffPart
        kind="added"
        title={added.count === 0 ? t('noneAdded') : t('added', { count: added.count })}
        part={{ ...added, examples: added.examples.map((text) => <span>{text}</span>) }}
      />
      <DiffPart
        kind="removed"
        title={removed.count === 0 ? t('noneRemoved') : t('removed', { count: removed.count })}
        part={{ ...removed, examples: removed.examples.map((text) => <span>{text}</span>) }}
      />
      <DiffPart
        kind="changed"
        title={changed.count === 0 ? t('noneChanged') : t('changed', { count: changed.count })}
        part={{ ...changed, examples: changed.examples.map((change) => <Change {...change} />) }}
      />
    </div>
  );
}

function Change({ from, to }: { from: string; to: string }) {
  const t = useTexts('options-sets/listDialog');
  return (
    <>
      <del>{from}</del> <span class="visually-hidden">{t('becomes')} </span>
      <ins>{to}</ins>
    </>
  );
}

function DiffPart(props: {
  kind: 'added' | 'removed' | 'changed';
  title: string;
  part: { count: number; examples: readonly VNode[] };
}) {
  const { kind, title, part } = props;
  const t = useTexts('options-sets/listDialog');
  const more = part.count - part.examples.length;
  return (
    <section class={`set-diff-part ${kind}`}>
      <h3>{title}</h3>
      {part.examples.length > 0 && (
        <ul>
          {part.examples.map((example, index) => (
            <li key={index} dir="auto">
              {example}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p class="quiet-text">{t('more', { count: more })}</p>}
    </section>
  );
}
