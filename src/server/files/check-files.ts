// The files of an entry at a submit: each exists in storage with exactly the declared size, is this account's, and is of a
// type the field takes. Files of other forms of the account may be shown, those of other accounts not.
// [files.confirmed] [files.missing] [files.owner]

import type { ItemMessage } from '../../core/definition/definition-parts.ts';
import type { FileObject } from '../../core/definition/form-definition.ts';
import { itemText } from '../../core/locale/item-texts.ts';
import { type FileInEntry, fileSizeMessage, foreignFileMessage } from '../../core/plan/files-in-entry.ts';
import { isOfType } from '../../core/validation/file-limits.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { type FileRow, findFiles } from '../store/files/files.ts';
import { eachLimited } from './each-limited.ts';
import { storageBucket } from './upload-policy.ts';

/** Looks at the store at the same time. */
const maxLooks = 8;

/** At every write, drafts and templates too: a file of another account is none of this entry's. */
export async function checkFileOwners(
  input: { form: LoadedForm; files: readonly FileInEntry[]; account: string },
  services: Pick<Services, 'db'>,
): Promise<ItemMessage[]> {
  const { files } = input;
  if (files.length === 0) return [];
  const rows = await findFiles(services.db.sql, [...new Set(files.map(({ file }) => file.storageKey))]);
  return files.flatMap((inEntry) => {
    const row = rows.get(inEntry.file.storageKey);
    const isForeign = row !== undefined && !isOwnUpload(row, input.account);
    return isForeign ? [foreignFileMessage(input.form.plan, inEntry)] : [];
  });
}

/**
 * Messages in the form's locale. Throws the 500 for a file that storage does not have: never uploaded, deleted, or lost. Files that
 * are `isKnown` were confirmed before; they may be gone by now.
 */
export async function checkFiles(
  input: {
    form: LoadedForm;
    files: readonly FileInEntry[];
    account: string;
    isKnown?: (file: FileObject) => boolean;
  },
  services: Pick<Services, 'db' | 'storage'>,
): Promise<ItemMessage[]> {
  const { isKnown = () => false } = input;
  const files = input.files.filter(({ file }) => !isKnown(file));
  if (files.length === 0) return [];
  const keys = [...new Set(files.map(({ file }) => file.storageKey))];
  const rows = await findFiles(services.db.sql, keys);
  const sizes = await statFiles(rows, input.account, services);
  return files.flatMap((inEntry) => {
    const { file } = inEntry;
    const row = rows.get(file.storageKey);
    if (row !== undefined && !isOwnUpload(row, input.account)) return [foreignFileMessage(input.form.plan, inEntry)];
    if (row === undefined || file.storageBucket !== storageBucket) throw errors.fileMissing();
    const actualSize = sizes.get(file.storageKey);
    if (actualSize === undefined) throw errors.fileMissing();
    if (actualSize !== file.size) return [fileSizeMessage(input.form.plan, inEntry, actualSize)];
    return checkStoredType(input.form, inEntry, row);
  });
}

/** A PDF that the service made is not an upload: with a pointer to it an entry could delete it. */
function isOwnUpload(row: FileRow, account: string): boolean {
  return row.account === account && row.kind === 'upload';
}

async function statFiles(
  rows: ReadonlyMap<string, FileRow>,
  account: string,
  { storage }: Pick<Services, 'storage'>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const own = [...rows.values()].filter((row) => row.state === 'stored' && isOwnUpload(row, account));
  await eachLimited(own, maxLooks, async ({ storageKey }) => {
    const object = await storage.stat(storageKey);
    if (object !== undefined) sizes.set(storageKey, object.size);
  });
  return sizes;
}

/** The field's limits were checked on what the file object says of itself; the type it was uploaded with counts as well. */
function checkStoredType(
  form: LoadedForm,
  { element, file, modelPath, value }: FileInEntry,
  row: FileRow,
): ItemMessage[] {
  const types = (element.fileTypes ?? []).map((type) => type.toLowerCase());
  const isHonest = !isOfType(file, types) || isOfType({ name: row.name, type: row.contentType }, types);
  if (types.length === 0 || isHonest) return [];
  return [{ modelPath, message: itemText(form.plan.itemTexts, 'fileType'), type: 'error', value }];
}
