// Keeps free space for writes that must go on. Two levels, both of the volume of DATA_DIR:
//
//   below the reserve       files, new drafts and large data (entries, forms, options) are refused with 507; small data goes on
//   below the last reserve  all such data is refused with 507; sign-in, reads and deletes go on
//
// Nothing is held for bytes that have not arrived: a declared size is compared with the free space, and the bytes themselves
// are counted as they come. A client that declares much and sends nothing takes nothing from others. The volume is looked at
// once a second at most; bytes that this process took since then are subtracted. Other processes' bytes show at the next look.
// choice: with files in S3 or a database elsewhere there is no reserve for them: the free space of those volumes is not known here.
// [limits.disk] [limits.disk.last]
import { statfs } from 'node:fs/promises';
import type { Config } from '../base/config.ts';
import { errors } from '../base/errors.ts';

export interface DiskReserve {
  /** Throws the 507 unless a file of this size leaves the reserve untouched. Takes nothing. */
  checkFile(bytes: number): Promise<void>;
  /** Counts bytes that are about to be written to a file; throws the 507 when they do not fit. */
  takeFile(bytes: number): Promise<void>;
  /** Counts data that is about to be written to the database; throws the 507 when it does not fit. */
  takeData(data: { readonly bytes: number; readonly isNewDraft?: boolean }): Promise<void>;
  /** The free space and both reserves, which are 0 where nothing is refused; undefined where the file system does not report it. */
  read(): Promise<DiskRoom | undefined>;
  /** Whether files or data are being refused. */
  isLow(): Promise<boolean>;
  /** How many requests were refused. */
  refusals(): number;
}

export interface DiskRoom {
  readonly free: number;
  readonly reserve: number;
  readonly lastReserve: number;
}

/** Data up to this size is taken below the reserve. */
export const smallDataBytes = 16_384;
/** Files of the database grow by whole pages, in several places: the row, its index entries, the write-ahead log. */
const bytesPerWrite = 16_384;
const lookEveryMs = 1_000;
const defaultReserve = { bytes: 2 ** 30, percent: 5 };
/** Of a small volume more: the write-ahead log grows by 16 MB at a time, and a database without room for it ends. */
const smallVolumeReserve = { bytes: 128 * 2 ** 20, percent: 25 };
const lastReserve = { bytes: 256 * 2 ** 20, part: 1 / 2 };

interface Volume {
  readonly total: number;
  readonly free: number;
}

export function createDiskReserve(
  config: Pick<Config, 'dataDir' | 'diskReserve' | 's3' | 'databaseUrl'>,
  look: (folder: string) => Promise<Volume | undefined> = lookAt,
): DiskReserve {
  const hasFiles = config.s3 === undefined;
  const hasDatabase = config.databaseUrl === undefined;
  let looked: { readonly volume: Promise<Volume | undefined>; readonly until: number } | undefined;
  /** Written, or about to be, since the volume was looked at. */
  let taken = 0;
  let refusals = 0;

  function volume(): Promise<Volume | undefined> {
    const now = performance.now();
    if (looked === undefined || looked.until <= now) {
      looked = { volume: look(config.dataDir), until: now + lookEveryMs };
      taken = 0;
    }
    return looked.volume;
  }

  function roomOf({ total, free }: Volume): DiskRoom {
    const reserve = hasFiles || hasDatabase ? reserveOf(total, config.diskReserve) : 0;
    return { free: free - taken, reserve, lastReserve: lastReserveOf(reserve) };
  }

  /** Checks and counts in one turn, so that requests at the same time do not pass on the same bytes. */
  async function take(
    bytes: number,
    { keep, isKept }: { keep: 'reserve' | 'lastReserve'; isKept: boolean },
  ): Promise<void> {
    const found = await volume();
    if (found === undefined) return;
    const room = roomOf(found);
    if (room.free - bytes < room[keep]) {
      refusals += 1;
      throw errors.diskLow();
    }
    if (isKept) taken += bytes;
  }

  async function read(): Promise<DiskRoom | undefined> {
    const found = await volume();
    return found && roomOf(found);
  }

  return {
    async checkFile(bytes) {
      if (hasFiles) await take(bytes, { keep: 'reserve', isKept: false });
    },
    async takeFile(bytes) {
      if (hasFiles) await take(bytes, { keep: 'reserve', isKept: true });
    },
    async takeData({ bytes, isNewDraft = false }) {
      if (!hasDatabase) return;
      const keep = isNewDraft || bytes > smallDataBytes ? 'reserve' : 'lastReserve';
      await take(bytes + bytesPerWrite, { keep, isKept: true });
    },
    read,
    async isLow() {
      const room = await read();
      return room !== undefined && room.free < room.reserve;
    },
    refusals: () => refusals,
  };
}

export function reserveOf(total: number, wanted: Config['diskReserve']): number {
  const percentOf = (percent: number) => (total * percent) / 100;
  if (wanted === undefined) {
    const least = Math.min(smallVolumeReserve.bytes, percentOf(smallVolumeReserve.percent));
    return Math.min(defaultReserve.bytes, Math.max(percentOf(defaultReserve.percent), least));
  }
  return 'bytes' in wanted ? wanted.bytes : percentOf(wanted.percent);
}

export function lastReserveOf(reserve: number): number {
  return Math.min(lastReserve.bytes, reserve * lastReserve.part);
}

async function lookAt(folder: string): Promise<Volume | undefined> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { total: bsize * blocks, free: bsize * bavail };
  } catch {
    // The file system reports no free space: a write that does not fit fails by itself, as a 503.
    return undefined;
  }
}

declare module '../base/services.ts' {
  interface Services {
    readonly disk: DiskReserve;
  }
}
