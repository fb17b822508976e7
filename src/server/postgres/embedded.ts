// The database when DATABASE_URL is not set: a real PostgreSQL server, run as a child on the data folder.
// [running.embedded]
//
//   claim the folder -> find the programs -> end an orphan of a killed Formstead -> make the cluster (first start) -> start -> database `formstead`
//
// Only the process that claimed the folder starts or stops the server. A crash anywhere leaves a state the next start understands.
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase } from '../store/connection/ensure-database.ts';
import { findDatabaseAccount, giveTreeTo } from './account.ts';
import { findBinaries } from './binaries.ts';
import { claimFolder, findHolder, isClaimed } from './claim.ts';
import * as clusters from './cluster.ts';
import { EmbeddedDatabaseError, explainFailure } from './embedded-error.ts';
import { keepServer } from './keeper.ts';
import { loopback, stopServer } from './server.ts';

export { EmbeddedDatabaseError } from './embedded-error.ts';

export interface EmbeddedDatabase {
  /** For any PostgreSQL client: `postgres://formstead:...@127.0.0.1:<port>/formstead`. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** A command that ends soon: a server or another command that starts meanwhile waits for it instead of failing. */
  readonly isBrief?: boolean;
  /** False trades what a power failure would lose for speed. For tests. */
  readonly isDurable?: boolean;
}

const databaseName = 'formstead';
const holderGetsReadyWithinMs = 30_000;

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    mkdirSync(options.dataDir, { recursive: true });
    const dataDir = realpathSync(options.dataDir);
    const held = await claimFolder({ dataDir, isBrief: options.isBrief ?? false });
    try {
      return await startOn({ ...options, dataDir, release: held.release });
    } catch (error) {
      held.release();
      throw error;
    }
  } catch (error) {
    throw explainFailure({ dataDir: options.dataDir, error });
  }
}

/** The database of the Formstead server that runs on this folder now. One that is just starting is waited for. */
export async function findRunningEmbedded(dataDir: string): Promise<{ url: string } | undefined> {
  if (!existsSync(dataDir)) return undefined;
  try {
    return await waitForServerOf(realpathSync(dataDir));
  } catch (error) {
    throw explainFailure({ dataDir, error });
  }
}

/** For a restore in place of a database that an older or newer PostgreSQL wrote: it stays beside, under another name. */
export async function setAsideOtherVersion(dataDir: string): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'postgres'))) return undefined;
  try {
    const folder = realpathSync(dataDir);
    const held = await claimFolder({ dataDir: folder, isBrief: true });
    try {
      const dir = join(folder, 'postgres');
      const { majorVersion } = findBinaries({ dataDir: folder, account: findDatabaseAccount(dir) });
      return clusters.setAsideOtherVersion({ dir, majorVersion });
    } finally {
      held.release();
    }
  } catch (error) {
    throw explainFailure({ dataDir, error });
  }
}

/** Whether the folder of a database exists and no live process uses it or is about to. */
export function isUnheldEmbedded(dataDir: string): boolean {
  return existsSync(dataDir) && !isClaimed(realpathSync(dataDir));
}

/** Removes a database with its folder, and its server should a killed Formstead have left one; does nothing while it is held. */
export async function removeUnheldEmbedded(dataDir: string): Promise<void> {
  if (!isUnheldEmbedded(dataDir)) return;
  await endOrphan({ dir: join(realpathSync(dataDir), 'postgres'), log: () => {} });
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function waitForServerOf(dataDir: string): Promise<{ url: string } | undefined> {
  const dir = join(dataDir, 'postgres');
  for (const deadline = performance.now() + holderGetsReadyWithinMs; ; await sleep(20)) {
    const holder = findHolder(dataDir);
    // A brief holder stops its server without asking who else came to use it.
    if (!holder || holder.isBrief) return undefined;
    const server = clusters.findServer(dir);
    if (server?.isReady) return { url: makeUrl({ clusterDir: dir, port: server.port, database: databaseName }) };
    if (performance.now() > deadline)
      throw new EmbeddedDatabaseError(
        `Formstead (process ${holder.pid}) holds ${dataDir}, but its database does not get ready.`,
      );
  }
}

async function startOn(options: EmbeddedOptions & { release: () => void }): Promise<EmbeddedDatabase> {
  const { dataDir, log, release, isDurable = true } = options;
  const dir = join(dataDir, 'postgres');
  const account = findDatabaseAccount(dir);
  const cluster: clusters.Cluster = { dataDir, dir, account };
  const binaries = findBinaries({ dataDir, account });
  clusters.removeDrafts(dataDir);
  if (clusters.hasCluster({ cluster, binaries })) {
    await endOrphan({ dir, log });
    if (account && statSync(dir).uid === 0) giveTreeTo(account, dir);
  } else {
    log(`Making a new database in ${dir}.`);
    await clusters.makeCluster({ cluster, binaries, isDurable });
  }
  const server = await keepServer({ cluster, binaries, isDurable, log });
  try {
    await ensureDatabase({
      url: makeUrl({ clusterDir: dir, port: server.port, database: 'postgres' }),
      name: databaseName,
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: makeUrl({ clusterDir: dir, port: server.port, database: databaseName }),
    async stop() {
      await server.stop();
      release();
    },
  };
}

// choice: an orphan is ended cleanly and replaced rather than reused. It costs a tenth of a second, ends statements that nobody
// waits for any more, and leaves one kind of running server: our own child, with the settings and the version of this Formstead.
async function endOrphan({ dir, log }: { dir: string; log: (message: string) => void }): Promise<void> {
  const orphan = clusters.findServer(dir);
  if (orphan) {
    log(`Stopping PostgreSQL (process ${orphan.identity.pid}), which a killed Formstead left running.`);
    await stopServer({ identity: orphan.identity, log });
  }
  clusters.removeStalePidFile(dir);
}

function makeUrl({ clusterDir, port, database }: { clusterDir: string; port: number; database: string }): string {
  return `postgres://${clusters.databaseUser}:${clusters.readPassword(clusterDir)}@${loopback}:${port}/${database}`;
}
