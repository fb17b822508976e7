// Which characters the bytes of a source are: UTF-8 where they can be, UTF-16 by its mark, else windows-1255, in which
// the Population Authority publishes its CSV files.

export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8, which is how windows-1255 is recognized: its Hebrew letters are never valid UTF-8.
    return new TextDecoder('windows-1255').decode(bytes);
  }
}
