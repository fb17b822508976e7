// Sends a list as JSON: a short one as a whole, a long one in pieces, as fast as the caller reads them.
import { Readable } from 'node:stream';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiResponse } from './api-request.ts';

/** Texts that belong together, without the commas between them. */
export type Parts = AsyncGenerator<Buffer[], void, undefined>;

const bytes = (text: string) => Buffer.from(text);
const [listStart, listEnd, comma] = [bytes('{"data":['), bytes(']}'), bytes(',')];
const emptyList = Buffer.concat([listStart, listEnd]);

/** The whole list as JSON, in pieces. */
async function* joinParts(parts: Parts): AsyncGenerator<Buffer, void, undefined> {
  let before = listStart;
  for await (const texts of parts) {
    if (texts.length === 0) continue;
    const pieces: Buffer[] = [];
    for (const text of texts) {
      pieces.push(before, text);
      before = comma;
    }
    yield Buffer.concat(pieces);
  }
  yield before === comma ? listEnd : emptyList;
}

/** A page beyond this size leaves in pieces: the next one is read when the caller has taken the one before. */
export const maxWholeBytes = 4 * 2 ** 20;

/** The first pieces are read before the response starts, so that a failure still gets its status. */
export async function responseParts<Item>(
  parts: Parts,
  { maxBytes, headers, entryCount }: { maxBytes: number; headers: Record<string, string>; entryCount?: number },
): Promise<ApiResponse<ApiList<Item>>> {
  const pieces = joinParts(parts);
  const first: Buffer[] = [];
  for (let size = 0; size <= maxBytes; size += first.at(-1)?.length ?? 0) {
    const next = await pieces.next();
    if (next.done) return ApiResponse.ofJson(Buffer.concat(first), headers, entryCount);
    first.push(next.value);
  }
  // A list without a limit is known to be empty by its first piece.
  const count = first[0]?.equals(emptyList) ? 0 : entryCount;
  async function* all() {
    for (let piece = first.shift(); piece !== undefined; piece = first.shift()) yield piece;
    yield* pieces;
  }
  return ApiResponse.ofJson(Readable.from(all(), { objectMode: false }), headers, count);
}
