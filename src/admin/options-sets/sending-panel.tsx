// While options are added or replaced, and when that ended before its end: how many are in, what state the set is in, going on from there.
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Notice, Progress, useErrorText } from '../ui/notices.tsx';
import type { SendingControl } from './use-sending.ts';

const texts = {
  en: {
    adding: 'Adding options: {sent} of {total}',
    replacing: 'Sending the new list: {sent} of {total}',
    finishing: 'Putting the new list in place…',
    stopping: 'Stopping after this part: {sent} of {total}',
    keepOpen: 'Please keep this page open.',
    oldMeanwhile: 'Until all have arrived, everybody finds the options from before.',
    stop: 'Stop',
    stopped: 'Stopped. {sent} of {total} options were added; {left} were not.',
    failed: 'It stopped in the middle. {sent} of {total} options were added; {left} were not.',
    oldThere: 'The options that were in the set before are still there.',
    untouchedStopped: 'Stopped. Nothing has changed: the set holds the options from before.',
    untouched: 'The new list could not be sent. Nothing has changed: the set holds the options from before.',
    uncertain:
      'The connection was lost while {count} more were being sent; they may be in the set too. Check the number of options above before you continue, or they may be there twice.',
    goOn: 'Add the remaining {left}',
    again: 'Try again',
    continue: 'Continue with the remaining {left}',
    leave: 'Leave as is',
  },
  he: {
    adding: 'מוסיף אפשרויות: {sent} מתוך {total}',
    replacing: 'שולח את הרשימה החדשה: {sent} מתוך {total}',
    finishing: 'הרשימה החדשה נכנסת במקום הקודמת…',
    stopping: 'עוצר אחרי החלק הזה: {sent} מתוך {total}',
    keepOpen: 'יש להשאיר את הדף פתוח.',
    oldMeanwhile: 'עד שכולן יגיעו, כולם מוצאים את האפשרויות הקודמות.',
    stop: 'עצירה',
    stopped: 'נעצר. נוספו {sent} אפשרויות מתוך {total}; {left} לא נוספו.',
    failed: 'ההוספה נפסקה באמצע. נוספו {sent} אפשרויות מתוך {total}; {left} לא נוספו.',
    oldThere: 'האפשרויות שהיו ברשימה קודם עדיין בה.',
    untouchedStopped: 'נעצר. דבר לא השתנה: ברשימה האפשרויות הקודמות.',
    untouched: 'לא היה אפשר לשלוח את הרשימה החדשה. דבר לא השתנה: ברשימה האפשרויות הקודמות.',
    uncertain:
      'החיבור נקטע כשעוד {count} היו בדרך; ייתכן שגם הן ברשימה. לפני שממשיכים כדאי לבדוק את מספר האפשרויות למעלה, אחרת הן עלולות להופיע פעמיים.',
    goOn: 'הוספת {left} הנותרות',
    again: 'ניסיון נוסף',
    continue: 'המשך עם {left} הנותרות',
    leave: 'להשאיר כך',
  },
} as const;

export function SendingPanel(props: { control: SendingControl; onGoOn: () => void; onLeave: () => void }) {
  const { control, onGoOn, onLeave } = props;
  const t = useTexts(texts);
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
