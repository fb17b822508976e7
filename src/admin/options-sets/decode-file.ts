// The text of a file of options. Spreadsheets in Israel still save windows-1255, and nothing in the file says so: bytes that
// are not UTF-8 are taken for it, unless the person knows better.

export const encodings = ['utf-8', 'windows-1255', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

export function decodeFile(bytes: Uint8Array, encoding: Encoding = findEncoding(bytes)): string {
  // The decoder drops the mark at the beginning by itself.
  return new TextDecoder(encoding).decode(bytes);
}

export function findEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1255';
  }
}
