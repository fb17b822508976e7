// fBool: a box to tick. Unticked it is not a value, or false where boolUncheckedValue says so.
import { controlAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { LabelText } from '../../../form-view/label-text.tsx';

export function BoolField(props: FieldProps) {
  const { element, labelId, value, onChange, isReadonly, isRequired, texts } = props;
  const { id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = controlAttributes(props);
  const unticked = element.boolUncheckedValue === false ? false : undefined;
  return (
    <label class="choice">
      <input
        id={id}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        type="checkbox"
        checked={value === true}
        aria-disabled={isReadonly || undefined}
        onClick={(event) => isReadonly && event.preventDefault()}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? true : unticked)}
      />
      <span id={labelId}>
        <LabelText element={element} isRequired={isRequired} isSaid texts={texts} />
      </span>
    </label>
  );
}
