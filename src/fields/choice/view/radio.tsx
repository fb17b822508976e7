// fRadio: one of a few, all in sight. A choice that is not required can be taken back.
import { optionKey } from '../../../core/plan/option-list.ts';
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { Choices } from './choices.tsx';

export function RadioField(props: FieldProps) {
  const { value, onChange, isRequired, isInvalid, isReadonly, texts } = props;
  const key = value === undefined ? undefined : optionKey(value);
  return (
    <div
      role="radiogroup"
      {...groupAttributes(props)}
      aria-required={isRequired || undefined}
      aria-invalid={isInvalid || undefined}
      aria-readonly={isReadonly || undefined}
    >
      <Choices
        {...props}
        type="radio"
        isChosen={(option) => optionKey(option.value) === key}
        onChoose={(option) => onChange(option.value)}
      />
      {key !== undefined && !isRequired && !isReadonly && (
        <button
          type="button"
          class="quiet clear"
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('input')?.focus();
            onChange(undefined);
          }}
        >
          {texts('clear')}
        </button>
      )}
    </div>
  );
}
