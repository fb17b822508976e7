// fDate: a day, a moment or a time, by the browser's own picker. A day and a time have no time zone and are stored as they
// read; a moment is shown in the person's own time zone and stored in UTC.
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { controlAttributes, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { dateModeOf } from '../value.ts';

export function DateField(props: FieldProps) {
  const { element, value, onChange } = props;
  const { 'aria-required': _, ...attributes } = controlAttributes(props);
  const mode = dateModeOf(element);
  const read = (input: HTMLInputElement) => {
    // A date that is only half there is not nothing: kept as this, the rules say that it is not a date.
    // A year below 1000 is one of which two digits were typed: kept with a sign that no date has, it is asked for again.
    const isShort = mode !== 't' && input.value.startsWith('0');
    onChange(input.validity.badInput ? halfDate : isShort ? input.value + halfDate : stored(input.value, mode));
  };
  return (
    <input
      {...attributes}
      class="control"
      type={inputTypes[mode]}
      ref={limits[mode]}
      value={shown(value, mode)}
      {...typingEvents(({ currentTarget }) => read(currentTarget as HTMLInputElement))}
      // Browsers do not report the first parts that are typed into an empty field. [fill-links.half-typed]
      onBlur={({ currentTarget }) => currentTarget.validity.badInput && read(currentTarget)}
    />
  );
}

type Mode = 'd' | 'dt' | 't';

const inputTypes = { d: 'date', dt: 'datetime-local', t: 'time' } as const;
const halfDate = '?';

// Years have four digits. Given to a field that is used: it makes the browser build all that is inside the field at once, ten
// times the work of the field itself.
const limits = {
  d: (input: HTMLInputElement | null) => input?.setAttribute('max', '9999-12-31'),
  dt: (input: HTMLInputElement | null) => input?.setAttribute('max', '9999-12-31T23:59'),
  t: null,
};

function stored(text: string, mode: Mode): string | undefined {
  if (text === '') return undefined;
  if (mode === 'd') return `${text}T00:00:00.000Z`;
  if (mode === 't') return `1970-01-01T${text.slice(0, 5)}:00.000Z`;
  return new Date(text).toISOString();
}

function shown(value: JsonValue | undefined, mode: Mode): string {
  if (typeof value === 'string' && value.length > 1 && value.endsWith(halfDate)) return value.slice(0, -1);
  const date = new Date(typeof value === 'string' ? value : '');
  if (Number.isNaN(date.getTime())) return '';
  if (mode === 'd') return date.toISOString().slice(0, 10);
  if (mode === 't') return date.toISOString().slice(11, 16);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
