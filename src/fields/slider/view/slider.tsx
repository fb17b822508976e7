// A number on a scale, chosen by moving. Nothing is answered until somebody touches it, and what it will be is said beside it.
// [fill-links.slider]
import { useRef } from 'preact/hooks';
import { controlAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { moreTexts } from '../../../form-view/more-texts.ts';
import { scaleOf } from '../slider-scale.ts';

export function SliderField(props: FieldProps) {
  const { element, id, value, onChange, isReadonly, isRequired, locale, texts } = props;
  const { readOnly: _, placeholder: __, autoComplete: ___, ...attributes } = controlAttributes(props);
  const { min, max, step } = scaleOf(element);
  const number = typeof value === 'number' ? value : undefined;
  const middle = min + Math.round((max - min) / 2 / step) * step;
  const shown =
    number === undefined ? '–' : new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }).format(number);
  // A finger that scrolls the page may begin on the slider: what a finger does counts when it is lifted there.
  const isTouched = useRef(false);
  // Moved by a finger or a key, or pressed where it is.
  const tell = (event: Event) => {
    const { value: text } = event.currentTarget as HTMLInputElement;
    if (!isReadonly && !isTouched.current) onChange(Number(text));
  };
  return (
    <div class="slider-box">
      <div class="slider-line">
        <input
          {...attributes}
          class={number === undefined ? 'range unset' : 'range'}
          type="range"
          min={min}
          max={max}
          step={step}
          value={number ?? middle}
          disabled={isReadonly}
          aria-valuetext={number === undefined ? moreTexts(locale)('unanswered') : shown}
          onPointerDown={({ pointerType }) => {
            isTouched.current = pointerType === 'touch';
          }}
          onPointerUp={(event) => {
            isTouched.current = false;
            tell(event);
          }}
          onPointerCancel={({ currentTarget }) => {
            isTouched.current = false;
            currentTarget.value = String(number ?? middle);
          }}
          onInput={tell}
          onClick={tell}
          onKeyDown={(event) => event.key === ' ' && tell(event)}
        />
        <output class="slider-value" for={id} aria-hidden="true">
          <bdi>{shown}</bdi>
        </output>
      </div>
      <div class="scale-ends">
        <bdi>{element.rateLow || min}</bdi>
        <bdi>{element.rateHigh || max}</bdi>
      </div>
      {number !== undefined && !isRequired && !isReadonly && (
        <button
          type="button"
          class="quiet clear"
          onClick={() => {
            document.getElementById(id)?.focus();
            onChange(undefined);
          }}
        >
          {texts('clear')}
        </button>
      )}
    </div>
  );
}
