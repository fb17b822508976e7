// The text of a file of options, by the encoding that its bytes show unless the person knows better.
import { type Encoding, findEncoding } from '../../core/text/find-encoding.ts';

export { type Encoding, encodings, findEncoding } from '../../core/text/find-encoding.ts';

export function decodeFile(bytes: Uint8Array, encoding: Encoding = findEncoding(bytes)): string {
  // The decoder drops the mark at the beginning by itself.
  return new TextDecoder(encoding).decode(bytes);
}
