// Radio buttons or boxes, each a whole line to touch; groups have their titles.
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { groupsOf } from './select.tsx';

export interface ChoicesProps extends FieldProps {
  readonly type: 'radio' | 'checkbox';
  readonly isChosen: (option: Option) => boolean;
  readonly onChoose: (option: Option) => void;
}

const many = 12;
const shortest = 8;
const shortLabel = 24;

/** Enough options for columns, where there is room, and none so long that it would not fit. */
function isShortList(options: readonly Option[]): boolean {
  return options.length >= shortest && options.every(({ label }) => label.length <= shortLabel);
}

export function Choices(props: ChoicesProps) {
  const { id, options, type, isChosen, onChoose, isReadonly, isInvalid } = props;
  const draw = (option: Option) => (
    <label class="choice" key={optionKey(option.value)}>
      <input
        type={type}
        name={id}
        value={optionKey(option.value)}
        checked={isChosen(option)}
        disabled={isReadonly && !isChosen(option)}
        // A radio group says so itself; a group of boxes cannot.
        aria-invalid={(isInvalid && type === 'checkbox') || undefined}
        onClick={(event) => isReadonly && event.preventDefault()}
        onChange={() => onChoose(option)}
      />
      <bdi>{option.label}</bdi>
    </label>
  );
  return (
    <div class={`choices${options.length > many ? ' many' : ''}${isShortList(options) ? ' short' : ''}`}>
      {groupsOf(options).map(([group, inside], at) =>
        group === undefined ? (
          inside.map(draw)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a radiogroup is announced as a second question.
          <div role="group" aria-labelledby={`${id}-group-${at}`}>
            <p class="choice-group" id={`${id}-group-${at}`}>
              {group}
            </p>
            {inside.map(draw)}
          </div>
        ),
      )}
    </div>
  );
}
