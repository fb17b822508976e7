// fSelect with room for an answer of one's own: it is the last of the list, and has a box below. [fill-links.other-answer]
import { optionKey } from '../../../core/plan/option-list.ts';
import { controlAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { isListed, OtherBox, useOther } from './other-text.tsx';
import { groupsOf } from './select.tsx';

/** No option has it: blanks alone are not a value. */
const otherKey = ' ';

export function OtherSelect(props: FieldProps) {
  const { value, options, onChange, texts, isReadonly } = props;
  const { readOnly: _, 'aria-required': __, placeholder, ...attributes } = controlAttributes(props);
  const found = value !== undefined && !isListed(options, value) ? optionKey(value) : undefined;
  const other = useOther(props, found);
  const key = other.isChosen ? otherKey : value === undefined ? '' : optionKey(value);
  const choose = (chosen: string) => {
    if (chosen === otherKey) {
      other.open();
      onChange(undefined);
      return;
    }
    other.close();
    onChange(options.find((option) => optionKey(option.value) === chosen)?.value);
  };
  return (
    <>
      <select
        {...attributes}
        {...other.watch}
        class="control"
        aria-disabled={isReadonly || undefined}
        value={key}
        onChange={({ currentTarget }) => {
          if (isReadonly) currentTarget.value = key;
          else choose(currentTarget.value);
        }}
      >
        <option value="">{placeholder || texts('choose')}</option>
        {groupsOf(options).map(([group, inside]) => {
          const drawn = inside.map((option) => <option value={optionKey(option.value)}>{option.label}</option>);
          return group === undefined ? drawn : <optgroup label={group}>{drawn}</optgroup>;
        })}
        <option value={otherKey}>{other.label}</option>
      </select>
      {other.isChosen && (
        <OtherBox
          props={props}
          other={other}
          onText={(text) => {
            other.type(text ?? '');
            onChange(text);
          }}
          onOption={(option) => choose(optionKey(option.value))}
        />
      )}
    </>
  );
}
