// fCheckbox, and fSelect with selectMulti: any of a few, in the order of the options.
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { Choices } from '../../choice/view/choices.tsx';

export function CheckboxField(props: FieldProps) {
  const { value, options, onChange } = props;
  const chosen = Array.isArray(value) ? value : [];
  const keys = chosen.map(optionKey);
  const unknown = chosen.filter((one) => options.every((option) => optionKey(option.value) !== optionKey(one)));
  const offered = [...options, ...unknown.map((one) => ({ value: one, label: optionKey(one) }))];
  const isChosen = (option: Option) => keys.includes(optionKey(option.value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the title is outside, where every field has it.
    <div role="group" {...groupAttributes(props)}>
      <Choices
        {...props}
        options={offered}
        type="checkbox"
        isChosen={isChosen}
        onChoose={(option) => onChange(toggled(offered, option, isChosen))}
      />
    </div>
  );
}

function toggled(
  options: readonly Option[],
  option: Option,
  isChosen: (option: Option) => boolean,
): JsonValue[] | undefined {
  const now = options.filter((one) => (one === option ? !isChosen(one) : isChosen(one))).map((one) => one.value);
  return now.length === 0 ? undefined : now;
}
