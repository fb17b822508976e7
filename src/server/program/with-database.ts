// Opens the database that a command works on.
import type { Config } from '../base/config.ts';
import { findRunningEmbedded, openEmbedded } from '../postgres/embedded.ts';

/** The configured database, that of the running server, or, when nothing runs, the embedded one for a moment. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  const running = await findRunningEmbedded(config.dataDir);
  if (running !== undefined) return work(running.url);
  const embedded = await openEmbedded({ dataDir: config.dataDir, log: () => {}, isBrief: true });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
