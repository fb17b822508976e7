// What becomes of an entry's files when it changes or goes. SPEC.md "File object" deleted, "Transitions" delete.
import type { FileObject, FormDefinition, JsonValue } from '../../core/form-definition.ts';
import { deleteFiles } from '../files/delete-files.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { Services } from '../services.ts';
import type { Transaction } from '../store/db.ts';
import type { EntryRow } from '../store/entries.ts';
import { listUnusedFiles, markFilesDeleted } from '../store/files.ts';
import { findForm } from '../store/forms.ts';

/** Whether removed files stay in storage. */
export function keepsFiles({ keepUploadedFiles }: FormDefinition): boolean {
  return keepUploadedFiles?.includes('deleted') ?? false;
}

/**
 * Files that were sent with deleted true go from storage once the entry is stored. Only those that were this entry's, or
 * nobody's yet: a filler who knows the key of another entry's file must not be able to delete it.
 */
export async function deleteSentFiles(
  input: { form: LoadedForm; files: readonly { readonly file: FileObject }[]; dataBefore: string },
  services: Services,
): Promise<void> {
  const { form, dataBefore } = input;
  if (input.files.length === 0 || keepsFiles(form.definition)) return;
  const { account } = form;
  const sent = input.files.map(({ file }) => file.storageKey);
  const before = new Set(uploadsIn(dataBefore).map(({ storageKey }) => storageKey));
  const others = sent.filter((key) => !before.has(key));
  const unused = await listUnusedFiles(services.db.sql, { account, form: form.id, keys: others });
  const files = [...sent.filter((key) => before.has(key)), ...unused].map((storageKey) => ({ storageKey }));
  await deleteFiles({ account, files, kind: 'upload' }, services);
}

/**
 * Uploaded files and archived PDFs of entries that are being deleted; their links die with the commit. A form that keeps its
 * files keeps both. Answers the keys, whose content is to be removed afterwards.
 */
export async function markFilesOfEntries(
  tx: Transaction,
  deleted: { account: string; rows: readonly EntryRow[]; time: string },
): Promise<string[]> {
  const { account, time } = deleted;
  const withFiles = deleted.rows.filter((row) => row.archivedRenders !== '[]' || row.data.includes(keyMark));
  const keys: string[] = [];
  for (const formId of [...new Set(withFiles.map((row) => row.form))].sort()) {
    const form = await findForm(tx, formId);
    if (form !== undefined && keepsFiles(JSON.parse(form.definition) as FormDefinition)) continue;
    const ofForm = withFiles.filter((row) => row.form === formId);
    const uploads = ofForm.flatMap((row) => uploadsIn(row.data)).map(keyOf);
    const archived = ofForm.flatMap(archivedIn).map(keyOf);
    keys.push(...(await markFilesDeleted(tx, { account, kind: 'upload', keys: uploads, time })));
    keys.push(...(await markFilesDeleted(tx, { account, kind: 'generated', keys: archived, time })));
  }
  return keys;
}

const keyMark = '"storageKey"';

type Pointer = Pick<FileObject, 'storageKey'>;

/** Wherever they are: the field that once held a file may have left the form since. */
function uploadsIn(data: string): Pointer[] {
  return data.includes(keyMark) ? pointersIn(JSON.parse(data) as JsonValue) : [];
}

function pointersIn(value: JsonValue): Pointer[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(pointersIn);
  const { storageKey } = value;
  if (typeof storageKey === 'string') return [{ storageKey }];
  return Object.values(value).flatMap(pointersIn);
}

function keyOf({ storageKey }: Pointer): string {
  return storageKey;
}

function archivedIn(row: EntryRow): Pointer[] {
  return (JSON.parse(row.archivedRenders) as { file: FileObject }[]).map(({ file }) => file);
}
