// What could not be brought over, by what it means for the form. Each line leads to its place in the outline.

import { useState } from 'preact/hooks';
import type { ImportedForm, Note } from '../../../import-forms/import-form.ts';
import { type NoteGroup, noteGroupOf, noteGroups } from '../../../import-forms/note-groups.ts';
import { useFormats } from '../../formats.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { downloadText } from '../../ui/download-text.ts';
import { Notice } from '../../ui/notices.tsx';
import type { FormOutline } from './outline-form.ts';

export interface ImportNotesProps {
  readonly imported: ImportedForm;
  readonly outline: FormOutline;
  readonly name: string;
  readonly onShow: (path: string) => void;
}

export function ImportNotes({ imported, outline, name, onShow }: ImportNotesProps) {
  const t = useTexts('forms/import');
  const { notes } = imported;
  if (notes.length === 0) return <Notice kind="good">{t('all')}</Notice>;
  const titles = new Map(outline.rows.map(({ path, title }) => [path, title]));
  const placeOf = ({ where }: Note) => {
    const path = imported.places.get(where);
    const title = path === undefined ? undefined : titles.get(path);
    return path === undefined || title === undefined ? undefined : { path, title };
  };
  const groups = noteGroups
    .map((group) => ({ group, inside: notes.filter(({ code }) => noteGroupOf(code) === group) }))
    .filter(({ inside }) => inside.length > 0);
  const save = () => {
    const parts = groups.map(({ group, inside }) =>
      [
        t(group),
        ...inside.map((note) => {
          const where = [placeOf(note)?.title, placeText(note.where, t)].filter(Boolean).join(' · ');
          return `- ${where === '' ? '' : `${where}: `}${note.what}`;
        }),
      ].join('\n'),
    );
    downloadText(`${name || t('title')}.txt`, 'text/plain;charset=utf-8', `\ufeff${parts.join('\n\n')}\n`);
  };
  return (
    <section class="card stack tight" aria-labelledby="import-notes">
      <h2 id="import-notes">
        {t('notes')} <Count count={notes.length} />
      </h2>
      <p class="quiet-text">{t('notesHint')}</p>
      {groups.map(({ group, inside }, at) => (
        <Group key={group} group={group} notes={inside} isOpen={at === 0} {...{ placeOf, onShow }} />
      ))}
      <div class="buttons">
        <Button icon="download" onPress={save}>
          {t('download')}
        </Button>
      </div>
    </section>
  );
}

function Count({ count }: { count: number }) {
  const { number } = useFormats();
  return <span class="badge warning">{number(count)}</span>;
}

interface GroupProps {
  readonly group: NoteGroup;
  readonly notes: readonly Note[];
  readonly isOpen: boolean;
  readonly placeOf: (note: Note) => { readonly path: string; readonly title: string } | undefined;
  readonly onShow: (path: string) => void;
}

const notesAtOnce = 50;

function Group({ group, notes, isOpen, placeOf, onShow }: GroupProps) {
  const t = useTexts('forms/import');
  const { number } = useFormats();
  const [limit, setLimit] = useState(notesAtOnce);
  return (
    <details class="import-group" open={isOpen}>
      <summary>
        <span>{t(group)}</span> <span class="quiet-text">{number(notes.length)}</span>
      </summary>
      <ul>
        {notes.slice(0, limit).map((note, at) => {
          const place = placeOf(note);
          const where = placeText(note.where, t);
          return (
            <li key={at}>
              <p class="import-place">
                {place !== undefined && (
                  <button
                    type="button"
                    class="import-link"
                    title={t('showPlace', { name: place.title })}
                    onClick={() => onShow(place.path)}
                  >
                    <bdi>{place.title}</bdi>
                  </button>
                )}
                {where !== '' && (place === undefined || where !== note.where) && (
                  <span class="quiet-text" dir="auto">
                    {where}
                  </span>
                )}
              </p>
              <p dir="auto">{note.what}</p>
            </li>
          );
        })}
      </ul>
      {notes.length > limit && (
        <Button kind="quiet" onPress={() => setLimit(Number.POSITIVE_INFINITY)}>
          {t('more', { count: notes.length - limit })}
        </Button>
      )}
    </details>
  );
}

/** `survey 12 (age)` in words. */
export function placeText(where: string, t: Translate<'row'>): string {
  const [, sheet, row] = /^(survey|choices|external_choices) (\d+)(?: \(.*\))?$/.exec(where) ?? [];
  return sheet === undefined || row === undefined ? where : t('row', { sheet, row });
}
