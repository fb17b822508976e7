// Where backups are: a folder, a place in an S3-compatible store, or one file. All three hold the same names:
//
//   formstead-backup.json                what this is, and how its key is made
//   backups/<id>/formstead-backup.json   a copy of it
//   backups/<id>/manifest.json           written last: a backup without it is not finished
//   manifests/<id>.json                  a copy of it
//   backups/<id>/{tables/<table>,files,erasures}.<number>.gz
//   backups/<id>/alive.json              who writes it, while it is written
//   backups/<id>/removed                 while the folder is being removed
//   files/<two letters>/<name by content>    stored files, shared by all backups of the place
//   checks/                              when content was checked, and what `verify` found (checks.ts)
//
// A file is a tar of just that: unpacked, it is a folder with one backup.
import type { Readable } from 'node:stream';

export interface Content {
  readonly size: number;
  /** May be called again, when a first try to write it failed. */
  open(): AsyncIterable<Buffer>;
}

export interface BackupSource {
  /** As the operator named it. */
  readonly address: string;
  /** Undefined when there is no such part. */
  read(name: string): Promise<Readable | undefined>;
  /** The size of a part; undefined when there is none. */
  size(name: string): Promise<number | undefined>;
  /** All names that begin so, in any order. */
  list(prefix: string): AsyncIterable<string>;
  close(): Promise<void>;
}

export interface BackupTarget extends BackupSource {
  /** A whole part or nothing; on disk when it returns. */
  put(name: string, content: Content): Promise<void>;
  delete(name: string): Promise<void>;
  /** Half written parts that nobody is writing any more. Only called when no other backup is being written. */
  removeUnfinished(): Promise<void>;
  /** Makes a file what it is to be; nothing for folders and S3. */
  finish(): Promise<void>;
  /** Several backups fit in it, one beside the other. */
  readonly takesMany: boolean;
}

export function contentOf(buffer: Buffer): Content {
  return {
    size: buffer.length,
    async *open() {
      yield buffer;
    },
  };
}

export async function readWhole(source: BackupSource, name: string): Promise<Buffer | undefined> {
  const stream = await source.read(name);
  if (stream === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const pieceBytes = 2 ** 20;

/** The same content in fewer pieces: each one that is written waits for the disk. */
export async function* inLargePieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    yield held.length === 1 ? chunk : Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  if (held.length > 0) yield Buffer.concat(held);
}
