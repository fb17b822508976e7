import { controlAttributes, textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { codeWords } from '../value.ts';

export function CodeField(props: FieldProps) {
  return (
    <input
      {...controlAttributes(props)}
      class="control"
      type="text"
      data-control="code"
      value={codeWords(props.value ?? '')}
      {...typingEvents((event) => props.onChange(textOf(event)?.toUpperCase().replace(' ', '-')))}
    />
  );
}
