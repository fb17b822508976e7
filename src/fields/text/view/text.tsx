// fInput: a line of text. What it is about, as far as the form says, helps the keyboard and the browser's own filling in.
import { controlAttributes, textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';

export function TextField(props: FieldProps) {
  const { value, onChange } = props;
  const text = value === undefined ? '' : String(value);
  const purpose = purposeOf(props);
  return (
    <input
      {...controlAttributes(props)}
      class="control"
      type="text"
      // Some placeholders are addresses, which read from left to right on every page.
      dir={text !== '' ? 'auto' : /^[a-z]+:/i.test(props.element.placeholder ?? '') ? 'ltr' : undefined}
      inputMode={keyboards[purpose ?? '']}
      autoComplete={purpose}
      value={text}
      {...typingEvents((event) => onChange(textOf(event)))}
    />
  );
}

/** [forms.elements.autocomplete] The owner's word, then a rule's, then what the label says. */
function purposeOf({ element, purpose }: FieldProps): string | undefined {
  const rules = (element.validators ?? []).map((one) => (typeof one === 'string' ? one : one.type));
  const ruled = rules.includes('str/email') ? 'email' : rules.includes('str/url') ? 'url' : purpose;
  return element.autocomplete ?? ruled;
}

const keyboards: Readonly<Record<string, 'email' | 'url' | 'tel'>> = { email: 'email', url: 'url', tel: 'tel' };
