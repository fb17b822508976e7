// Where the next page goes on: signed, and good only for the options it was made with. [odata.pages]
import { hash } from 'node:crypto';
import { errors, ServiceError } from '../base/errors.ts';
import { readCursor, writeCursor } from '../http/lists.ts';
import type { EntryPlace } from './find-entries.ts';
import type { Options } from './read-options.ts';

export interface PageStart {
  readonly place: EntryPlace;
  /** The rows of this entry up to this number were on the page before. */
  readonly inside?: { readonly id: string; readonly row: number } | undefined;
  /** Rows that are still to be left out. */
  readonly skip: number;
  /** Rows that are still wanted. */
  readonly top: number | undefined;
}

/** What must be the same on all pages: the form, the table, its labels, which rows it has and in which order. */
export function optionsMark(form: string, table: string, { $filter, $orderby, labels }: Options): string {
  return hash('sha256', JSON.stringify([form, table, $filter, $orderby, labels]), 'base64url').slice(0, 16);
}

export function writeSkipToken({ place, inside, skip, top }: PageStart, mark: string, key: Buffer): string {
  const { after, part } = place;
  const at = after === undefined ? null : [after.id, after.key ?? null];
  return writeCursor(JSON.stringify([mark, at, part ?? null, inside ?? null, skip, top ?? null]), key);
}

type Written = [
  mark: string,
  at: [id: string, key: string | null] | null,
  part: EntryPlace['part'] | null,
  inside: { id: string; row: number } | null,
  skip: number,
  top: number | null,
];

export function readSkipToken(token: string, mark: string, key: Buffer): PageStart {
  const [made, at, part, inside, skip, top] = readOwn(token, key);
  if (made !== mark) throw errors.odata('odataTokenWrong');
  const after = at === null ? undefined : { id: at[0], key: at[1] ?? undefined };
  return { place: { after, part: part ?? undefined }, inside: inside ?? undefined, skip, top: top ?? undefined };
}

/** Cursors of other lists are signed alike: they are not JSON, or name no such options. */
function readOwn(token: string, key: Buffer): Written | [undefined, null, null, null, 0, null] {
  try {
    const written = JSON.parse(readCursor(token, key)) as Written;
    return Array.isArray(written) ? written : [undefined, null, null, null, 0, null];
  } catch (error) {
    if (error instanceof ServiceError || error instanceof SyntaxError) throw errors.odata('odataTokenWrong');
    throw error;
  }
}
