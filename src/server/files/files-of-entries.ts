// What becomes of stored files when the entries that hold them change or go. The
// rules begin with files.life; reasons: docs/choices.md "Files have owners".
// [files.life.dropped] [files.life.removed] [files.life.entry] [files.life.form] [files.life.kept]
// [files.life.renders]

import type { FileObject, FormDefinition, JsonValue } from '../../core/definition/form-definition.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { Transaction } from '../store/connection/db.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import {
  dropFiles,
  endUnheldFiles,
  type HolderPair,
  keepFiles,
  listForeignHeld,
  listHeldFiles,
  listOwnUploads,
  lockFiles,
  releaseHolders,
  releaseHoldersOfEntries,
} from '../store/files/file-holders.ts';
import { keepFormFiles, markFilesDeleted, markFormFilesDeleted } from '../store/files/files.ts';
import { findForm } from '../store/forms/forms.ts';
import type { LeavingForm } from '../store/forms/leaving-forms.ts';
import { removeFromStorage } from './delete-files.ts';

/** Whether removed files stay in storage. */
export function keepsFiles({ keepUploadedFiles }: FormDefinition): boolean {
  return keepUploadedFiles?.includes('deleted') ?? false;
}

export interface ChangedFiles {
  readonly form: LoadedForm;
  readonly entry: string;
  /** Sent with deleted true. */
  readonly sent: readonly { readonly file: FileObject }[];
  readonly dataBefore: string;
}

/**
 * Files that were sent with deleted true go from storage once the entry is stored. The account itself may end whatever the entry
 * showed. Anybody else ends only what no other entry holds: whoever has the link of a file can make a draft that shows it, and
 * must not be able to take it away from its entry.
 */
export async function deleteSentFiles(
  changed: ChangedFiles & { readonly isByOwner: boolean },
  services: Pick<Services, 'clock' | 'log' | 'db' | 'storage'>,
): Promise<void> {
  const { form, entry, dataBefore, isByOwner } = changed;
  if (changed.sent.length === 0 || keepsFiles(form.definition)) return;
  const { account } = form;
  const keys = [...new Set(changed.sent.map(({ file }) => file.storageKey))];
  const shown = new Set(isByOwner ? uploadsIn(dataBefore) : []);
  const time = isoNow(services.clock);
  const ended = await services.db.transaction(async (tx) => {
    await lockFiles(tx, keys);
    const own = await listOwnUploads(tx, { account, form: form.id, entry, keys });
    const ending = [...keys.filter((key) => shown.has(key)), ...own];
    return markFilesDeleted(tx, { account, kind: 'upload', keys: ending, time });
  });
  await removeFromStorage(ended, services);
}

/** After a draft was saved or submitted: what it showed before and no longer shows ends as an unused upload does. */
export async function dropMissingFiles(
  changed: Omit<ChangedFiles, 'sent'> & { readonly data: string },
  services: Pick<Services, 'clock' | 'db'>,
): Promise<void> {
  const { form, entry, dataBefore, data } = changed;
  if (!dataBefore.includes(keyMark) || keepsFiles(form.definition)) return;
  const shown = new Set(uploadsIn(data));
  const keys = uploadsIn(dataBefore).filter((key) => !shown.has(key));
  if (keys.length > 0)
    await services.db.transaction((tx) => dropFiles(tx, { entry, keys, time: isoNow(services.clock) }));
}

/**
 * Files of entries that are being deleted: those they show, whoever else shows them, and those they held before that nobody
 * else holds; archived PDFs. Their links die with the commit. A form that keeps its files keeps all of them. Answers the keys
 * whose content is to be removed afterwards.
 */
export async function endFilesOfEntries(
  tx: Transaction,
  deleted: { account: string; rows: readonly EntryRow[]; time: string },
): Promise<string[]> {
  const { account, time } = deleted;
  const held = await listHeldFiles(
    tx,
    deleted.rows.map((row) => row.id),
  );
  const byForm = new Map<string, FilesOfForm>();
  const filesOf = (form: string): FilesOfForm => {
    const known = byForm.get(form) ?? { uploads: new Set(), archived: new Set(), held: [] };
    byForm.set(form, known);
    return known;
  };
  for (const row of deleted.rows) {
    // A render copy shows the files of others.
    const uploads = row.status === entryStatusNumber('render') ? [] : uploadsIn(row.data);
    const archived = archivedIn(row);
    for (const key of uploads) filesOf(row.form).uploads.add(key);
    for (const key of archived) filesOf(row.form).archived.add(key);
  }
  const formOf = new Map(deleted.rows.map((row) => [row.id, row.form]));
  for (const pair of held) filesOf(formOf.get(pair.entry) as string).held.push(pair);
  if (byForm.size === 0) return [];

  const keysOf = ({ uploads, archived, held: pairs }: FilesOfForm) => [
    ...new Set([...uploads, ...archived, ...pairs.map((pair) => pair.storageKey)]),
  ];
  await lockFiles(tx, [...byForm.values()].flatMap(keysOf));
  await releaseHolders(tx, held);
  const ended: (readonly string[])[] = [];
  for (const [formId, files] of byForm) {
    const keys = keysOf(files);
    const form = await findForm(tx, formId);
    if (form !== undefined && keepsFiles(JSON.parse(form.definition) as FormDefinition)) {
      await keepFiles(tx, { account, keys, time });
      continue;
    }
    const mark = (kind: 'upload' | 'generated', of: ReadonlySet<string>) =>
      of.size === 0 ? [] : markFilesDeleted(tx, { account, kind, keys: [...of], time });
    ended.push(await mark('upload', files.uploads), await mark('generated', files.archived));
    ended.push(await endUnheldFiles(tx, { keys, time }));
  }
  return ended.flat();
}

interface FilesOfForm {
  /** Keys in the data, and in the list of archived PDFs, of its entries. */
  readonly uploads: Set<string>;
  readonly archived: Set<string>;
  readonly held: HolderPair[];
}

/**
 * Files of entries that go with their form, and of the form's own files as many as `limit`; before the entries go. Answers how many
 * there were of the form's own. The job that removes deleted files takes the content away: there may be very many.
 */
export async function endFilesOfForm(
  tx: Transaction,
  leaving: LeavingForm & { entries: readonly string[]; time: string; limit: number },
): Promise<number> {
  const { account, form, entries, time, limit } = leaving;
  const foreign = await listForeignHeld(tx, { form, entries });
  await lockFiles(tx, foreign);
  await releaseHoldersOfEntries(tx, entries);
  if (leaving.keepsFiles) {
    await keepFiles(tx, { account, keys: foreign, time });
    return keepFormFiles(tx, { account, form, time, limit });
  }
  await endUnheldFiles(tx, { keys: foreign, time });
  return markFormFilesDeleted(tx, { account, form, time, limit });
}

const keyMark = '"storageKey"';

/** The keys, wherever they are: the field that once held a file may have left the form since. */
function uploadsIn(data: string): string[] {
  return data.includes(keyMark) ? keysIn(JSON.parse(data) as JsonValue) : [];
}

function keysIn(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysIn);
  const { storageKey, storageBucket, url } = value;
  // All three make a file object; a field may have one of these names.
  const isFile = typeof storageKey === 'string' && typeof storageBucket === 'string' && typeof url === 'string';
  return isFile ? [storageKey] : Object.values(value).flatMap(keysIn);
}

function archivedIn(row: EntryRow): string[] {
  if (row.archivedRenders === '[]') return [];
  return (JSON.parse(row.archivedRenders) as { file: FileObject }[]).map(({ file }) => file.storageKey);
}
