// A field that is worked out: its value in words. Nobody fills it in. [validation.computed.page]

import { deviceZone } from '../core/locale/print-date.ts';
import { answersOf } from '../fields/answers.ts';
import { answerLine } from '../print/line.ts';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { entryPlace } from './row-place.ts';

export function ComputedValue({ step, id, value, labelId, describedBy, isInvalid, locale }: FieldProps) {
  const { state } = useForm();
  const answer = step && answersOf(step).stored(value, { scope: () => state.scopeOf(entryPlace) });
  return (
    // Not spoken at every key: who wants to know goes there.
    <output
      id={id}
      class={answer === undefined ? 'computed unset' : 'computed'}
      tabIndex={-1}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      aria-live="off"
    >
      <bdi>{answer === undefined ? '–' : answerLine(answer, { locale, timeZone: deviceZone })}</bdi>
    </output>
  );
}
