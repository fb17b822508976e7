// Adds options to a set, or replaces all of them: by paste or by file, seen before they are sent.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app-context.ts';
import { useLeaveGuard } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { OptionsPreview } from './options-preview.tsx';
import { noSource, type OptionsSource, OptionsSourceFields } from './options-source.tsx';
import { type Compared, ReplaceDiff } from './replace-diff.tsx';
import { SendingPanel } from './sending-panel.tsx';
import { type Choices, useReading } from './use-reading.ts';
import { type Sending, useSending } from './use-sending.ts';

interface AddOptionsProps {
  readonly set: string;
  /** How many it has. */
  readonly count: number;
  readonly version: number;
  readonly onChange: () => void;
}

export function AddOptions({ set, count, version, onChange }: AddOptionsProps) {
  const t = useTexts('options-sets/addOptions');
  const { ask, notify } = useApp();
  const [source, setSource] = useState<OptionsSource>(noSource);
  const [choices, setChoices] = useState<Choices>({});
  const [replaces, setReplaces] = useState(false);
  /** What a replacement of all would change is in sight for this. */
  const [compared, setCompared] = useState<Compared>();
  const reading = useReading(source, choices);
  const control = useSending(set);
  useLeaveGuard(control.isRunning, () =>
    ask({ title: t('leaveTitle'), text: t('leaveText'), confirm: t('leaveConfirm'), isDanger: true }),
  );
  const options = reading?.read?.options ?? [];
  const isIdle = control.sending === undefined || control.sending.phase === 'done';
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone, and the focus with it.
  const stage = isIdle ? 'idle' : control.isRunning ? 'running' : 'ended';
  const drawn = useRef(stage);
  useEffect(() => {
    if (drawn.current !== stage) title.current?.focus();
    drawn.current = stage;
  }, [stage]);
  const isReplacing = replaces && count > 0;
  const isCompared = compared?.options === options && compared.version === version;

  const clear = () => {
    setSource({ ...noSource, mode: source.mode, kind: source.mode === 'paste' ? 'paste' : 'other' });
    setChoices({});
    control.forget();
  };
  const finish = ({ phase, replaces: hasReplaced, options: { length } }: Sending) => {
    onChange();
    if (phase !== 'done') return;
    notify(t(hasReplaced ? 'replaced' : 'added', { count: length }));
    setReplaces(false);
    clear();
  };
  const start = async () => {
    const question = {
      title: t('replaceTitle', { count }),
      text: t('replaceText', { count, added: options.length }),
      confirm: t('replaceConfirm'),
      isDanger: true,
    };
    if (isReplacing && !(await ask(question))) return;
    finish(await control.start(options, { replaces: isReplacing }));
  };

  return (
    <section class="card stack">
      <h2 ref={title} tabIndex={-1}>
        {t('title')}
      </h2>
      {isIdle ? (
        <>
          <OptionsSourceFields
            source={source}
            onChange={(changed, isOther) => {
              setSource(changed);
              if (isOther) setChoices({});
            }}
          />
          {reading !== undefined && (reading.columns.length > 0 || reading.isReady) && (
            <>
              <OptionsPreview reading={reading} choices={choices} onChange={setChoices} />
              {count > 0 && <HowTo count={count} replaces={replaces} onChange={setReplaces} />}
              {reading.read !== undefined && options.length === 0 && <p>{t('nothing')}</p>}
              {isReplacing && options.length > 0 && (
                <ReplaceDiff {...{ set, options, version }} onDrawn={setCompared} />
              )}
              <div class="buttons">
                <Button
                  kind={isReplacing ? 'danger' : 'primary'}
                  // It would move under a press that comes before.
                  isOff={options.length === 0 || (isReplacing && !isCompared)}
                  onPress={() => void start()}
                >
                  {isReplacing
                    ? t('replaceWith', { count: options.length })
                    : options.length === 1
                      ? t('addOne')
                      : t('add', { count: options.length })}
                </Button>
                <Button onPress={clear}>{t('clear')}</Button>
              </div>
            </>
          )}
        </>
      ) : (
        <SendingPanel control={control} onGoOn={async () => finish(await control.goOn())} onLeave={control.forget} />
      )}
    </section>
  );
}

function HowTo({
  count,
  replaces,
  onChange,
}: {
  count: number;
  replaces: boolean;
  onChange: (replaces: boolean) => void;
}) {
  const t = useTexts('options-sets/addOptions');
  return (
    <fieldset class="set-how">
      <legend>{t('how', { count })}</legend>
      {[false, true].map((one) => (
        <label key={String(one)} class="check">
          <input type="radio" name="set-how" checked={replaces === one} onChange={() => onChange(one)} />
          {t(one ? 'replace' : 'keep')}
        </label>
      ))}
    </fieldset>
  );
}
