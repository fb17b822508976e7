// The text of a content element, written as it will look, with the editor of messages. A text that needs no formatting stays plain
// `text`, which is typed on the form itself; one that has some is `html`, and `text` says the same without it.
import { useMemo, useRef } from 'preact/hooks';
import { directionOf } from '../../../core/locale/locale.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { formChipNames } from '../after/message/chip-names.ts';
import { MessageEditor } from '../after/message/message-editor.tsx';
import { paragraphsHtml } from '../after/message/message-html.ts';
import { useBuilder } from '../builder-context.ts';
import { formFacts, withFacts } from '../expressions/expression-names.ts';
import { useFocusWish } from '../outline/use-focus-wish.ts';
import { formLocale } from '../tree/element-kinds.ts';
import type { PropertyProps } from './property-props.ts';

const style = { color: '', isOfForm: true } as const;

export function ContentText({ element, names: own, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const said = useTexts('builder/message');
  const { draft, formId } = useBuilder();
  const locale = useSlice(draft, () => formLocale(draft.get().definition));
  const names = useMemo(() => withFacts(own, formFacts), [own]);
  const chips = useMemo(() => formChipNames(names, said), [names, said]);
  const box = useRef<HTMLDivElement>(null);
  useFocusWish('text', () => box.current?.querySelector<HTMLElement>('[role=textbox], textarea')?.focus());
  const { text, html } = element;
  // What is in the form, as the editor has it.
  const known = useRef<Known>();
  const first = useRef<Known>();
  if (known.current?.text !== text || known.current?.html !== html || known.current === undefined) {
    known.current = { text, html, value: html || paragraphsHtml(text ?? '') };
    first.current = known.current;
  }
  const { value } = known.current;
  const change = (written: string, words: string) => {
    if (written === first.current?.value) known.current = first.current;
    else if (isPlain(written)) known.current = { text: words || undefined, html: undefined, value: written };
    else known.current = { text: words, html: written, value: written };
    set({ text: known.current.text, html: known.current.html });
  };
  return (
    <div ref={box}>
      <MessageEditor
        label={t('text')}
        {...{ names, chips, style, formId, value }}
        direction={directionOf(locale)}
        onChange={change}
      />
    </div>
  );
}

/** While the form holds what the editor gave, the editor is not given something else that means the same: the caret would jump. */
interface Known {
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly value: string;
}

/** Paragraphs alone: no answers either, which only HTML shows as chips on the form. */
function isPlain(html: string): boolean {
  return !/<(?!\/?p>|br>)/.test(html) && !html.includes('{{');
}
