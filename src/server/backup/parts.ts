// Long content in parts of some megabytes, each of whole lines: compressed, encrypted where a passphrase is set, each with its SHA-256.
// One part is written while the next is read; no more than that is ever in memory.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { DamagedBackupError } from './backup-error.ts';
import { type PartFacts, sealWhole, sha256, unsealWhole } from './manifest.ts';
import type { BackupKey } from './seal.ts';
import { type BackupSource, type BackupTarget, contentOf, readWhole } from './vault.ts';

const partBytes = 8 * 2 ** 20;
/** A single row may be larger than a part. */
const maxPartBytes = 2 ** 30;
/** Text of tables is several times smaller even so, and little slower to write. */
const level = 1;

const compress = promisify<Buffer, { level: number }, Buffer>(gzip);
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

export interface WrittenParts {
  readonly parts: readonly PartFacts[];
  readonly lines: number;
  readonly bytes: number;
  readonly storedBytes: number;
}

export async function writeParts(
  content: AsyncIterable<Buffer>,
  to: {
    readonly target: BackupTarget;
    readonly key: BackupKey | undefined;
    /** Without number and ending. */
    readonly name: string;
    readonly onPart?: (lines: number, bytes: number) => void;
  },
): Promise<WrittenParts> {
  const { target, key, name, onPart = () => {} } = to;
  const parts: PartFacts[] = [];
  let [lines, bytes, storedBytes, heldBytes] = [0, 0, 0, 0];
  let held: Buffer[] = [];
  let inFlight: Promise<void> = Promise.resolve();

  async function write(content: Buffer, number: number): Promise<void> {
    const partName = `${name}.${String(number).padStart(6, '0')}.gz`;
    const stored = await sealWhole(await compress(content, { level }), key, partName);
    await target.put(partName, contentOf(stored));
    parts.push({ name: partName, size: stored.length, sha256: sha256(stored) });
    storedBytes += stored.length;
    onPart(lines, bytes);
  }

  let number = 0;
  /** Whole lines, so that a part can be read without the one before it. */
  const flush = async (isLast: boolean) => {
    const content = Buffer.concat(held);
    const end = isLast ? content.length : content.lastIndexOf(10) + 1;
    held = [content.subarray(end)];
    heldBytes = content.length - end;
    if (end === 0) return;
    await inFlight;
    number += 1;
    inFlight = write(content.subarray(0, end), number);
    // Looked at with the next part, or at the end.
    inFlight.catch(() => {});
  };

  for await (const chunk of content) {
    held.push(chunk);
    heldBytes += chunk.length;
    bytes += chunk.length;
    lines += countLines(chunk);
    if (heldBytes >= partBytes && chunk.includes(10)) await flush(false);
  }
  if (heldBytes > 0) await flush(true);
  await inFlight;
  return { parts, lines, bytes, storedBytes };
}

export async function* readParts(
  parts: readonly PartFacts[],
  from: { readonly source: BackupSource; readonly key: BackupKey | undefined },
): AsyncGenerator<Buffer, void, undefined> {
  let next = parts[0] && readPart(parts[0], from);
  next?.catch(() => {});
  for (let at = 0; at < parts.length; at += 1) {
    const current = next;
    const following = parts[at + 1];
    const content = (await current) as Buffer;
    next = following && readPart(following, from);
    next?.catch(() => {});
    yield content;
  }
}

/** The whole lines of those parts that are what was written; `onDamaged` hears of each other one. */
export async function* readIntact(
  parts: readonly PartFacts[],
  from: { readonly source: BackupSource; readonly key: BackupKey | undefined },
  { hasWholeLines, onDamaged }: { hasWholeLines: boolean; onDamaged: (error: DamagedBackupError) => void },
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let isAfterGap = false;
  for (const part of parts) {
    let content: Buffer;
    try {
      content = await readPart(part, from);
    } catch (error) {
      if (!(error instanceof DamagedBackupError)) throw error;
      onDamaged(error);
      [rest, isAfterGap] = [Buffer.alloc(0), true];
      continue;
    }
    // Parts of older versions end anywhere: what follows a gap may begin within a line.
    const start = isAfterGap && !hasWholeLines ? content.indexOf(10) + 1 || content.length : 0;
    isAfterGap = false;
    const whole = Buffer.concat([rest, content.subarray(start)]);
    const end = whole.lastIndexOf(10) + 1;
    rest = whole.subarray(end);
    if (end > 0) yield whole.subarray(0, end);
  }
}

/** Throws when it is not, byte for byte, what was written. */
export async function readPart(
  part: PartFacts,
  { source, key }: { readonly source: BackupSource; readonly key: BackupKey | undefined },
): Promise<Buffer> {
  const { name, size } = part;
  const found = await source.size(name);
  if (found === undefined) throw new DamagedBackupError(name, 'is missing');
  if (found !== size) throw new DamagedBackupError(name, `is damaged: it has ${found} bytes instead of ${size}`);
  const stored = (await readWhole(source, name)) ?? Buffer.alloc(0);
  if (sha256(stored) !== part.sha256) throw new DamagedBackupError(name, 'is damaged: its SHA-256 is another');
  try {
    return await decompress(await unsealWhole(stored, key, name), { maxOutputLength: maxPartBytes });
  } catch (error) {
    if (error instanceof DamagedBackupError) throw error;
    throw new DamagedBackupError(name, `cannot be unpacked: ${(error as Error).message}`);
  }
}

/** Lines of text in parts, which end anywhere. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
