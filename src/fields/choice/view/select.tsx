// fSelect: one of a list. The browser's own control: it is the best there is on a phone and with a screen reader.
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { controlAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';

export function SelectField(props: FieldProps) {
  const { value, options, onChange, texts, isReadonly } = props;
  const { readOnly: _, 'aria-required': __, placeholder, ...attributes } = controlAttributes(props);
  const key = value === undefined ? '' : optionKey(value);
  const isKnown = key === '' || options.some((option) => optionKey(option.value) === key);
  return (
    <select
      {...attributes}
      class="control"
      aria-disabled={isReadonly || undefined}
      value={key}
      onChange={({ currentTarget }) => {
        if (isReadonly) currentTarget.value = key;
        else onChange(options.find((option) => optionKey(option.value) === currentTarget.value)?.value);
      }}
    >
      <option value="">{placeholder || texts('choose')}</option>
      {!isKnown && <option value={key}>{key}</option>}
      {groupsOf(options).map(([group, inside]) =>
        group === undefined ? inside.map(drawOption) : <optgroup label={group}>{inside.map(drawOption)}</optgroup>,
      )}
    </select>
  );
}

function drawOption({ value, label }: Option) {
  return <option value={optionKey(value)}>{label}</option>;
}

/** Neighbours of one group together. */
export function groupsOf(options: readonly Option[]): [group: string | undefined, options: Option[]][] {
  const groups: [string | undefined, Option[]][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last !== undefined && last[0] === option.group) last[1].push(option);
    else groups.push([option.group, [option]]);
  }
  return groups;
}
