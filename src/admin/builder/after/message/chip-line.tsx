// A line with chips: the subject of an email, an address. What is typed is text; answers are picked from a list.
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useBuilder } from '../../builder-context.ts';
import {
  caretIn,
  chipNodes,
  insertAt,
  lineSource,
  makeChip,
  pressChip,
  removeChipBefore,
  withGaps,
} from './chip-dom.ts';
import type { ChipNames } from './chip-names.ts';
import { encodedChip } from './chip-source.ts';
import { FieldPicker } from './field-picker.tsx';

export interface ChipLineProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly chips: ChipNames;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** A web address: what is inserted behind its beginning stays one value. */
  readonly isAddress?: boolean;
}

export function ChipLine(props: ChipLineProps) {
  const { label, isLabelHidden, value, onChange, chips, hint, error, placeholder, isAddress = false } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const kept = useRef<Range>();
  const { draft } = useBuilder();
  const draw = () => box.current?.replaceChildren(...chipNodes(value, chips.labelOf));
  useLayoutEffect(() => {
    // While somebody types, the box has it already.
    if (box.current !== null && lineSource(box.current) !== value) draw();
  }, [value]);
  useLayoutEffect(draw, [chips]);
  useEffect(() => keepCaret(box, kept), []);

  const tell = () => onChange(lineSource(box.current!));
  const insert = (source: string) => {
    const root = box.current!;
    const range = caretIn(root, kept.current);
    root.focus();
    const isInside = isAddress && /^\s*https?:\/\//i.test(textBefore(root, range));
    insertAt(range, withGaps(makeChip(isInside ? encodedChip(source) : source, chips.labelOf)));
    tell();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
    if (event.key === 'Enter') event.preventDefault();
    else if (isUndo) {
      event.preventDefault();
      if (event.shiftKey) draft.redo();
      else draft.undo();
    } else if (event.key === 'Backspace' && removeChipBefore(box.current!)) {
      event.preventDefault();
      tell();
    }
  };
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="labelled">
      <span class={isLabelHidden ? 'visually-hidden' : 'message-label'} id={`${id}-label`}>
        {label}
      </span>
      <div class="chip-line">
        {/* biome-ignore lint/a11y/useSemanticElements: an input holds no chips. */}
        <div
          ref={box}
          class="control chip-box"
          role="textbox"
          tabIndex={0}
          contentEditable
          dir={isAddress ? 'ltr' : 'auto'}
          spellcheck={!isAddress}
          data-placeholder={value === '' ? placeholder : undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onInput={tell}
          onKeyDown={onKeyDown}
          onMouseDown={pressChip}
          onPaste={pastePlain}
          onDrop={(event) => event.preventDefault()}
          onBlur={() => value.includes('{{') && draw()}
        />
        {chips.list.length > 0 && <FieldPicker chips={chips} onPick={insert} />}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

function textBefore(root: HTMLElement, range: Range): string {
  const before = document.createRange();
  before.setStart(root, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return lineSource(before.cloneContents());
}

/** A list that opens takes the focus, and the caret with it. */
export function keepCaret(box: { current: HTMLElement | null }, kept: { current: Range | undefined }): () => void {
  const keep = () => {
    const selection = getSelection();
    const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    if (range !== undefined && box.current?.contains(range.commonAncestorContainer)) kept.current = range.cloneRange();
  };
  document.addEventListener('selectionchange', keep);
  return () => document.removeEventListener('selectionchange', keep);
}

function pastePlain(event: ClipboardEvent): void {
  event.preventDefault();
  const text = event.clipboardData?.getData('text/plain').replace(/\s+/g, ' ') ?? '';
  // The only way that goes into the browser's own typing.
  document.execCommand('insertText', false, text);
}
