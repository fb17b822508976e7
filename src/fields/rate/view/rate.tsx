// fRate: stars from 1 to rateMax, as radio buttons under their pictures. Many steps are numbers instead.
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';

const mostStars = 7;

export function RateField(props: FieldProps) {
  const { element, id, value, onChange, isReadonly, isRequired, isInvalid, texts } = props;
  const max = element.rateMax ?? 5;
  const rating = Number(value ?? 0);
  const isStars = max <= mostStars;
  return (
    <div
      role="radiogroup"
      {...groupAttributes(props)}
      class={isStars ? 'rating stars' : 'rating numbers'}
      aria-required={isRequired || undefined}
      aria-invalid={isInvalid || undefined}
      aria-readonly={isReadonly || undefined}
    >
      {Array.from({ length: max }, (_, at) => at + 1).map((step) => (
        <label key={step} class={(isStars ? step <= rating : step === rating) ? 'on' : undefined}>
          <input
            type="radio"
            class="visually-hidden"
            name={id}
            checked={step === rating}
            disabled={isReadonly && step !== rating}
            aria-label={texts('rate', step, max)}
            onChange={() => onChange(step)}
          />
          <span aria-hidden="true">{isStars ? '★' : step}</span>
        </label>
      ))}
      {value !== undefined && !isRequired && !isReadonly && (
        <button type="button" class="quiet clear" onClick={() => onChange(undefined)}>
          {texts('clear')}
        </button>
      )}
    </div>
  );
}
