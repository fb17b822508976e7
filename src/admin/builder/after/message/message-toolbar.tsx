// The buttons above a message: one stop for the Tab key, arrows within (WAI-ARIA toolbar); and the lists of answers.
import { useEffect, useRef, useState } from 'preact/hooks';
import type Squire from 'squire-rte';
import { allAnswersName } from '../../../../core/text/message-template.ts';
import { activeCommands, type DocCommand, runCommand } from '../../../../fields/doc/view/doc-commands.ts';
import { useTexts } from '../../../texts.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { ChipNames } from './chip-names.ts';
import { FieldPicker } from './field-picker.tsx';
import { insertChip } from './insert-in-editor.ts';
import type { MessageStyle, MessageWords } from './message-html.ts';
import { type InsertKind, MessageInsert } from './message-insert.tsx';

export interface MessageToolbarProps {
  readonly editor: Squire | undefined;
  readonly formId: string;
  readonly chips: ChipNames;
  readonly words: MessageWords;
  readonly style: MessageStyle;
  /** The DOM id of the text. */
  readonly controls: string;
  /** What is being put in. */
  readonly insert: InsertKind | undefined;
  readonly onInsert: (kind: InsertKind | undefined) => void;
  readonly onSource: () => void;
}

type Command = Extract<DocCommand, 'bold' | 'italic' | 'heading' | 'bulletList' | 'numberedList'>;
type Tool = Command | InsertKind | 'source';
const allTools: readonly Tool[] = [
  'bold',
  'italic',
  'heading',
  'bulletList',
  'numberedList',
  'link',
  'button',
  'picture',
  'source',
];
/** What sends a form is an element of its own. */
const toolsOfForm = allTools.filter((tool) => tool !== 'button');
const toolsOfLabel: readonly Tool[] = ['bold', 'italic', 'link', 'source'];
const icons: Readonly<Record<Exclude<Tool, 'bold' | 'italic' | 'heading'>, IconName>> = {
  bulletList: 'list',
  numberedList: 'numbers',
  link: 'link',
  button: 'button',
  picture: 'picture',
  source: 'code',
};
const letters: Readonly<Partial<Record<Tool, string>>> = { bold: 'B', italic: 'I', heading: 'H' };
const inserts: readonly string[] = ['link', 'button', 'picture'];

export function MessageToolbar(props: MessageToolbarProps) {
  const { editor, chips, controls, style, insert, onInsert, onSource } = props;
  const tools = style.isLabel ? toolsOfLabel : style.isOfForm ? toolsOfForm : allTools;
  const t = useTexts('builder/message');
  const [stop, setStop] = useState(0);
  const [active, setActive] = useState<ReadonlySet<DocCommand>>(new Set());
  const toolbar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editor === undefined) return undefined;
    const look = () => setActive(activeCommands(editor));
    const events = ['pathChange', 'select', 'cursor', 'input', 'focus'];
    for (const event of events) editor.addEventListener(event, look);
    return () => {
      for (const event of events) editor.removeEventListener(event, look);
    };
  }, [editor]);
  const run = (tool: Tool) => {
    if (editor === undefined) return;
    if (tool === 'source') onSource();
    else if (isInsert(tool)) onInsert(insert === tool ? undefined : tool);
    else {
      editor.focus();
      runCommand[tool](editor, active.has(tool));
    }
  };
  const put = (source: string) => editor !== undefined && insertChip(editor, source, chips.labelOf);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStop(event, stop, tools.length);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div class="message-tools">
      <div
        ref={toolbar}
        class="message-toolbar"
        role="toolbar"
        aria-label={t('toolbar')}
        aria-controls={controls}
        onKeyDown={onKeyDown}
      >
        {tools.map((tool, at) => (
          <button
            key={tool}
            type="button"
            class={`button quiet icon-only message-tool is-${tool}`}
            aria-label={t(tool)}
            title={t(tool)}
            aria-pressed={tool === 'source' || isInsert(tool) ? undefined : active.has(tool)}
            aria-expanded={isInsert(tool) ? insert === tool : undefined}
            tabIndex={at === stop ? 0 : -1}
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setStop(at)}
            onClick={() => run(tool)}
          >
            {letters[tool] ?? <Icon name={icons[tool as keyof typeof icons]} size={18} />}
          </button>
        ))}
      </div>
      {!style.isLabel && (
        <div class="message-inserts">
          <FieldPicker chips={chips} onPick={put} text={t('insertAnswer')} />
          {!style.isOfForm && (
            <button
              type="button"
              class="button quiet"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => put(allAnswersName)}
            >
              <Icon name="rows" />
              {t('insertAll')}
            </button>
          )}
        </div>
      )}
      {insert !== undefined && editor !== undefined && (
        <MessageInsert key={insert} {...props} editor={editor} kind={insert} onClose={() => onInsert(undefined)} />
      )}
    </div>
  );
}

function isInsert(tool: Tool): tool is InsertKind {
  return inserts.includes(tool);
}

function nextStop({ key, currentTarget }: KeyboardEvent, stop: number, count: number): number | undefined {
  const isRtl = getComputedStyle(currentTarget as Element).direction === 'rtl';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const step = key === (isRtl ? 'ArrowLeft' : 'ArrowRight') ? 1 : -1;
  return (stop + step + count) % count;
}
