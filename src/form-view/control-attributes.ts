// The attributes that every control shares.
import type { FieldProps } from './field-props.ts';

export function controlAttributes(props: FieldProps) {
  const { element, id, isReadonly, isRequired, isInvalid, describedBy, purpose } = props;
  return {
    id,
    placeholder: element.placeholder,
    autoComplete: element.autocomplete ?? purpose,
    readOnly: isReadonly || undefined,
    'aria-required': isRequired || undefined,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
  };
}

/** For several controls under one label. */
export function groupAttributes({ id, labelId, describedBy }: FieldProps) {
  return { id, 'aria-labelledby': labelId, 'aria-describedby': describedBy };
}

/** Some programs that fill in forms tell of a change alone, and not of what was put in. */
export function typingEvents(tell: (event: Event) => void) {
  return { onInput: tell, onChange: tell };
}

/** The value of an input as it is kept: nothing rather than an empty text. */
export function textOf(event: Event): string | undefined {
  return (event.currentTarget as HTMLInputElement).value || undefined;
}
