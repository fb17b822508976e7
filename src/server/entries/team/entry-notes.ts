// GET and POST /entry/{entryId}/notes, DELETE /entry/{entryId}/notes/{noteId}: what the team writes about an entry for itself.
// [entries.notes]
import type { ApiList, ApiMessage } from '../../../api-types/lists.ts';
import type { EntryNote } from '../../../api-types/notes.ts';
import { entryStatusNumber } from '../../../core/plan/entry-status.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { responseText } from '../../http/response-text.ts';
import { deleteNote, findNote, insertNote, listNotes, lockEntry, type NoteRow } from '../../store/entries/notes.ts';
import { getOwnEntry } from '../edit-entry.ts';

/** Of one entry. docs/limits.md "Notes". */
export const maxNotes = 500;
export const maxNoteLength = 5_000;

export async function listOwnNotes(
  request: ApiRequest<{ entryId: string }>,
  services: Pick<Services, 'db'>,
): Promise<ApiList<EntryNote>> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  return { data: (await listNotes(services.db.sql, row.id)).map(presentNote) };
}

export interface NotePayload {
  readonly text: string;
}

export async function addNote(
  request: ApiRequest<{ entryId: string }, unknown, NotePayload>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<EntryNote> {
  const { user } = callerOf(request);
  const { id: entry, status, form } = await getOwnEntry(request.params.entryId, request, services);
  if (status === entryStatusNumber('deleted')) throw errors.refused('editDeleted');
  const note = {
    id: services.newId(),
    entry,
    form,
    author: user.id,
    text: request.payload.text,
    time: isoNow(services.clock),
  };
  await services.db.transaction(async (tx) => {
    // Deleted between the look and the lock.
    if ((await lockEntry(tx, entry)) === undefined) throw errors.refused('editDeleted');
    if (!(await insertNote(tx, note, maxNotes))) throw errors.notesFull();
    const audited = { action: 'noteAdd', object: 'entry', objectId: entry, detail: { form, note: note.id } } as const;
    await recordAudit(tx, audited, request, services);
  });
  return presentNote({ ...note, authorName: user.name || user.email });
}

/** Only one's own: what others said is theirs. */
export async function removeNote(
  request: ApiRequest<{ entryId: string; noteId: string }>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  const { entryId, noteId } = request.params;
  const { id: entry, form } = await getOwnEntry(entryId, request, services);
  const note = await findNote(services.db.sql, { entry, note: noteId });
  if (note === undefined) throw errors.noteNotFound(noteId);
  if (note.author !== callerOf(request).user.id) throw errors.insufficientPermissions();
  await services.db.transaction(async (tx) => {
    if (!(await deleteNote(tx, note.id))) throw errors.noteNotFound(noteId);
    const audited = { action: 'noteDelete', object: 'entry', objectId: entry, detail: { form, note: noteId } } as const;
    await recordAudit(tx, audited, request, services);
  });
  return { message: responseText(request, 'noteDeleted') };
}

function presentNote({ id, time, author, authorName, text }: NoteRow): EntryNote {
  return { id, time, by: { id: author, name: authorName }, text };
}
