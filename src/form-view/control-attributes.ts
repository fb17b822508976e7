// The attributes that every control shares.
import type { FieldProps } from './field-props.ts';

export function controlAttributes({ id, isReadonly, isRequired, isInvalid, describedBy }: FieldProps) {
  return {
    id,
    readOnly: isReadonly,
    'aria-required': isRequired || undefined,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
  };
}

/** For several controls under one label. */
export function groupAttributes({ id, labelId, describedBy }: FieldProps) {
  return { id, 'aria-labelledby': labelId, 'aria-describedby': describedBy };
}

/** The value of an input as it is kept: nothing rather than an empty text. */
export function textOf(event: Event): string | undefined {
  return (event.currentTarget as HTMLInputElement).value || undefined;
}
