// A backup in one file: a tar (ustar) of what a folder would hold. It is written under another name and renamed when it is whole.
// Of each stored file its place in the tar is in memory, some 100 bytes; the content of none.
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import { findProcess, isSameProcessAlive } from '../postgres/process-identity.ts';
import { BackupError, DamagedBackupError } from './backup-error.ts';
import { syncFolder } from './folder-vault.ts';
import { type BackupSource, type BackupTarget, inLargePieces } from './vault.ts';

const blockBytes = 512;
const maxSize = 8 ** 11 - 1;
const mark = '.unfinished-';

interface Place {
  readonly offset: number;
  readonly size: number;
}

export async function createTarVault(path: string): Promise<BackupTarget> {
  await removeLeftovers(path);
  const self = findProcess(process.pid);
  const draft = `${path}${mark}${process.pid}-${self?.startedAt.replace(/\W+/g, '') || '0'}`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  const written = new Map<string, Place>();
  let offset = 0;
  let isFinished = false;
  // One part after the other, whoever writes at the same time.
  let last: Promise<unknown> = Promise.resolve();

  /** A disk that fills up may take the first part of a piece, without an error. */
  async function write(chunk: Buffer): Promise<void> {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, offset);
      done += bytesWritten;
      offset += bytesWritten;
    }
  }

  async function append(name: string, content: Parameters<BackupTarget['put']>[1]): Promise<void> {
    if (written.has(name)) return;
    const { size } = content;
    await write(headerOf(name, size));
    const start = offset;
    for await (const piece of inLargePieces(content.open())) await write(piece);
    if (offset - start !== size) throw new BackupError(`${name} has ${offset - start} bytes instead of ${size}.`);
    await write(paddingOf(size));
    written.set(name, { offset: start, size });
  }

  return {
    address: path,
    takesMany: false,
    async read(name) {
      const place = written.get(name);
      return place && readPlace(handle, place);
    },
    async size(name) {
      return written.get(name)?.size;
    },
    async *list(prefix) {
      for (const name of written.keys()) if (name.startsWith(prefix)) yield name;
    },
    put(name, content) {
      const turn = last.then(() => append(name, content));
      last = turn.catch(() => {});
      return turn;
    },
    async delete() {},
    async removeUnfinished() {},
    async finish() {
      await last;
      await write(Buffer.alloc(2 * blockBytes));
      await handle.sync();
      await rename(draft, path);
      await syncFolder(dirname(path));
      isFinished = true;
    },
    async close() {
      await handle.close();
      if (!isFinished) await rm(draft, { force: true });
    },
  };
}

export interface TarWishes {
  /** Also what belongs to no part must be as it was written. */
  readonly checksPadding?: boolean;
  /** Goes on with the next part where the head of one is damaged, or the end is missing. */
  readonly skipsDamaged?: boolean;
}

export async function openTarSource(path: string, wishes: TarWishes = {}): Promise<BackupSource> {
  const handle = await open(path, 'r');
  try {
    const places = await readPlaces(handle, path, wishes);
    return {
      address: path,
      async read(name) {
        const place = places.get(name);
        return place && readPlace(handle, place);
      },
      async size(name) {
        return places.get(name)?.size;
      },
      async *list(prefix) {
        for (const name of places.keys()) if (name.startsWith(prefix)) yield name;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readPlaces(
  handle: FileHandle,
  path: string,
  { checksPadding = false, skipsDamaged = false }: TarWishes,
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const { size: end } = await handle.stat();
  for (let offset = 0; ; ) {
    const block = await readBlock(handle, offset, blockBytes);
    if (block.length < blockBytes) {
      if (skipsDamaged && places.size > 0) return places;
      if (skipsDamaged && end > 0) throw new BackupError(`${path} is not a backup of Formstead.`);
      throw new DamagedBackupError(path, `ends too early, after ${offset} bytes`);
    }
    if (block.every((byte) => byte === 0) && !(skipsDamaged && offset + 2 * blockBytes < end)) {
      const rest = await readBlock(handle, offset, 3 * blockBytes);
      const isWhole = rest.length === 2 * blockBytes && rest.every((byte) => byte === 0);
      if (checksPadding && !isWhole) throw new DamagedBackupError(path, `is damaged at its end, byte ${offset}`);
      return places;
    }
    const header = readHeader(block);
    // Heads begin at full blocks. An uploaded file may hold what looks like one; a later part of the same name counts.
    const isSkipped = skipsDamaged && (header === undefined || !isPartName(header.name));
    if (isSkipped) {
      offset += blockBytes;
      continue;
    }
    if (header === undefined) {
      throw offset === 0
        ? new BackupError(`${path} is not a backup of Formstead.`)
        : new DamagedBackupError(path, `is damaged at byte ${offset}, before a part`);
    }
    const start = offset + blockBytes;
    const next = start + Math.ceil(header.size / blockBytes) * blockBytes;
    if (next > end && !skipsDamaged) throw new DamagedBackupError(path, `ends too early, within ${header.name}`);
    if (checksPadding && next > start + header.size) {
      const padding = await readBlock(handle, start + header.size, next - start - header.size);
      if (!padding.every((byte) => byte === 0)) throw new DamagedBackupError(path, `is damaged after ${header.name}`);
    }
    places.set(header.name, { offset: start, size: header.size });
    offset = next;
  }
}

function isPartName(name: string): boolean {
  return /^(?:formstead-backup\.json|(?:backups|manifests|files|checks)\/[\w./-]+)$/.test(name);
}

async function readBlock(handle: FileHandle, offset: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, offset);
  return buffer.subarray(0, bytesRead);
}

/** Not a stream of the file system's: that would close the file at its end. */
function readPlace(handle: FileHandle, { offset, size }: Place): Readable {
  async function* chunks() {
    for (let done = 0; done < size; ) {
      const chunk = await readBlock(handle, offset + done, Math.min(2 ** 18, size - done));
      if (chunk.length === 0) return;
      done += chunk.length;
      yield chunk;
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new BackupError(`The name ${name} is too long.`);
  if (size > maxSize) throw new BackupError(`${name} is larger than a tar takes.`);
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function readHeader(block: Buffer): { name: string; size: number } | undefined {
  const number = (start: number, end: number) => Number.parseInt(block.toString('latin1', start, end), 8);
  const isOurs = block.toString('latin1', 257, 263) === 'ustar\0' && block.toString('latin1', 156, 157) === '0';
  if (!isOurs || number(148, 154) !== checksumOf(block) || block.toString('latin1', 154, 156) !== '\0 ')
    return undefined;
  const name = block.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  return { name, size: number(124, 135) };
}

function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
}

function paddingOf(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}

/** What killed backups to the same file left. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const [, pid, startedAt] = name.startsWith(`${basename(path)}${mark}`) ? (/-(\d+)-(\w+)$/.exec(name) ?? []) : [];
    if (pid === undefined || startedAt === undefined) continue;
    const found = findProcess(Number(pid));
    const isWriting =
      found !== undefined && found.startedAt.replace(/\W+/g, '') === startedAt && isSameProcessAlive(found);
    if (!isWriting) await rm(join(folder, name), { force: true });
  }
}
