// `formstead serve`: a primary that holds the database and supervises the processes that serve; and their shutdown.
// [running.start] [running.stop]
//
//   SIGTERM, SIGINT -> stop accepting -> finish requests in flight -> close the pool -> stop the embedded database -> exit 0
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '../base/config.ts';
import { openLog } from '../base/log.ts';
import type { ServiceLog } from '../base/log-types.ts';
import type { Settings } from '../base/settings.ts';
import { openEmbedded } from '../postgres/embedded.ts';
import { readSources } from '../registries/sources.ts';
import { checkPorts } from './process/check-ports.ts';
import { stopSignal } from './process/stop-signal.ts';
import { superviseWorkers } from './process/supervise-workers.ts';

const workerFile = fileURLToPath(new URL('./worker.js', import.meta.url));

/** The primary. It holds the database and the port, and nothing that a request could block. */
export async function serve(settings: Settings): Promise<void> {
  const config = readConfig(settings);
  readSources(config.setsSources);
  const log = openLog(config.logLevel);
  const stopping = stopSignal();
  await Promise.race([checkPorts(config), stopping]);
  // Workers load their code while the database starts.
  const supervisor = superviseWorkers({ file: workerFile, settings, config, log });
  let database: Awaited<ReturnType<typeof openDatabase>> | undefined;
  try {
    database = await openDatabase(config, log);
    const ready = await Promise.race([stopping, supervisor.begin(database.url)]);
    if (ready !== undefined) {
      announce(config, ready.setupUrl);
      await stopping;
    }
  } finally {
    await supervisor.stop();
    await database?.stop();
    log.flush();
  }
}

async function openDatabase(config: Config, log: ServiceLog): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} };
  return openEmbedded({ dataDir: config.dataDir, log: (message) => log.info({}, message) });
}

/** Prints one object on standard output when requests are served, for the program that started the process. */
function announce(config: Config, setupUrl: string | undefined): void {
  const ready = {
    status: 'ready',
    url: config.publicUrl,
    api: config.apiUrl,
    pid: process.pid,
    ...(setupUrl && { setupUrl }),
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  if (setupUrl !== undefined) process.stderr.write(`No users yet. Make the first one here, once: ${setupUrl}\n`);
}
