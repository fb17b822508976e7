// A text of the form that is typed where it stands. What is typed goes to the draft at once, as one step to undo; what comes back
// from there is shown only where it is another text, so that the caret stays.
import { h } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { ItemContext } from './canvas-context.ts';

export interface EditableProps {
  /** Which text of the item: `label`, `option.2`. */
  readonly field: string;
  readonly value: string;
  /** For those who do not see where it stands. */
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly isMultiline?: boolean;
  /** Texts that are always reached by Tab belong to the page, not to an element. */
  readonly isOfPage?: boolean;
  readonly class?: string;
  readonly onChange: (text: string) => void;
  /** Several lines that were pasted into a text of one line. */
  readonly onLines?: (lines: readonly string[]) => void;
}

const editing = plainTextMode();

export function Editable(props: EditableProps) {
  const { field, value, label, placeholder, isMultiline = false, isOfPage = false } = props;
  const { isFirst } = useContext(ItemContext);
  const box = useRef<HTMLElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const text = box.current!;
    if (readText(text) !== value) text.textContent = value;
  }, [value]);
  const take = () => {
    const text = box.current!;
    const typed = isMultiline ? readText(text) : readText(text).replace(/\s*\n\s*/g, ' ');
    // Some browsers leave a line break behind, which hides the words that invite to type.
    if (typed === '' && text.firstChild !== null) text.textContent = '';
    if (typed !== latest.current.value) latest.current.onChange(typed);
  };
  return h('bdi', {
    ref: box,
    class: `cv-text ${isMultiline ? 'cv-lines' : ''} ${props.class ?? ''}`,
    role: 'textbox',
    contentEditable: editing,
    tabIndex: isFirst || isOfPage ? 0 : -1,
    'aria-label': label,
    'aria-multiline': isMultiline || undefined,
    'aria-placeholder': placeholder,
    'data-edit': field,
    'data-placeholder': placeholder,
    onInput: take,
    onBeforeInput: (event: InputEvent) => {
      const isBreak = event.inputType === 'insertParagraph' || event.inputType === 'insertLineBreak';
      // Undo is the draft's, and a form holds no formatted text here.
      if (/^(format|history)/.test(event.inputType) || (isBreak && !isMultiline)) event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
      const filled = lines.filter((line) => line !== '');
      event.preventDefault();
      event.stopPropagation();
      if (!isMultiline && filled.length > 1 && latest.current.onLines !== undefined) latest.current.onLines(filled);
      else document.execCommand('insertText', false, isMultiline ? lines.join('\n') : filled.join(' '));
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
  });
}

/** Line breaks as they are seen: browsers write them as text, as <br>, or as blocks. */
function readText(box: Node): string {
  let text = '';
  for (const node of box.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue;
    else if (node.nodeName === 'BR') text += node.nextSibling === null ? '' : '\n';
    else text += (text === '' ? '' : '\n') + readText(node);
  }
  // Blanks that keep from collapsing while one types are blanks.
  return text.replace(/\u00a0/g, ' ').replace(/\n$/, '');
}

function plainTextMode(): 'plaintext-only' | true {
  if (typeof document === 'undefined') return true;
  const probe = document.createElement('div');
  try {
    probe.contentEditable = 'plaintext-only';
    return 'plaintext-only';
  } catch {
    // Firefox before 136 does not know this mode: what is typed is read as text all the same.
    return true;
  }
}
