// A list as JSON in pieces: as long as it is short it leaves in one go, else as whoever asked takes it.
import { Readable } from 'node:stream';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiResponse } from './api-request.ts';

/** Texts that belong together, without the commas between them. */
export type Parts = AsyncGenerator<Buffer[], void, undefined>;

const bytes = (text: string) => Buffer.from(text);
const [listStart, listEnd, comma] = [bytes('{"data":['), bytes(']}'), bytes(',')];

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
  yield before === comma ? listEnd : Buffer.concat([listStart, listEnd]);
}

/** What is more than this of a page leaves as it is read: the next piece when whoever asked has taken the one before. */
export const maxWholeBytes = 4 * 2 ** 20;

/** The first pieces are read before the response starts, so that a failure still gets its status. */
export async function responseParts<Item>(
  parts: Parts,
  { maxBytes, headers }: { maxBytes: number; headers: Record<string, string> },
): Promise<ApiResponse<ApiList<Item>>> {
  const pieces = joinParts(parts);
  const first: Buffer[] = [];
  for (let size = 0; size <= maxBytes; size += first.at(-1)?.length ?? 0) {
    const next = await pieces.next();
    if (next.done) return ApiResponse.ofJson(Buffer.concat(first), headers);
    first.push(next.value);
  }
  async function* all() {
    for (let piece = first.shift(); piece !== undefined; piece = first.shift()) yield piece;
    yield* pieces;
  }
  return ApiResponse.ofJson(Readable.from(all(), { objectMode: false }), headers);
}
