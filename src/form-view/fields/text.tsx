// fInput: a line of text. What it is about, as far as the form says, helps the keyboard and the browser's own filling in.
import { controlAttributes, textOf, typingEvents } from '../control-attributes.ts';
import type { FieldProps } from '../field-props.ts';

export function TextField(props: FieldProps) {
  const { element, value, onChange } = props;
  const text = value === undefined ? '' : String(value);
  const purpose = purposeOf(element);
  return (
    <input
      {...controlAttributes(props)}
      class="control"
      type="text"
      dir={text === '' ? undefined : 'auto'}
      inputMode={purpose?.inputMode}
      autoComplete={purpose?.autoComplete}
      value={text}
      {...typingEvents((event) => onChange(textOf(event)))}
    />
  );
}

type Purpose = { readonly inputMode?: 'email' | 'url' | 'tel'; readonly autoComplete?: string };

/** WCAG 1.3.5: only where the name or a rule leaves no doubt. */
function purposeOf({ name, validators = [] }: FieldProps['element']): Purpose | undefined {
  for (const validator of validators) {
    const type = typeof validator === 'string' ? validator : validator.type;
    if (type === 'str/email') return { inputMode: 'email', autoComplete: 'email' };
    if (type === 'str/url') return { inputMode: 'url', autoComplete: 'url' };
  }
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(purposes, plain) ? purposes[plain] : undefined;
}

const phone: Purpose = { inputMode: 'tel', autoComplete: 'tel' };
const purposes: Readonly<Record<string, Purpose>> = {
  name: { autoComplete: 'name' },
  fullname: { autoComplete: 'name' },
  firstname: { autoComplete: 'given-name' },
  lastname: { autoComplete: 'family-name' },
  email: { inputMode: 'email', autoComplete: 'email' },
  phone,
  tel: phone,
  mobile: phone,
  company: { autoComplete: 'organization' },
  zip: { autoComplete: 'postal-code' },
};
