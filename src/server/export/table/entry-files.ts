// The uploaded files of a table inside its ZIP: `files/12/plan.pdf` is a file of entry 12. What is no longer stored, or belongs to
// somebody else, is listed instead. [export.table.files]

import type { FileObject, JsonObject } from '../../../core/definition/form-definition.ts';
import type { TableField, TableRepeat } from '../../../core/definition/table-fields.ts';
import { fillText } from '../../../core/text/fill-text.ts';
import { invalid } from '../../../core/values/value-type.ts';
import { createUniqueNames } from '../../../tables/write/unique-names.ts';
import type { ZipPart } from '../../../tables/write/write-zip.ts';
import type { Services } from '../../base/services.ts';
import { isFileName } from '../../files/file-name.ts';
import type { ExportRow } from '../../store/entries/export-entries.ts';
import { type FileRow, findFiles } from '../../store/files/files.ts';
import type { NameFiles } from './entry-at-hand.ts';
import type { TableWords } from './table-words.ts';

/** The list of what a ZIP holds is in memory until its end. */
const maxFiles = 50_000;

export interface FilesInside {
  readonly account: string;
  readonly fields: readonly TableField[];
  readonly pages: AsyncIterable<readonly ExportRow[]>;
  readonly words: TableWords;
  /** Tests need fewer. */
  readonly most?: number;
}

export async function* eachFilePart(
  { account, fields, pages, words, most = maxFiles }: FilesInside,
  { db, storage }: Pick<Services, 'db' | 'storage'>,
): AsyncGenerator<ZipPart, void, undefined> {
  const nameFiles = fileNamer(fields);
  const isOurs = (file: FileRow | undefined) =>
    file?.account === account && file.kind === 'upload' && file.state === 'stored';
  const missing: string[] = [];
  let count = 0;
  let isCut = false;
  for await (const rows of pages) {
    const named = rows.map((row) => ({ row, names: nameFiles(row) }));
    const keys = named.flatMap(({ names }) => [...names.keys()]);
    const known = keys.length === 0 ? undefined : await findFiles(db.sql, keys);
    for (const { row, names } of named) {
      for (const [key, name] of names) {
        isCut ||= count >= most;
        if (isCut) continue;
        const found = isOurs(known?.get(key)) ? await storage.read(key) : undefined;
        if (found === undefined) {
          if (missing.length < maxFiles) missing.push([row.idx, name, row.id].join('\t'));
          continue;
        }
        count += 1;
        yield { name, content: found.stream as AsyncIterable<Buffer> };
      }
    }
  }
  const notes = [
    ...(isCut ? [fillText(words.tooManyFiles, [String(most)])] : []),
    ...(missing.length > 0
      ? [
          words.missingFiles,
          [words.fileColumns.number, words.fileColumns.file, words.fileColumns.entryId].join('\t'),
          ...missing,
        ]
      : []),
  ];
  // With a mark at the start by which Windows knows UTF-8.
  if (notes.length > 0) yield { name: 'errors.txt', content: Buffer.from(`\ufeff${notes.join('\r\n')}\r\n`) };
}

/** The same names each time the same entry is read: cells name the files before they are put in. */
export function fileNamer(fields: readonly TableField[]): NameFiles {
  return (row) => {
    const names = new Map<string, string>();
    const nameOnce = createUniqueNames();
    for (const field of fields) {
      for (const { storageKey, name } of filesOf(field, row.data)) {
        if (!names.has(storageKey)) names.set(storageKey, `files/${row.idx}/${nameOnce(safeName(name))}`);
      }
    }
    return names;
  };
}

function filesOf({ repeat, step, find }: TableField, data: JsonObject): FileObject[] {
  return allRows(repeat, data).flatMap((row) => {
    const files = step.value.read(find(row) ?? null, { cleanHtml: (html) => html });
    return files === invalid || files === null ? [] : (files as unknown as FileObject[]);
  });
}

function allRows(repeat: TableRepeat | undefined, data: JsonObject): readonly JsonObject[] {
  return repeat === undefined ? [data] : allRows(repeat.outer, data).flatMap(repeat.rowsIn);
}

/** Data may be older than the rule for names, and a ZIP must never write outside its own folder. */
function safeName(name: string): string {
  if (isFileName(name)) return name;
  const safe = name.replace(/[\\/:*?"<>|\u0000-\u001f\u007f]+/g, ' ').replace(/^[. ]+|[. ]+$/g, '');
  const cut = [...safe].slice(0, 200).join('').trim();
  return isFileName(cut) ? cut : `file ${cut}`.trim();
}
