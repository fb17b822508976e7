// Copies the content of stored files into a backup. What the backup before has is known by its list and not read again: content
// under a storage key never changes. Content that was found damaged in the place is written again. [running.backup.files]
// [running.backup.damage]
import { createHash } from 'node:crypto';
import { eachLimited } from '../files/each-limited.ts';
import type { Storage } from '../files/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { contentName, type ListedFile, storedSize } from './file-list.ts';
import { type BackupKey, seal } from './seal.ts';
import { type BackupTarget, type Content, contentOf } from './vault.ts';

export interface FileToCopy {
  readonly key: string;
  readonly size: number;
}

export interface CopiedFiles {
  count: number;
  bytes: number;
  /** Read and stored now; the others were there. */
  copied: number;
  copiedBytes: number;
  missing: number;
  /** The first of them. */
  readonly missingKeys: string[];
  /** Names of content that was damaged in the place and is right again. */
  readonly repaired: Set<string>;
  /** Files whose content in storage is not what the backup before had: the first of their keys. */
  readonly changedKeys: string[];
}

/** Up to here a file is in memory as a whole; a larger one is read twice, for its name and then for its content. */
const maxWholeBytes = 8 * 2 ** 20;
const filesAtOnce = 4;
const maxShownKeys = 20;

export function createFileCopier(context: {
  readonly storage: Storage;
  readonly target: BackupTarget;
  readonly key: BackupKey | undefined;
  /** The list of the backup before, in order. */
  readonly before: AsyncIterator<ListedFile>;
  /** Names of content that is in the place and not what it was. */
  readonly damaged: ReadonlySet<string>;
}) {
  const { storage, target, key, before, damaged } = context;
  const counts: CopiedFiles = {
    count: 0,
    bytes: 0,
    copied: 0,
    copiedBytes: 0,
    missing: 0,
    missingKeys: [],
    repaired: new Set(),
    changedKeys: [],
  };
  const inFlight = new Map<string, Promise<void>>();
  let known: IteratorResult<ListedFile> | undefined;

  /** Called with keys in order. */
  async function findKnown(wanted: string): Promise<ListedFile | undefined> {
    known ??= await before.next();
    while (known.done !== true && known.value.key < wanted) known = await before.next();
    return known.done !== true && known.value.key === wanted ? known.value : undefined;
  }

  async function copy(file: FileToCopy, knownFile: ListedFile | undefined): Promise<ListedFile> {
    if (knownFile !== undefined && !('isMissing' in knownFile) && (await hasContent(knownFile))) return knownFile;
    const found = await measure(file);
    if (found === undefined) return { key: file.key, isMissing: true };
    const { sha256, content, type } = found;
    if (knownFile !== undefined && !('isMissing' in knownFile) && knownFile.sha256 !== sha256) {
      if (counts.changedKeys.length < maxShownKeys) counts.changedKeys.push(file.key);
    }
    const listed = { key: file.key, sha256, size: content.size, type };
    // Another file of this page may just be bringing the same content.
    const storing = inFlight.get(sha256) ?? store(sha256, content);
    inFlight.set(sha256, storing);
    await storing.finally(() => inFlight.delete(sha256));
    return listed;
  }

  async function store(sha256: string, content: Content): Promise<void> {
    if (await hasContent({ sha256, size: content.size })) return;
    const name = contentName(sha256, key);
    await target.put(name, sealContent(content, sha256));
    if (damaged.has(name)) counts.repaired.add(name);
    counts.copied += 1;
    counts.copiedBytes += content.size;
  }

  async function hasContent({ sha256, size }: { sha256: string; size: number }): Promise<boolean> {
    const name = contentName(sha256, key);
    if (damaged.has(name) && !counts.repaired.has(name)) return false;
    return (await target.size(name)) === storedSize(size, key);
  }

  async function measure({ key: storageKey, size }: FileToCopy) {
    const hash = createHash('sha256');
    const found = await storage.read(storageKey);
    if (found === undefined) return undefined;
    const isWhole = Math.max(size, found.object.size) <= maxWholeBytes;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of found.stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      if (isWhole) chunks.push(chunk);
    }
    const content = isWhole ? contentOf(Buffer.concat(chunks)) : readAgain(storageKey, bytes);
    return { sha256: hash.digest('hex'), content, type: found.object.contentType };
  }

  function readAgain(storageKey: string, size: number): Content {
    return {
      size,
      async *open() {
        const found = await storage.read(storageKey);
        if (found === undefined) throw new BackupError(`The file ${storageKey} was removed while it was read.`);
        yield* found.stream as AsyncIterable<Buffer>;
      },
    };
  }

  function sealContent(content: Content, sha256: string): Content {
    if (key === undefined) return content;
    const name = contentName(sha256, key);
    return { size: storedSize(content.size, key), open: () => seal(content.open(), key, name) };
  }

  return {
    counts: counts as Readonly<CopiedFiles>,
    /** In the order of the page. */
    async copyPage(page: readonly FileToCopy[]): Promise<ListedFile[]> {
      const knownFiles: (ListedFile | undefined)[] = [];
      for (const file of page) knownFiles.push(await findKnown(file.key));
      const listed: ListedFile[] = [];
      await eachLimited([...page.entries()], filesAtOnce, async ([at, file]) => {
        listed[at] = await copy(file, knownFiles[at]);
      });
      for (const file of listed) {
        counts.count += 1;
        if ('isMissing' in file) {
          counts.missing += 1;
          if (counts.missingKeys.length < maxShownKeys) counts.missingKeys.push(file.key);
        } else counts.bytes += file.size;
      }
      return listed;
    },
  };
}
