// typeValidator num: a number, typed as people write numbers. A text that is none (yet) is kept as it stands, so that the
// rules can say so and nothing is lost.
import { useState } from 'preact/hooks';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { controlAttributes, textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { readTypedNumber } from '../typed-number.ts';
import { readNumber } from '../value.ts';

export function NumberField(props: FieldProps) {
  const { value, onChange } = props;
  // `1.` and `1.0` are the number 1: what was typed stays as long as it means the value.
  const [typed, setTyped] = useState('');
  return NumberInput(props, {
    shown: meaningOf(typed) === value ? typed : undefined,
    // Who typed 1,5 or 1,234 sees how it was read.
    onBlur: () => readNumber(typed) !== value && setTyped(''),
    onText(text) {
      setTyped(text);
      onChange(meaningOf(text));
    },
  });
}

interface Typing {
  readonly shown?: string | undefined;
  readonly onBlur?: () => void;
  readonly onText?: (text: string) => void;
}

export function NumberInput(props: FieldProps, { shown = textOfValue(props.value), onBlur, onText }: Typing = {}) {
  return (
    <input
      {...controlAttributes(props)}
      class="control"
      type="text"
      inputMode="decimal"
      autoComplete="off"
      dir={shown === '' ? undefined : 'ltr'}
      value={shown}
      onBlur={onBlur}
      {...typingEvents((event) => onText?.(textOf(event) ?? ''))}
    />
  );
}

function meaningOf(text: string): JsonValue | undefined {
  return readTypedNumber(text) ?? (isRounded(text) ? text + unread : text || undefined);
}

/** With a sign that no number has, so that the rules do not read another number than the one that was typed. */
const unread = '?';

function isRounded(text: string): boolean {
  return typeof readNumber(text) === 'number';
}

function textOfValue(value: JsonValue | undefined): string {
  const text = String(value ?? '');
  return text.endsWith(unread) && isRounded(text.slice(0, -1)) ? text.slice(0, -1) : text;
}
