// A ZIP archive's files, inflated by what browsers and Node.js bring with them, within a bound: a small archive may unpack to anything.

/** The archive cannot be read. */
export class BrokenArchive extends Error {}
/** What it holds is more than the reader takes. */
export class ArchiveTooLarge extends Error {}

export interface Archive {
  readonly names: readonly string[];
  /** undefined where the archive has no such file. All that is read together stays within the bound. */
  readText(name: string): Promise<string | undefined>;
}

/** undefined for bytes that are not an archive. */
export function openArchive(bytes: Uint8Array<ArrayBuffer>, { maxBytes }: { maxBytes: number }): Archive | undefined {
  const entries = listEntries(bytes);
  if (entries === undefined) return undefined;
  let left = maxBytes;
  return {
    names: [...entries.keys()],
    async readText(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const { text, length } = await inflate(bytes, entry, left);
      left -= length;
      return text;
    },
  };
}

interface ZipEntry {
  readonly method: number;
  readonly start: number;
  readonly packed: number;
}

/** From the directory at the end of the archive. */
function listEntries(bytes: Uint8Array<ArrayBuffer>): Map<string, ZipEntry> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const entries = new Map<string, ZipEntry>();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const start = view.getUint32(at + 42, true);
    entries.set(name, { method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), start });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** A comment may follow it. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at > last - 65_536; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  return undefined;
}

async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  { method, start, packed }: ZipEntry,
  maxBytes: number,
): Promise<{ text: string; length: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + 30 > bytes.length) throw new BrokenArchive();
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const content = bytes.subarray(from, from + packed);
  if (method === 0) {
    if (content.length > maxBytes) throw new ArchiveTooLarge();
    return { text: new TextDecoder().decode(content), length: content.length };
  }
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (let length = 0; ; ) {
    const { value, done } = await reader.read().catch(failBroken);
    if (done) return { text: text + decoder.decode(), length };
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new ArchiveTooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Data that cannot be inflated is reported differently everywhere. */
function failBroken(cause: unknown): never {
  throw new BrokenArchive('', { cause });
}
