// The box for an answer of one's own, under the option that stands for it. [fill-links.other-answer]
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { textOf, typingEvents } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { moreTexts } from '../../../form-view/more-texts.ts';
import { maxOtherLength, takesOther } from '../other-answer.ts';

export interface OtherAnswer {
  readonly label: string;
  /** The option is chosen, whether or not something is typed yet. */
  readonly isChosen: boolean;
  readonly text: string;
  readonly open: () => void;
  readonly close: () => void;
  readonly type: (text: string) => void;
  /** For what is around the options: which key moves to them. */
  readonly watch: { readonly onKeyDown: (event: KeyboardEvent) => void; readonly onPointerDown: () => void };
}

/** `found` is what the value holds that is not an option. Opened, it stays so while what is typed happens to be one. */
export function useOther(props: FieldProps, found: string | undefined): OtherAnswer {
  const { element, id, locale, host } = props;
  // Chosen without words before a reload.
  const [typed, setTyped] = useState<string | undefined>(() => host.unfinished()[0]);
  const text = typed ?? found ?? '';
  const label = otherLabel(element, locale);
  const lastKey = useRef('');
  const isMissing = typed !== undefined && text.trim() === '';
  useLayoutEffect(() => {
    host.setUnfinished(isMissing ? [''] : [], moreTexts(locale)('otherMissing', label));
    return () => host.setUnfinished([]);
  }, [host, isMissing]);
  return {
    label,
    isChosen: typed !== undefined || found !== undefined,
    text,
    open() {
      setTyped(text);
      // Arrow keys and letters go on to other options: only what opens on purpose takes the focus along. [fill-links.keys]
      if (/^(?: |Enter)?$/.test(lastKey.current)) focusOther(id);
    },
    close: () => setTyped(undefined),
    type: setTyped,
    watch: {
      onKeyDown: ({ key }) => (lastKey.current = key),
      onPointerDown: () => (lastKey.current = ''),
    },
  };
}

export function hasOther({ element, options }: FieldProps): boolean {
  return options.length > 0 && takesOther(element);
}

function otherLabel({ otherOption }: Element, locale: FieldProps['locale']): string {
  return typeof otherOption === 'string' && otherOption.trim() !== '' ? otherOption : moreTexts(locale)('other');
}

export function isListed(options: readonly Option[], value: unknown): boolean {
  return options.some((option) => optionKey(option.value) === optionKey(value as never));
}

interface OtherBoxProps {
  readonly props: FieldProps;
  readonly other: OtherAnswer;
  readonly onText: (text: string | undefined) => void;
  /** What was typed is one of the options, as which it is stored and comes back. */
  readonly onOption: (option: Option) => void;
}

export function OtherBox({ props, other, onText, onOption }: OtherBoxProps) {
  const { options, id, isReadonly, isInvalid, describedBy, locale } = props;
  return (
    <input
      class="control other-text"
      id={`${id}-other`}
      type="text"
      dir={other.text === '' ? undefined : 'auto'}
      maxLength={maxOtherLength}
      aria-label={moreTexts(locale)('otherText', other.label)}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      readOnly={isReadonly || undefined}
      value={other.text}
      {...typingEvents((event) => onText(textOf(event)))}
      onBlur={() => {
        const option = options.find(({ value }) => optionKey(value) === other.text.trim());
        if (option) onOption(option);
      }}
    />
  );
}

/** After it is drawn. */
function focusOther(id: string): void {
  setTimeout(() => document.getElementById(`${id}-other`)?.focus());
}
