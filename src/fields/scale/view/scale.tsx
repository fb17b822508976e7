// fRate as a scale, which may be numbers, begin at 0 and say what its ends mean; without all that it is drawn by rate.tsx.
// [fill-links.scale]
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';

const mostStars = 7;
/** As many as fit into one line of a wide form. */
const fewSteps = 12;

export function ScaleField(props: FieldProps) {
  const { element, id, value, onChange, isReadonly, isRequired, isInvalid, texts } = props;
  const { rateMax: max = 5, rateMin: min = 1, rateStyle, rateLow, rateHigh } = element;
  const rating = value === undefined ? undefined : Number(value);
  const isStars = max <= mostStars && rateStyle !== 'numbers';
  const first = isStars ? 1 : min;
  return (
    <div
      role="radiogroup"
      {...groupAttributes(props)}
      class={`rating ${isStars ? 'rate' : 'numbers'}${max - first < fewSteps ? ' few' : ''}`}
      style={{ '--steps': Math.min(max - first + 1, fewSteps) }}
      aria-required={isRequired || undefined}
      aria-invalid={isInvalid || undefined}
      aria-readonly={isReadonly || undefined}
    >
      {Array.from({ length: max - first + 1 }, (_, at) => at + first).map((step) => (
        <label
          key={step}
          class={rating !== undefined && (isStars ? step <= rating : step === rating) ? 'on' : undefined}
        >
          <input
            type="radio"
            class="visually-hidden"
            name={id}
            checked={step === rating}
            disabled={isReadonly && step !== rating}
            aria-label={nameOf(step)}
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
      {(rateLow || rateHigh) && (
        <div class="scale-ends" aria-hidden="true">
          <EndWords number={first} words={rateLow} />
          <EndWords number={max} words={rateHigh} />
        </div>
      )}
    </div>
  );

  /** The ends are read out with their numbers. */
  function nameOf(step: number): string {
    const end = step === first ? rateLow : step === max ? rateHigh : undefined;
    return end ? `${texts('rate', step, max)}, ${end}` : texts('rate', step, max);
  }
}

function EndWords({ number, words }: { number: number; words: string | undefined }) {
  return (
    <span>
      {words && <span class="end-number">{number} = </span>}
      <bdi>{words}</bdi>
    </span>
  );
}
