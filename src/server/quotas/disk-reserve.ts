// Keeps free space for what must go on: below the reserve no file and no new draft is taken, while submits, edits and the
// database still have room. Asking costs nothing: the volume is looked at once a second at most.
// choice: with files in S3 or a database elsewhere, what is written there has no reserve: nobody here knows its volume.
// [limits.disk]
import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { errors } from '../errors.ts';

export interface DiskReserve {
  /** Throws the 507 unless a file of this size leaves the reserve untouched. */
  checkFile(bytes: number): Promise<void>;
  /** Counts a file that is on its way until the function it answers is called; throws the 507 when it does not fit. */
  holdFile(bytes: number): Promise<() => void>;
  /** Throws the 507 when the database's volume is below the reserve. */
  checkDraft(): Promise<void>;
}

const lookEveryMs = 1_000;
const defaultReserve = { bytes: 2 ** 30, percent: 5 };

interface Volume {
  readonly total: number;
  readonly free: number;
}

export function createDiskReserve(
  config: Pick<Config, 'dataDir' | 'diskReserve' | 's3' | 'databaseUrl'>,
  look: (folder: string) => Promise<Volume | undefined> = lookAt,
): DiskReserve {
  let looked: { readonly volume: Promise<Volume | undefined>; readonly until: number } | undefined;
  /** Files on their way in this process, which the volume does not show yet. */
  let inFlight = 0;

  function volume(): Promise<Volume | undefined> {
    const now = performance.now();
    if (looked === undefined || looked.until <= now)
      looked = { volume: look(config.dataDir), until: now + lookEveryMs };
    return looked.volume;
  }

  async function check(bytes: number): Promise<void> {
    const found = await volume();
    if (found === undefined) return;
    if (found.free - bytes < reserveOf(found.total, config.diskReserve)) throw errors.diskLow();
  }

  const hasFiles = config.s3 === undefined;
  const hasDatabase = config.databaseUrl === undefined;
  return {
    async checkFile(bytes) {
      if (hasFiles) await check(inFlight + bytes);
    },
    async holdFile(bytes) {
      if (!hasFiles) return () => {};
      await check(inFlight + bytes);
      inFlight += bytes;
      let isHeld = true;
      return () => {
        if (isHeld) inFlight -= bytes;
        isHeld = false;
      };
    },
    async checkDraft() {
      if (hasDatabase) await check(0);
    },
  };
}

export function reserveOf(total: number, wanted: Config['diskReserve']): number {
  if (wanted === undefined) return Math.min(defaultReserve.bytes, (total * defaultReserve.percent) / 100);
  return 'bytes' in wanted ? wanted.bytes : (total * wanted.percent) / 100;
}

async function lookAt(folder: string): Promise<Volume | undefined> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { total: bsize * blocks, free: bsize * bavail };
  } catch {
    // A file system that tells nothing: what does not fit fails when it is written, as a 503.
    return undefined;
  }
}
