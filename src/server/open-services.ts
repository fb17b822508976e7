// Opens everything a process works with, from its settings and the address of the database.
import type { Config } from './config.ts';
import { createWriteQueue } from './entries/write-queue.ts';
import { createFormCache } from './forms/load-form.ts';
import { createCredentialLoader } from './identity/authenticate.ts';
import { openSecrets } from './identity/secrets.ts';
import { createNewId } from './new-id.ts';
import type { Clock, Log, Services } from './services.ts';
import { openDb } from './store/db.ts';
import { migrate } from './store/migrate.ts';

const connectionsPerProcess = 10;

export interface OpenedServices extends Services {
  close(): Promise<void>;
}

export async function openServices(options: {
  config: Config;
  databaseUrl: string;
  log: Log;
  clock?: Clock;
}): Promise<OpenedServices> {
  const { config, log, clock = { now: Date.now } } = options;
  const db = openDb(options.databaseUrl, { maxConnections: connectionsPerProcess });
  try {
    const { applied } = await migrate(db);
    if (applied.length > 0) log.info({ applied }, 'schema migrated');
    return {
      config,
      db,
      secrets: await openSecrets(db, config.secret),
      credentials: createCredentialLoader(db),
      forms: createFormCache(db),
      writes: createWriteQueue({ db, clock }),
      requestForForm: async (url) => {
        throw new Error(`Not reachable: ${url}`);
      },
      clock,
      newId: createNewId(clock.now),
      log,
      close: () => db.close(),
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
