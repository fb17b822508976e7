// Adds options to a set, or replaces all of them: by paste or by file, seen before they are sent.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OptionsSetSummary } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import { useLeaveGuard } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import type { Load } from '../use-load.ts';
import { OptionsPreview } from './options-preview.tsx';
import { noSource, type OptionsSource, OptionsSourceFields } from './options-source.tsx';
import { SendingPanel } from './sending-panel.tsx';
import { type Choices, useReading } from './use-reading.ts';
import { type Sending, useSending } from './use-sending.ts';

const texts = {
  en: {
    title: 'Add options',
    how: 'What happens to the {count} options there now',
    keep: 'They stay, the new ones are added',
    replace: 'They are replaced by the new ones',
    add: 'Add {count} options',
    addOne: 'Add 1 option',
    replaceWith: 'Replace all with {count} options',
    nothing: 'There is nothing to add yet: every row was left out.',
    replaceTitle: 'Replace all {count} options?',
    replaceText:
      'The {count} options there now are deleted first, then {added} are added. In between the set is empty: people who fill in a form at that moment find nothing in it or only a part, and fields that check their value against it reject answers.\nIf it stops in the middle, the old options are gone and you can add the rest from here.',
    replaceConfirm: 'Delete and replace',
    added: '{count} [option was|options were] added.',
    replaced: 'The set now holds [this option|these {count} options].',
    leaveTitle: 'Leave while options are being added?',
    leaveText: 'It stops where it is: the set keeps what was added so far.',
    leaveConfirm: 'Leave',
    clear: 'Clear',
  },
  he: {
    title: 'הוספת אפשרויות',
    how: 'מה קורה ל־{count} האפשרויות שברשימה עכשיו',
    keep: 'הן נשארות, והחדשות מתווספות',
    replace: 'החדשות באות במקומן',
    add: 'הוספת {count} אפשרויות',
    addOne: 'הוספת אפשרות אחת',
    replaceWith: 'החלפת הכול ב־{count} אפשרויות',
    nothing: 'אין עדיין מה להוסיף: כל השורות הושמטו.',
    replaceTitle: 'להחליף את כל {count} האפשרויות?',
    replaceText:
      '{count} האפשרויות שברשימה עכשיו נמחקות תחילה, ואחר כך נוספות {added}. בינתיים הרשימה ריקה: מי שממלא טופס באותו זמן לא ימצא בה דבר או ימצא רק חלק, ושדות שבודקים את ערכם מולה ידחו תשובות.\nאם זה נפסק באמצע, הקודמות כבר אינן, ואפשר להוסיף את השאר מכאן.',
    replaceConfirm: 'מחיקה והחלפה',
    added: '[נוספה אפשרות אחת|נוספו שתי אפשרויות|נוספו {count} אפשרויות].',
    replaced: 'ברשימה עכשיו [אפשרות זו|שתי אפשרויות אלה|{count} אפשרויות אלה].',
    leaveTitle: 'לעזוב בזמן שאפשרויות מתווספות?',
    leaveText: 'ההוספה תיעצר: מה שנוסף עד כה יישאר ברשימה.',
    leaveConfirm: 'עזיבה',
    clear: 'ניקוי',
  },
} as const;

export function AddOptions({ set, summary, count }: { set: string; summary: Load<OptionsSetSummary>; count: number }) {
  const t = useTexts(texts);
  const { ask, notify } = useApp();
  const [source, setSource] = useState<OptionsSource>(noSource);
  const [choices, setChoices] = useState<Choices>({});
  const [replaces, setReplaces] = useState(false);
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

  const clear = () => {
    setSource({ ...noSource, mode: source.mode, kind: source.mode === 'paste' ? 'paste' : 'other' });
    setChoices({});
    control.forget();
  };
  const finish = ({ phase, replaces: hasReplaced, options: { length } }: Sending) => {
    summary.reload();
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
          {reading !== undefined && reading.columns.length > 0 && (
            <>
              <OptionsPreview reading={reading} choices={choices} onChange={setChoices} />
              {count > 0 && <HowTo count={count} replaces={replaces} onChange={setReplaces} />}
              {reading.read !== undefined && options.length === 0 && <p>{t('nothing')}</p>}
              <div class="buttons">
                <Button
                  kind={isReplacing ? 'danger' : 'primary'}
                  isOff={options.length === 0}
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
  const t = useTexts(texts);
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
