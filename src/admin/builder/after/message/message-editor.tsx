// The text of a message: written as it will look, with answers as chips; or as HTML for those who want it.
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import Squire from 'squire-rte';
import type { Direction } from '../../../../core/locale.ts';
import { useTexts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ExpressionField } from '../../expressions/expression-field.tsx';
import type { ExpressionNames } from '../../expressions/expression-names.ts';
import { pressChip, removeChipBefore } from './chip-dom.ts';
import type { ChipNames } from './chip-names.ts';
import { isEditable, type MessageStyle, messageFragment, messageSource, messageText } from './message-html.ts';
import { messageTexts } from './message-texts.ts';
import { MessageToolbar } from './message-toolbar.tsx';

export interface MessageEditorProps {
  readonly label: string;
  readonly formId: string;
  /** HTML with `{{ }}` in it. */
  readonly value: string;
  readonly onChange: (html: string, text: string) => void;
  /** What the editor gives is a part of what is stored. */
  readonly wrap?: (html: string) => string;
  readonly names: ExpressionNames;
  readonly chips: ChipNames;
  readonly direction: Direction;
  readonly style: MessageStyle;
}

export function MessageEditor(props: MessageEditorProps) {
  const t = useTexts(messageTexts);
  const { value, names, label } = props;
  const canBeRich = useMemo(() => isEditable(value), [value]);
  const [view, setView] = useState<'rich' | 'source'>(canBeRich ? 'rich' : 'source');
  if (view === 'rich') return <RichEditor {...props} onSource={() => setView('source')} />;
  return (
    <div class="message-source">
      <ExpressionField
        label={`${label}: ${t('source')}`}
        kind="template"
        isMono
        {...{ names, value }}
        rows={10}
        onChange={(html) => props.onChange(html, textOf(html))}
      />
      {!canBeRich && <p class="hint">{t('notRich')}</p>}
      <Button kind="quiet" icon="edit" onPress={() => setView('rich')}>
        {t(canBeRich ? 'rich' : 'openRich')}
      </Button>
    </div>
  );
}

function textOf(html: string): string {
  return messageText(messageFragment(html, { labelOf: (source) => source, pictureOf: (alt) => alt }));
}

function RichEditor(props: MessageEditorProps & { onSource: () => void }) {
  const { label, value, chips, direction, style, formId, wrap = (html) => html } = props;
  const t = useTexts(messageTexts);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Squire>();
  const latest = useRef({ ...props, wrap });
  latest.current = { ...props, wrap };
  const told = useRef<string>();
  const words = useMemo(
    () => ({ labelOf: chips.labelOf, pictureOf: (name: string) => t('pictureOf', { name }) }),
    [chips, t],
  );
  const readWords = useRef(words);
  readWords.current = words;

  // In time for the first paint: text that came after it would push everything below away.
  useLayoutEffect(() => {
    const box = root.current!;
    const opened = new Squire(box, {
      blockTag: 'P',
      sanitizeToDOMFragment: (html: string) => messageFragment(html, readWords.current),
    });
    opened.setKeyHandler('Tab', null);
    opened.setKeyHandler('Shift-Tab', null);
    const tell = () => {
      const { onChange, style: look, wrap: around } = latest.current;
      told.current = around(messageSource(box, look));
      onChange(told.current, messageText(box));
    };
    opened.addEventListener('input', tell);
    // Before the editor's own keys.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Backspace' || !removeChipBefore(box)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      tell();
    };
    box.parentElement?.addEventListener('keydown', onKeyDown, true);
    setEditor(opened);
    return () => {
      box.parentElement?.removeEventListener('keydown', onKeyDown, true);
      opened.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    if (editor === undefined || told.current === value) return;
    told.current = value;
    editor.setHTML(value);
  }, [editor, value]);
  // Questions that were renamed, and another language, are other words on the chips.
  useEffect(() => {
    if (editor !== undefined && told.current === value && document.activeElement !== root.current)
      editor.setHTML(value);
  }, [words]);

  return (
    <div class="message-editor">
      <span class="message-label" id={`${id}-label`}>
        {label}
      </span>
      <div class="message-frame">
        <MessageToolbar {...{ editor, chips, style, formId, words }} controls={id} onSource={props.onSource} />
        {/* biome-ignore lint/a11y/useSemanticElements: a textarea holds no rich text. */}
        <div
          ref={root}
          id={id}
          class="message-text"
          role="textbox"
          tabIndex={0}
          contentEditable
          dir={direction}
          aria-multiline="true"
          onMouseDown={pressChip}
          aria-labelledby={`${id}-label`}
        />
      </div>
    </div>
  );
}
