// A restore that nobody keeps: into a database server of its own in a folder of DATA_DIR, which is removed afterwards. All rows are
// loaded, indexed and migrated, then read again and compared with the backup; the content of all files is read and compared with its
// hash. The live database and storage are not touched. [running.backup.drill]
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import type { OpenedStorage } from '../files/storage/s3-storage.ts';
import { openEmbedded, removeUnheldEmbedded } from '../postgres/embedded.ts';
import { openDb } from '../store/connection/db.ts';
import { BackupError } from './backup-error.ts';
import { readChosenManifest } from './find-backups.ts';
import { newDrillFolder, removeLeftDrills } from './left-drills.ts';
import type { OpenedBackups } from './losses.ts';
import type { Manifest } from './manifest.ts';
import type { Progress } from './progress.ts';
import { type RestoreReport, restoreBackup } from './restore-backup.ts';

export interface DrillReport {
  readonly backup: string;
  readonly time: string;
  readonly schema: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly missingFiles: number;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

/** Text of rows, as tables, indexes and the log of changes. */
const spacePerByte = 4;
const spaceOfServer = 2 ** 28;

export async function runDrill(
  id: string,
  from: OpenedBackups,
  { config, progress }: { readonly config: Config; readonly progress: Progress },
): Promise<DrillReport> {
  const begun = performance.now();
  const { dataDir } = config;
  await mkdir(dataDir, { recursive: true });
  await removeLeftDrills(dataDir);
  await refuseWithoutRoom(await readChosenManifest(from, id), dataDir);
  const folder = join(dataDir, newDrillFolder());
  // The account of the database enters it; what is inside belongs to that account alone.
  await mkdir(folder, { mode: 0o711 });
  const opening = openEmbedded({ dataDir: folder, log: () => {}, isDurable: false });
  const remove = async () => {
    const server = await opening.catch(() => undefined);
    await server?.stop();
    await removeUnheldEmbedded(folder);
  };
  const stopHandling = beforeSignals(remove);
  try {
    const server = await opening;
    const report = await restoreInto(server.url, { id, from, config, progress });
    const { backup, time, schema, tables, rows, files, missingFiles, warnings } = report;
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { backup, time, schema, tables, rows, files, missingFiles, seconds, warnings };
  } finally {
    await stopHandling();
  }
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Does the work once, when a signal is about to end the process or when the returned function is called. */
function beforeSignals(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const doOnce = () => {
    done ??= work();
    return done;
  };
  const onSignal = (signal: NodeJS.Signals) => {
    // Its handler is gone by now: the signal ends the process.
    void doOnce().finally(() => process.kill(process.pid, signal));
  };
  for (const signal of signals) process.once(signal, onSignal);
  return async () => {
    await doOnce();
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
}

async function restoreInto(
  url: string,
  { id, from, config, progress }: { id: string; from: OpenedBackups; config: Config; progress: Progress },
): Promise<RestoreReport> {
  const db = await openDb(url, { maxConnections: 1 });
  try {
    const wishes = { id, later: undefined, isUndeleting: true, takesOtherSecret: false, comparesRows: true };
    return await restoreBackup(wishes, from, { db, config, progress, openStorage: async () => nowhere });
  } finally {
    await db.close();
  }
}

/** Reads all of what it is given, and keeps none of it. */
const nowhere: OpenedStorage = {
  async put(_key, content, { contentType, size }) {
    if (!Buffer.isBuffer(content)) for await (const _chunk of content);
    return { size, contentType, etag: '' };
  },
  stat: async () => undefined,
  read: async () => undefined,
  delete: async () => {},
  list: async () => ({ keys: [], next: undefined }),
  removeUnfinished: async () => 0,
  close() {},
};

async function refuseWithoutRoom({ tables }: Manifest, dataDir: string): Promise<void> {
  const needed = tables.reduce((sum, { bytes }) => sum + bytes, 0) * spacePerByte + spaceOfServer;
  const { bsize, bavail } = await statfs(dataDir);
  if (bsize * bavail >= needed) return;
  const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  throw new BackupError(`A drill needs about ${inGb(needed)} in ${dataDir}, where ${inGb(bsize * bavail)} are free.`);
}
