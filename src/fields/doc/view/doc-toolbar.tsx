// The buttons above rich text: one stop for the Tab key, arrows within (WAI-ARIA toolbar).

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type Squire from 'squire-rte';
import type { Locale } from '../../../core/locale/locale.ts';
import { Icon, type IconName } from '../../../form-view/rich-icons.tsx';
import type { RichTexts } from '../../../form-view/rich-texts.ts';
import { wordsOf } from '../../../form-view/words.ts';
import { docHtml } from './clean-doc.ts';
import { activeCommands, type DocCommand, runCommand } from './doc-commands.ts';
import { DocLink } from './doc-link.tsx';

export interface DocToolbarProps {
  readonly editor: Squire | undefined;
  /** The DOM id of the text. */
  readonly controls: string;
  readonly locale: Locale;
  readonly texts: RichTexts;
}

const groups: readonly (readonly DocCommand[])[] = [
  ['bold', 'italic', 'underline'],
  ['heading', 'subheading'],
  ['bulletList', 'numberedList'],
  ['link'],
  ['undo', 'redo'],
];
const commands = groups.flat();
const letters: Partial<Record<DocCommand, string>> = {
  bold: 'B',
  italic: 'I',
  underline: 'U',
  heading: 'H1',
  subheading: 'H2',
};

export function DocToolbar({ editor, controls, locale, texts }: DocToolbarProps): JSX.Element {
  const [stop, setStop] = useState(0);
  const [active, setActive] = useState<ReadonlySet<DocCommand>>(new Set());
  const [history, setHistory] = useState({ canUndo: false, canRedo: false });
  const [isLinking, setIsLinking] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (editor === undefined) return undefined;
    const look = () => setActive(activeCommands(editor));
    const events = ['pathChange', 'select', 'cursor', 'input', 'focus', 'keyup'];
    for (const event of events) editor.addEventListener(event, look);
    // An editor that only got the focus has changed its own markup, and there is nothing to undo yet.
    const first = docHtml(editor.getHTML());
    let isChanged = false;
    let latest = history;
    const remember = (event: Event) => {
      if (event.type === 'undoStateChange') latest = (event as CustomEvent<typeof history>).detail;
      isChanged ||= docHtml(editor.getHTML()) !== first;
      if (isChanged) setHistory(latest);
    };
    for (const event of ['undoStateChange', 'input']) editor.addEventListener(event, remember);
    editor.setKeyHandler(/Mac|iPhone|iPad/.test(navigator.platform) ? 'Meta-k' : 'Ctrl-k', (_, event) => {
      event.preventDefault();
      setIsLinking(true);
    });
    return () => {
      for (const event of events) editor.removeEventListener(event, look);
      for (const event of ['undoStateChange', 'input']) editor.removeEventListener(event, remember);
    };
  }, [editor]);

  const isOff = (command: DocCommand) =>
    (command === 'undo' && !history.canUndo) || (command === 'redo' && !history.canRedo);
  const run = (command: DocCommand) => {
    if (editor === undefined) return;
    if (command === 'link') setIsLinking(!isLinking);
    else if (!isOff(command)) runCommand[command](editor, active.has(command));
    setActive(activeCommands(editor));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStop(event, stop);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  };
  const words = wordsOf('fields', locale).docToolbar;
  const label = (command: DocCommand) => {
    const name = command in words ? words[command as OwnCommand] : texts(command as never);
    // Who speaks to the page says what is written on the button.
    return (letters[command]?.length ?? 0) > 1 ? `${name} ${letters[command]}` : name;
  };

  return (
    <>
      <div
        ref={toolbar}
        class="doc-toolbar"
        role="toolbar"
        aria-label={words.toolbar}
        aria-controls={controls}
        onKeyDown={onKeyDown}
      >
        {groups.map((group) => (
          <span key={group[0]} class="doc-tools">
            {group.map((command) => (
              <button
                key={command}
                type="button"
                class={`doc-tool is-${command}`}
                title={label(command)}
                aria-pressed={command === 'undo' || command === 'redo' ? undefined : active.has(command)}
                aria-expanded={command === 'link' ? isLinking : undefined}
                aria-disabled={isOff(command) || undefined}
                tabIndex={commands.indexOf(command) === stop ? 0 : -1}
                // The text keeps its selection.
                onMouseDown={(event) => event.preventDefault()}
                onFocus={() => setStop(commands.indexOf(command))}
                onClick={() => run(command)}
              >
                {/* The title is the name: beside another one it would be read out as well. */}
                <span aria-hidden="true">{letters[command] ?? <Icon name={command as IconName} />}</span>
              </button>
            ))}
          </span>
        ))}
      </div>
      {isLinking && editor !== undefined && (
        <DocLink editor={editor} locale={locale} onClose={() => setIsLinking(false)} />
      )}
    </>
  );
}

function nextStop({ key, currentTarget }: KeyboardEvent, stop: number): number | undefined {
  const isRtl = getComputedStyle(currentTarget as Element).direction === 'rtl';
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return 0;
  if (key === 'End') return commands.length - 1;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return (stop + (key === forward ? 1 : -1) + commands.length) % commands.length;
}

type OwnCommand = 'heading' | 'subheading' | 'undo' | 'redo';
