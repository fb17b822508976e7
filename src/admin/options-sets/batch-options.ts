// Options in batches that each fit into one addOptions request, counted in bytes as they are sent. Its body may have 5 MB.
// [options-sets.add]
import type { NewOption } from './read-options.ts';

/** The API's limit is 5,242,880. Smaller requests show progress more often and lose less when one fails. */
export const maxBatchBytes = 2_000_000;

/** `{"options":[` and `]}`. */
const frameBytes = 14;

/** How many options from `start` on go into the next request: at least one. */
export function countInBatch(options: readonly NewOption[], start: number, maxBytes: number = maxBatchBytes): number {
  let bytes = frameBytes;
  let end = start;
  while (end < options.length) {
    bytes += encodedBytes(JSON.stringify(options[end])) + (end > start ? 1 : 0);
    if (bytes > maxBytes && end > start) break;
    end += 1;
  }
  return end - start;
}

/** As UTF-8. Faster than encoding: no bytes are made. */
export function encodedBytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // A pair is four bytes together: two units, counted already, and two more.
    if (code >= 0xd800 && code <= 0xdbff) index += 1;
  }
  return bytes;
}
