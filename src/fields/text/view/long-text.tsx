// fLngTxt: text of several lines. The box grows with what is in it: by field-sizing in the styles, by hand in browsers without.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { controlAttributes, textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';

export function LongTextField(props: FieldProps) {
  const text = String(props.value ?? '');
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = box.current;
    if (area === null || text === '' || CSS.supports('field-sizing', 'content')) return;
    if (area.scrollHeight <= area.clientHeight) return;
    area.style.blockSize = `${area.scrollHeight + 2}px`;
  }, [text]);
  return LongTextBox(props, box);
}

export function LongTextBox(props: FieldProps, box?: RefObject<HTMLTextAreaElement>) {
  const { value, onChange } = props;
  const text = String(value ?? '');
  return (
    <textarea
      {...controlAttributes(props)}
      ref={box}
      class="control"
      rows={3}
      dir={text === '' ? undefined : 'auto'}
      value={text}
      {...typingEvents((event) => onChange(textOf(event)))}
    />
  );
}
