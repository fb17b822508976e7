// Notes that the team writes on an entry for itself. [entries.notes]
import { useState } from 'preact/hooks';
import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiList } from '../../api-types/lists.ts';
import type { EntryNote } from '../../api-types/notes.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Loaded, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';

const maxNoteLength = 5_000;

export function NotesCard({ entry }: { entry: ApiEntry }) {
  const { api } = useApp();
  const t = useTexts('entries/team');
  const path = `/entry/${entry.id}/notes`;
  const load = useLoad(async (signal) => (await api.call<ApiList<EntryNote>>(path, { signal })).data, [path]);
  if (entry.status === 'deleted') return null;
  return (
    <section class="card stack" aria-label={t('notes')}>
      <h2>{t('notes')}</h2>
      <Loaded load={load}>
        {(notes) => (
          <>
            {notes.length === 0 && <p class="quiet-text">{t('noNotes')}</p>}
            {notes.length > 0 && (
              <ol class="note-list">
                {notes.map((note) => (
                  <Note
                    key={note.id}
                    note={note}
                    path={path}
                    onGone={() => load.setValue(notes.filter(({ id }) => id !== note.id))}
                  />
                ))}
              </ol>
            )}
            <NewNote key={entry.id} entry={entry.id} onAdded={(note) => load.setValue([...notes, note])} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Note({ note, path, onGone }: { note: EntryNote; path: string; onGone: () => void }) {
  const { api, user, ask, notify } = useApp();
  const t = useTexts('entries/team');
  const formats = useFormats();
  const errorText = useErrorText();
  const remove = async () => {
    if (!(await ask({ title: t('deleteNoteTitle'), confirm: t('deleteNote'), isDanger: true }))) return;
    try {
      await api.call(`${path}/${note.id}`, { method: 'DELETE' });
      onGone();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  return (
    <li>
      <div class="note-head">
        <p>
          <strong>
            <bdi>{note.by.name || t('formerMember')}</bdi>
          </strong>{' '}
          <time class="quiet-text" dateTime={note.time} title={formats.dateTime(note.time)}>
            {formats.ago(note.time)}
          </time>
        </p>
        {note.by.id === user.id && (
          <Button kind="quiet" icon="trash" label={t('deleteNote')} onPress={() => void remove()} />
        )}
      </div>
      <p class="note-text" dir="auto">
        {note.text}
      </p>
    </li>
  );
}

/** What is typed stays on the device until it is added: whoever looks something up elsewhere finds it again. */
function NewNote({ entry, onAdded }: { entry: string; onAdded: (note: EntryNote) => void }) {
  const { api } = useApp();
  const t = useTexts('entries/team');
  const errorText = useErrorText();
  const [text, setText] = useState(() => keptText(entry));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const change = (typed: string) => {
    setText(typed);
    setError('');
    keepText(entry, typed);
  };
  const add = async () => {
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    try {
      const note = await api.call<EntryNote>(`/entry/${entry}/notes`, { body: { text } });
      change('');
      onAdded(note);
    } catch (caught) {
      setError(errorText(caught));
    }
    setBusy(false);
  };
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label={t('newNote')}
        hint={t('notesHint')}
        value={text}
        onChange={change}
        error={error}
        rows={3}
        maxLength={maxNoteLength}
      />
      <div>
        <Button type="submit" isBusy={isBusy} isOff={text.trim() === ''}>
          {t('addNote')}
        </Button>
      </div>
    </form>
  );
}

const keyOf = (entry: string) => `formstead-note-${entry}`;

function keptText(entry: string): string {
  try {
    return sessionStorage.getItem(keyOf(entry)) ?? '';
  } catch {
    return '';
  }
}

function keepText(entry: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(entry));
    else sessionStorage.setItem(keyOf(entry), text);
  } catch {
    // A device that keeps nothing: the text then lasts as long as the page.
  }
}
