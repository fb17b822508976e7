// The text of a message: written as it will look, with answers as chips; or as HTML for those who want it.
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import Squire from 'squire-rte';
import type { Direction } from '../../../../core/locale/locale.ts';
import { useTexts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { ExpressionField } from '../../expressions/expression-field.tsx';
import type { ExpressionNames } from '../../expressions/expression-names.ts';
import { useSendPicture } from '../../properties/use-send-picture.ts';
import { pressChip, removeChipBefore } from './chip-dom.ts';
import type { ChipNames } from './chip-names.ts';
import { insertInline, pasteInLine } from './insert-in-editor.ts';
import { escapeText, type MessageStyle, makePicture, messageSource, messageText } from './message-html.ts';
import type { InsertKind } from './message-insert.tsx';
import { MessageToolbar } from './message-toolbar.tsx';
import { isEditable, messageFragment } from './read-message.ts';

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
  const t = useTexts('builder/message');
  const { value, names, label, style } = props;
  const write = (html: string) => props.onChange(html, textOfMessage(html, style));
  const canBeRich = useMemo(() => isEditable(value, style), [value, style]);
  const [view, setView] = useState<'rich' | 'source' | 'simplified'>('rich');
  // What came by undo, or from elsewhere, may say more than the editor keeps.
  if (view === 'simplified' || (view === 'rich' && canBeRich))
    return <RichEditor {...props} onSource={() => setView('source')} />;
  return (
    <div class="message-source">
      {style.isLabel ? (
        <TextField label={`${label}: ${t('source')}`} isMono rows={4} {...{ value }} onChange={write} />
      ) : (
        <ExpressionField
          label={`${label}: ${t('source')}`}
          kind="template"
          isMono
          {...{ names, value }}
          rows={10}
          onChange={write}
        />
      )}
      {!canBeRich && <p class="hint">{t('notRich')}</p>}
      <Button kind="quiet" icon="edit" onPress={() => setView(canBeRich ? 'rich' : 'simplified')}>
        {t(canBeRich ? 'rich' : 'openRich')}
      </Button>
    </div>
  );
}

/** The words of HTML, with what is between braces. */
export function textOfMessage(html: string, style?: Partial<MessageStyle>): string {
  return messageText(messageFragment(html, { labelOf: (source) => source, pictureOf: (alt) => alt }, style), style);
}

