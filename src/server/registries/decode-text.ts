// The text of a source, with what is wrong in it. Which encoding it is: core/text/find-encoding.ts.
// [options-sets.maintained.encoding]
import { findEncoding, readUtf8Evidence } from '../../core/text/find-encoding.ts';

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  /** Bytes that are not characters, with the places of the first of them. */
  readonly warnings: readonly string[];
}

export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = findEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'utf-8' || !text.includes('\ufffd')) return { text, warnings: [] };
  const { badBytes, places } = readUtf8Evidence(bytes);
  // The source itself may have the sign that decoders leave behind.
  if (badBytes === 0) return { text, warnings: [] };
  const where = places.map(({ line, byte }) => `line ${line} (byte ${byte})`).join(', ');
  const more = badBytes > places.length ? ' and more' : '';
  return { text, warnings: [`${badBytes} bytes are not UTF-8: ${where}${more}`] };
}
