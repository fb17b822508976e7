// What a restore without damaged content lacks: files, with the entries that hold them, and rows of tables. [running.restore.damaged]
import type { Storage } from '../files/storage/storage.ts';
import { describeFiles, type LostFile } from '../store/backup/restore-tables.ts';
import type { Transaction } from '../store/connection/db.ts';
import { listStoredFiles } from '../store/files/files.ts';
import type { Manifest } from './manifest.ts';
import { restoreFromOtherLists, type Skipping } from './restore-files.ts';
import type { BackupKey } from './seal.ts';
import type { BackupSource } from './vault.ts';

export interface OpenedBackups {
  readonly source: BackupSource;
  readonly key: BackupKey | undefined;
}

export interface LostData {
  /** How many files have no content, and the first of them with the entries that hold them. */
  readonly files: number;
  readonly fileList: readonly LostFile[];
  /** Rows that are lost, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Parts that are missing or damaged: the first of them. */
  readonly problems: readonly string[];
}

export interface Losses extends Skipping {
  addProblem(problem: string): void;
  addRows(table: string, count: number): void;
  addFile(key: string): void;
  /** It is there after all. */
  removeFile(key: string): void;
  hasLostRows(): boolean;
  hasLostList(): boolean;
  describe(tx: Transaction): Promise<LostData>;
}

const maxShown = 1_000;
const filesOfPage = 1_000;

export function createLosses(): Losses {
  const problems: string[] = [];
  const rows: Record<string, number> = {};
  const files = new Set<string>();
  let hasLostList = false;
  const addProblem = (problem: string) => {
    if (problems.length < maxShown) problems.push(problem);
  };
  return {
    addProblem,
    addRows(table, count) {
      rows[table] = (rows[table] ?? 0) + count;
    },
    addFile: (key) => void files.add(key),
    removeFile: (key) => void files.delete(key),
    skip(file, error) {
      files.add(file.key);
      addProblem(error.message);
    },
    onDamagedList(error) {
      hasLostList = true;
      addProblem(error.message);
    },
    hasLostRows: () => Object.keys(rows).length > 0,
    hasLostList: () => hasLostList,
    async describe(tx) {
      const fileList = await describeFiles(tx, [...files].sort().slice(0, maxShown));
      return { files: files.size, fileList, rows, problems };
    },
  };
}

/** Files of the database whose line was in a damaged part of the list. Returns those that other backups of the place know. */
export async function restoreUnlisted(
  tx: Transaction,
  restored: { manifest: Manifest; from: OpenedBackups; storage: Storage; losses: Losses },
): Promise<{ files: number; bytes: number }> {
  const { manifest, from, storage, losses } = restored;
  if (!losses.hasLostList()) return { files: 0, bytes: 0 };
  const wanted = new Set<string>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const keys: string[] = await listStoredFiles(tx, { after, limit: filesOfPage });
    for (const key of keys) if ((await storage.stat(key)) === undefined) wanted.add(key);
    after = keys.at(-1);
  }
  for (const key of wanted) losses.addFile(key);
  const { found, bytes } = await restoreFromOtherLists(wanted, from, { own: manifest.id, storage, skipping: losses });
  for (const key of found) losses.removeFile(key);
  return { files: found.size, bytes };
}
