// While options are added, and when that ended before its end: how many are in, what state the set is in, going on from there.
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Notice, Progress, useErrorText } from '../ui/notices.tsx';
import type { SendingControl } from './use-sending.ts';

const texts = {
  en: {
    deleting: 'Deleting the old options…',
    adding: 'Adding options: {added} of {total}',
    stopping: 'Stopping after this part: {added} of {total}',
    keepOpen: 'Please keep this page open.',
    emptyMeanwhile: 'Until it is done, people who search the set find only what is in it already.',
    stop: 'Stop',
    stopped: 'Stopped. {added} of {total} options were added; {left} were not.',
    failed: 'It stopped in the middle. {added} of {total} options were added; {left} were not.',
    oldGone: 'The old options are deleted, so the set holds only these {added} now.',
    oldThere: 'The options that were in the set before are still there.',
    untouched: 'The old options could not be deleted. Nothing has changed: they are still there, and none were added.',
    uncertain:
      'The connection was lost while {count} more were being sent; they may be in the set too. Check the number of options above before you continue, or they may be there twice.',
    goOn: 'Add the remaining {left}',
    again: 'Try again',
    leave: 'Leave as is',
  },
  he: {
    deleting: 'מוחק את האפשרויות הקודמות…',
    adding: 'מוסיף אפשרויות: {added} מתוך {total}',
    stopping: 'עוצר אחרי החלק הזה: {added} מתוך {total}',
    keepOpen: 'יש להשאיר את הדף פתוח.',
    emptyMeanwhile: 'עד לסיום, מי שמחפש ברשימה מוצא רק את מה שכבר בה.',
    stop: 'עצירה',
    stopped: 'נעצר. נוספו {added} אפשרויות מתוך {total}; {left} לא נוספו.',
    failed: 'ההוספה נפסקה באמצע. נוספו {added} אפשרויות מתוך {total}; {left} לא נוספו.',
    oldGone: 'האפשרויות הקודמות נמחקו, ולכן ברשימה יש עכשיו רק {added} אלה.',
    oldThere: 'האפשרויות שהיו ברשימה קודם עדיין בה.',
    untouched: 'לא היה אפשר למחוק את האפשרויות הקודמות. דבר לא השתנה: הן עדיין ברשימה, ולא נוספו חדשות.',
    uncertain:
      'החיבור נקטע כשעוד {count} היו בדרך; ייתכן שגם הן ברשימה. לפני שממשיכים כדאי לבדוק את מספר האפשרויות למעלה, אחרת הן עלולות להופיע פעמיים.',
    goOn: 'הוספת {left} הנותרות',
    again: 'ניסיון נוסף',
    leave: 'להשאיר כך',
  },
} as const;

export function SendingPanel(props: { control: SendingControl; onGoOn: () => void; onLeave: () => void }) {
  const { control, onGoOn, onLeave } = props;
  const t = useTexts(texts);
  const errorText = useErrorText();
  const sending = control.sending!;
  const { phase, added, error, uncertain, replaces, isUntouched } = sending;
  const total = sending.options.length;
  const left = total - added;
  if (control.isRunning) {
    const label =
      phase === 'deleting' ? t('deleting') : t(phase === 'stopping' ? 'stopping' : 'adding', { added, total });
    return (
      <div class="stack tight" aria-live="polite">
        <Progress label={label} done={added} total={phase === 'deleting' ? undefined : total} />
        <p class="quiet-text">
          {t('keepOpen')} {replaces && t('emptyMeanwhile')}
        </p>
        <div class="buttons">
          <Button isBusy={phase === 'stopping'} onPress={control.stop}>
            {t('stop')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Notice kind={phase === 'stopped' ? 'warning' : 'error'}>
      <div class="stack tight">
        <p>
          {isUntouched ? (
            t('untouched')
          ) : (
            <>
              {t(phase === 'stopped' ? 'stopped' : 'failed', { added, total, left })}{' '}
              {t(replaces ? 'oldGone' : 'oldThere', { added })}
            </>
          )}
        </p>
        {uncertain !== undefined && <p>{t('uncertain', { count: uncertain })}</p>}
        {error !== undefined && <p dir="auto">{errorText(error)}</p>}
        <div class="buttons">
          <Button kind="primary" icon="refresh" onPress={onGoOn}>
            {isUntouched ? t('again') : t('goOn', { left })}
          </Button>
          <Button onPress={onLeave}>{t('leave')}</Button>
        </div>
      </div>
    </Notice>
  );
}
