// The label of an element: words, or for questions a line with links and emphasis, such as what people agree to. Tables, emails and PDFs
// show the words alone: they follow the line until somebody gives them words of their own.
import { useRef, useState } from 'preact/hooks';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { directionOf } from '../../../core/locale/locale.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { MessageEditor, textOfMessage } from '../after/message/message-editor.tsx';
import { escapeText } from '../after/message/message-html.ts';
import { useBuilder } from '../builder-context.ts';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { useFocusAfter } from '../outline/use-focus-after.ts';
import { useFocusWish } from '../outline/use-focus-wish.ts';
import { formLocale } from '../tree/element-kinds.ts';
import { changeElement, isContainer } from '../tree/element-tree.ts';
import { withLabel } from '../tree/label-change.ts';

const style = { color: '', isOfForm: true, isLabel: true } as const;
const noChips = { list: [], labelOf: (source: string) => source };

export interface LabelFieldProps {
  readonly element: Element;
  readonly names: ExpressionNames;
  readonly path: string;
}

export function LabelField({ element, names, path }: LabelFieldProps) {
  const { draft, formId } = useBuilder();
  const t = useTexts('builder/property');
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const locale = useSlice(draft, () => formLocale(draft.get().definition));
  const focus = useFocusAfter<true>(() => box.current?.querySelector<HTMLElement>('[role=textbox]'));
  useFocusWish('label', () => {
    const input = box.current?.querySelector<HTMLElement>('[role=textbox], textarea, input');
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  });
  const { label = '', labelHtml } = element;
  const isQuestion = element.type.startsWith('f');
  const change = (make: (definition: FormDefinition) => FormDefinition) => draft.change(make, `label@${path}`);
  const setWords = (words: string) => change((now) => withLabel(now, draft.get().saved, path, words));
  const setLine = (html: string, words: string) => {
    // Without its last link it is still being written.
    setOpen(true);
    change((now) => {
      const isFollowing = label === '' || label === wordsOf(labelHtml ?? escapeText(label));
      const named = isFollowing ? withLabel(now, draft.get().saved, path, words) : now;
      const isPlain = !html.includes('<') && (isFollowing || words === label);
      // Its name may have followed the label; its place has not changed.
      return changeElement(named, path, { labelHtml: isPlain || html === '' ? undefined : html });
    });
  };
  if (!isQuestion || (labelHtml === undefined && !isOpen)) {
    return (
      <div ref={box}>
        <TextField
          label={t('label')}
          hint={t(
            isContainer(element) ? 'sectionLabelHint' : element.type.startsWith('e') ? 'contentLabelHint' : 'labelHint',
          )}
          value={label}
          onChange={setWords}
        />
        {isQuestion && (
          <Button
            kind="quiet"
            icon="link"
            onPress={() => {
              setOpen(true);
              focus(true);
            }}
          >
            {t('formatLabel')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div ref={box} class="stack">
      <MessageEditor
        label={t('label')}
        chips={noChips}
        {...{ names, style, formId }}
        direction={directionOf(locale)}
        value={labelHtml ?? escapeText(label)}
        onChange={setLine}
      />
      {labelHtml !== undefined && (
        <TextField label={t('labelWords')} hint={t('labelWordsHint')} value={label} onChange={setWords} />
      )}
    </div>
  );
}

function wordsOf(html: string): string {
  return textOfMessage(html, style);
}
