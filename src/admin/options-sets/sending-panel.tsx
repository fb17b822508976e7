// While options are added or replaced, and when that ended before its end: how many are in, what state the set is in, going on from there.
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Notice, Progress, useErrorText } from '../ui/notices.tsx';
import type { SendingControl } from './use-sending.ts';

export function SendingPanel(props: { control: SendingControl; onGoOn: () => void; onLeave: () => void }) {
  const { control, onGoOn, onLeave } = props;
  const t = useTexts('options-sets/sendingPanel');
  const errorText = useErrorText();
  const sending = control.sending!;
  const { phase, sent, error, uncertain, replaces } = sending;
  const total = sending.options.length;
  const left = total - sent;
  if (control.isRunning) {
    const isFinishing = replaces && left === 0;
    const what = phase === 'stopping' ? 'stopping' : isFinishing ? 'finishing' : replaces ? 'replacing' : 'adding';
    return (
      <div class="stack tight" aria-live="polite">
        <Progress label={t(what, { sent, total })} done={sent} total={isFinishing ? undefined : total} />
        <p class="quiet-text">
          {t('keepOpen')} {replaces && t('oldMeanwhile')}
        </p>
        <div class="buttons">
          <Button isBusy={phase === 'stopping'} onPress={control.stop}>
            {t('stop')}
          </Button>
        </div>
      </div>
    );
  }
  const isStopped = phase === 'stopped';
  return (
    <Notice kind={isStopped ? 'warning' : 'error'}>
      <div class="stack tight">
        <p>
          {replaces
            ? t(isStopped ? 'untouchedStopped' : 'untouched')
            : `${t(isStopped ? 'stopped' : 'failed', { sent, total, left })} ${t('oldThere')}`}
        </p>
        {uncertain !== undefined && <p>{t('uncertain', { count: uncertain })}</p>}
        {error !== undefined && <p dir="auto">{errorText(error)}</p>}
        <div class="buttons">
          <Button kind="primary" icon="refresh" onPress={onGoOn}>
            {!replaces ? t('goOn', { left }) : sent > 0 && left > 0 ? t('continue', { left }) : t('again')}
          </Button>
          <Button onPress={onLeave}>{t('leave')}</Button>
        </div>
      </div>
    </Notice>
  );
}
