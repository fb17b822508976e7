// A birthday: day, month and year, which people know by heart, in boxes of their own, in the order of the device.
// [fill-links.birthday]
import { useState } from 'preact/hooks';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { controlAttributes, groupAttributes, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';

const parts = ['year', 'month', 'day'] as const;
type Part = (typeof parts)[number];
type Birthday = Readonly<Record<Part, string>>;

export function BirthdayField(props: FieldProps) {
  const { id, value, onChange, locale } = props;
  // What was typed stays as it is as long as it means the value.
  const [typed, setTyped] = useState(empty);
  const [order] = useState(orderOfDevice);
  const [names] = useState(() => new Intl.DisplayNames([locale], { type: 'dateTimeField' }));
  const shown = meaningOf(typed) === value ? typed : partsOf(value);
  const {
    placeholder: _,
    'aria-required': isRequired,
    'aria-describedby': __,
    ...attributes
  } = controlAttributes(props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of a field is not a legend.
    <div role="group" {...groupAttributes(props)} class="birthday-boxes">
      {order.map((part) => (
        <label key={part} class={part}>
          <span class="hint">{capital(names.of(part) ?? part, locale)}</span>
          <input
            {...attributes}
            id={`${id}-${part}`}
            class="control"
            type="text"
            inputMode="numeric"
            autoComplete={`bday-${part}`}
            required={isRequired}
            data-part={part}
            value={shown[part]}
            {...typingEvents(({ currentTarget }) => {
              const next = { ...shown, [part]: (currentTarget as HTMLInputElement).value };
              setTyped(next);
              onChange(meaningOf(next));
            })}
          />
        </label>
      ))}
    </div>
  );
}

const empty: Birthday = { year: '', month: '', day: '' };
/** A sign that no date has: with it the rules ask again for what is not a whole date. */
const unread = '?';

function meaningOf(birthday: Birthday): string | undefined {
  const texts = parts.map((part) => birthday[part].trim());
  if (texts.every((text) => text === '')) return undefined;
  const text = texts.map((one, at) => (one === '' ? '' : one.padStart(at === 0 ? 4 : 2, '0'))).join('-');
  const date = new Date(`${text}T00:00:00.000Z`);
  // The 31st of a month of 30 days would be another day.
  const isDay = /^[1-9]\d{3}-/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isDay ? date.toISOString() : text + unread;
}

function partsOf(value: JsonValue | undefined): Birthday {
  const [, year = '', month = '', day = ''] =
    /^(.*?)-(.*?)-(.*?)(?:T|\?$)/.exec(typeof value === 'string' ? value : '') ?? [];
  const plain = (text: string) => text.replace(/^0+/, '');
  return { year: plain(year), month: plain(month), day: plain(day) };
}

function orderOfDevice(): Part[] {
  return new Intl.DateTimeFormat().formatToParts().flatMap(({ type }) => parts.find((part) => part === type) ?? []);
}

function capital(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
