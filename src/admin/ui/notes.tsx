// Short notes at the edge of the page. Read out, and gone after a while; one with something to press waits while it is pointed
// at or focused, and can be closed.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoteAction } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Icon } from './icon.tsx';

export interface Note {
  readonly id: string;
  readonly text: string;
  readonly kind: 'good' | 'bad';
  readonly action: NoteAction | undefined;
}

const actionMilliseconds = 10_000;

export function Notes({ notes, onDismiss }: { notes: readonly Note[]; onDismiss: (id: string) => void }) {
  return (
    <div class="notes" role="status">
      {notes.map((note) =>
        note.action === undefined ? (
          <p key={note.id} class={`note ${note.kind}`}>
            <NoteText {...note} />
          </p>
        ) : (
          <ActionNote key={note.id} note={note} action={note.action} onDismiss={() => onDismiss(note.id)} />
        ),
      )}
    </div>
  );
}

function NoteText({ text, kind }: Pick<Note, 'text' | 'kind'>) {
  return (
    <>
      <Icon name={kind === 'good' ? 'check' : 'warning'} />
      <span dir="auto">{text}</span>
    </>
  );
}

interface ActionNoteProps {
  readonly note: Note;
  readonly action: NoteAction;
  readonly onDismiss: () => void;
}

function ActionNote({ note, action, onDismiss }: ActionNoteProps) {
  const t = useTexts('shell/ui');
  const [isHeld, setHeld] = useState(false);
  const latest = useRef(onDismiss);
  latest.current = onDismiss;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => latest.current(), actionMilliseconds);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div
      class={`note ${note.kind} with-action`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <NoteText {...note} />
      <button
        type="button"
        class="note-action"
        onClick={() => {
          onDismiss();
          action.onPress();
        }}
      >
        {action.label}
      </button>
      <button type="button" class="note-close" aria-label={t('close')} onClick={onDismiss}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
