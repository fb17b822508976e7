// Short notes at the edge of the page. Read out, and gone after a while.
import { Icon } from './icon.tsx';

export interface Note {
  readonly id: string;
  readonly text: string;
  readonly kind: 'good' | 'bad';
}

export function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <div class="notes" role="status">
      {notes.map(({ id, text, kind }) => (
        <p key={id} class={`note ${kind}`}>
          <Icon name={kind === 'good' ? 'check' : 'warning'} />
          <span dir="auto">{text}</span>
        </p>
      ))}
    </div>
  );
}