function RichEditor(props: MessageEditorProps & { onSource: () => void }) {
  const { label, value, chips, direction, style, formId, wrap = (html) => html } = props;
  const t = useTexts('builder/message');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Squire>();
  const [insert, setInsert] = useState<InsertKind>();
  const sending = useSendPicture(formId);
  const latest = useRef({ ...props, wrap });
  latest.current = { ...props, wrap };
  const canUndo = useRef(false);
  /** What is stored, and what the editor would write for it: what nobody changed stays as it was written. */
  const shown = useRef({ value: '', source: '' });
  const told = useRef({ value: '', source: '' });
  const words = useMemo(
    () => ({ labelOf: chips.labelOf, pictureOf: (name: string) => t('pictureOf', { name }) }),
    [chips, t],
  );
  const readWords = useRef(words);
  readWords.current = words;
  const show = (opened: Squire) => {
    opened.setHTML(value);
    canUndo.current = false;
    told.current = { value, source: messageSource(root.current!, style) };
    shown.current = told.current;
  };
  const addPicture = async (opened: Squire, files: FileList | undefined) => {
    if (style.isLabel) return;
    const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
    const sent = file === undefined ? undefined : await sending.send(file);
    if (sent === undefined) return;
    const { url: src, width, height } = sent;
    insertInline(opened, makePicture({ src, alt: '', width, height }, readWords.current));
  };
  const add = useRef(addPicture);
  add.current = addPicture;

  // In time for the first paint: text that came after it would push everything below away.
  useLayoutEffect(() => {
    const box = root.current!;
    const opened = new Squire(box, {
      blockTag: 'P',
      sanitizeToDOMFragment: (html: string) => messageFragment(html, readWords.current, style),
    });
    opened.setKeyHandler('Tab', null);
    opened.setKeyHandler('Shift-Tab', null);
    if (style.isLabel) {
      const stay = (_: Squire, event: KeyboardEvent) => event.preventDefault();
      for (const key of ['Enter', 'Shift-Enter']) opened.setKeyHandler(key, stay);
    }
    listen<{ canUndo: boolean }>(opened, 'undoStateChange', (state) => {
      canUndo.current = state.canUndo;
    });
    listen<{ clipboardData: DataTransfer }>(opened, 'pasteImage', ({ clipboardData }) => {
      void add.current(opened, clipboardData.files);
    });
    // What is older than the editor is the form's to undo.
    const undo = (_: Squire, event: KeyboardEvent) => {
      if (!canUndo.current) return;
      event.preventDefault();
      opened.undo();
    };
    for (const key of ['Ctrl-z', 'Meta-z']) opened.setKeyHandler(key, undo);
    const tell = () => {
      const { onChange, style: look, wrap: around } = latest.current;
      const source = messageSource(box, look);
      if (source === told.current.source) return;
      told.current = source === shown.current.source ? shown.current : { value: around(source), source };
      onChange(told.current.value, messageText(box, look));
    };
    opened.addEventListener('input', tell);
    // Before the editor's own keys.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Backspace' || !removeChipBefore(box)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      tell();
    };
    // The editor ends what it pastes with a paragraph; a label is one line.
    const onPaste = (event: ClipboardEvent) => {
      if (!style.isLabel || !box.contains(event.target as Node)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pasteInLine(opened, messageFragment(pastedHtml(event), readWords.current, style));
      tell();
    };
    box.parentElement?.addEventListener('keydown', onKeyDown, true);
    box.parentElement?.addEventListener('paste', onPaste, true);
    setEditor(opened);
    return () => {
      box.parentElement?.removeEventListener('keydown', onKeyDown, true);
      box.parentElement?.removeEventListener('paste', onPaste, true);
      opened.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    if (editor !== undefined && told.current.value !== value) show(editor);
  }, [editor, value]);
  // Questions that were renamed, and another language, are other words on the chips.
  useEffect(() => {
    if (editor !== undefined && told.current.value === value && document.activeElement !== root.current) show(editor);
  }, [words]);

  return (
    <div class={`message-editor${style.isOfForm ? ' is-of-form' : ''}${style.isLabel ? ' is-label' : ''}`}>
      <span class="message-label" id={`${id}-label`}>
        {label}
      </span>
      <div class="message-frame">
        <MessageToolbar
          {...{ editor, chips, style, formId, words, insert }}
          onInsert={setInsert}
          controls={id}
          onSource={props.onSource}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a textarea holds no rich text. */}
        <div
          ref={root}
          id={id}
          class="message-text"
          role="textbox"
          tabIndex={0}
          contentEditable
          dir={direction}
          aria-multiline={!style.isLabel}
          onMouseDown={pressChip}
          onDragOver={(event) => hasFiles(event) && event.preventDefault()}
          onDrop={(event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            if (editor !== undefined) void addPicture(editor, event.dataTransfer?.files);
          }}
          onDblClick={(event) => (event.target as Element).closest('[data-picture]') && setInsert('picture')}
          aria-labelledby={`${id}-label`}
        />
      </div>
      <p class="hint" role="status">
        {sending.isBusy && t('pictureBusy')}
      </p>
      {sending.error !== '' && <Notice kind="error">{sending.error}</Notice>}
    </div>
  );
}

/** Of what has no formatting, the words. */
function pastedHtml({ clipboardData }: ClipboardEvent): string {
  return clipboardData?.getData('text/html') || escapeText(clipboardData?.getData('text/plain') ?? '');
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** To one of the editor's own events. */
function listen<Detail>(editor: Squire, type: string, hear: (detail: Detail) => void): void {
  editor.addEventListener(type, ((event: CustomEvent<Detail>) => hear(event.detail)) as EventListener);
}
