// Labelled inputs of the app's own dialogs and panels. What is wrong is shown under the input and is tied to it.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldFrame {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** The label is there for those who do not see the place it is at. */
  readonly isLabelHidden?: boolean;
}

export function Labelled(props: FieldFrame & { children: (control: ControlAttributes) => ComponentChildren }) {
  const { label, hint, error, isLabelHidden, children } = props;
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="labelled">
      <label class={isLabelHidden ? 'visually-hidden' : ''} for={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface TextFieldProps extends FieldFrame {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onLeave?: () => void;
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'search'
    | 'url'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'time'
    | 'color';
  readonly rows?: number;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  readonly isRequired?: boolean;
  readonly isMono?: boolean;
  readonly isReadonly?: boolean;
  readonly autoComplete?: string;
  /** The keyboard of a phone. */
  readonly inputMode?: 'numeric';
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly name?: string;
  readonly min?: number;
  readonly max?: number;
  /** The id of a datalist. */
  readonly list?: string;
  /** The one that a dialog opens with. */
  readonly isFirst?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onLeave, type = 'text', rows, dir = 'auto', isRequired, isMono, isReadonly } = props;
  const shared = {
    class: isMono ? 'control mono' : 'control',
    value,
    dir,
    required: isRequired,
    readOnly: isReadonly,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    name: props.name,
    spellcheck: !isMono,
    onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onBlur: onLeave,
    'data-first': props.isFirst ? '' : undefined,
  };
  return (
    <Labelled {...props}>
      {(control) =>
        rows === undefined ? (
          <input
            {...control}
            {...shared}
            type={type}
            min={props.min}
            max={props.max}
            list={props.list}
            inputMode={props.inputMode}
            autoComplete={props.autoComplete ?? 'off'}
          />
        ) : (
          <textarea {...control} {...shared} rows={rows} />
        )
      }
    </Labelled>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export function SelectField<Value extends string>(
  props: FieldFrame & { value: Value; choices: readonly Choice<Value>[]; onChange: (value: Value) => void },
) {
  return (
    <Labelled {...props}>
      {(control) => (
        <select
          {...control}
          class="control"
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value as Value)}
        >
          {props.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export function CheckField(props: {
  label: string;
  hint?: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={props.isChecked}
        aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{props.label}</label>
        {props.hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {props.hint}
          </p>
        )}
      </div>
    </div>
  );
}
