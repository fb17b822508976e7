// `formstead serve`: database, migrations, first user, listener; and the way back down. CONTRACT.md section 1.
//
//   SIGTERM, SIGINT -> stop accepting -> finish requests in flight -> close the pool -> stop the embedded database -> exit 0
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig, readSettings, type Settings } from './config.ts';
import { prepareFirstUser } from './identity/add-user.ts';
import { startJobs } from './jobs/run-jobs.ts';
import { openLog } from './log.ts';
import { openServices } from './open-services.ts';
import { readSources } from './options-sets/maintained/sources.ts';
import type { ServiceLog } from './services.ts';
import { openEmbedded } from './store/embedded.ts';

/** What is left when requests in flight take longer than this is cut off. */
const maxStopMs = 30_000;
const sweepEveryMs = 50;

export async function serve(settings: Settings): Promise<void> {
  const config = readConfig(settings);
  readSources(config.setsSources);
  const log = openLog(config.logLevel);
  const stopping = stopSignal();
  const database =
    config.databaseUrl === undefined
      ? await openEmbedded({ dataDir: config.dataDir, log: (message) => log.info({}, message) })
      : { url: config.databaseUrl, stop: async () => {} };
  try {
    const { setupUrl } = await prepare(config, database.url, log);
    const running =
      config.workers === 1
        ? await listen(config, database.url, log)
        : await startWorkers({ ...settings, DATABASE_URL: database.url }, config.workers, log);
    announce(config, setupUrl);
    await Promise.race([stopping, running.failed]);
    await running.stop();
  } finally {
    await database.stop();
    log.flush();
  }
}

/** One of several processes on the same port; its settings, the database's address among them, come by environment. */
export async function serveAsWorker(): Promise<void> {
  const config = readConfig(readSettings({}));
  const log = openLog(config.logLevel);
  const stopping = stopSignal();
  if (config.databaseUrl === undefined) throw new ConfigError('DATABASE_URL is missing in a worker process.');
  const running = await listen(config, config.databaseUrl, log);
  process.send?.('listening');
  await Promise.race([stopping, once(process, 'disconnect')]);
  await running.stop();
  log.flush();
}

async function prepare(config: Config, databaseUrl: string, log: ServiceLog): Promise<{ setupUrl?: string }> {
  const services = await openServices({ config, databaseUrl, log });
  try {
    const { setupUrl, added } = await prepareFirstUser(services);
    if (added !== undefined) log.info(added, 'first user made from ADMIN_EMAIL');
    return setupUrl === undefined ? {} : { setupUrl };
  } finally {
    await services.close();
  }
}

interface Running {
  /** Rejects when the service cannot go on. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

async function listen(config: Config, databaseUrl: string, log: ServiceLog): Promise<Running> {
  const services = await openServices({ config, databaseUrl, log });
  const app = await buildApp(services);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await services.close();
    throw explainListenError(error, config);
  }
  const jobs = startJobs(services);
  return {
    failed: new Promise<never>(() => {}),
    async stop() {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), maxStopMs);
      // A connection that was busy when the stop began stays open after its answer, for as long as its client likes.
      const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs);
      await app.close();
      clearTimeout(cutOff);
      clearInterval(sweep);
      await jobs.stop();
      await services.close();
    },
  };
}

function explainListenError(error: unknown, config: Config): unknown {
  const place = `port ${config.port} on ${config.host}`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Cannot listen: ${place} is in use by another program. Choose another with PORT or --port.`,
      );
    case 'EACCES':
      return new ConfigError(
        `Cannot listen: this user may not use ${place}. Choose a port above 1023 with PORT or --port.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`Cannot listen: ${config.host} is no address of this machine. Set HOST or --host.`);
    default:
      return error;
  }
}

const workerFile = fileURLToPath(new URL('./worker.js', import.meta.url));
const restartPauseMs = 1_000;

async function startWorkers(settings: Settings, count: number, log: ServiceLog): Promise<Running> {
  let isStopping = false;
  const workers = new Set<Worker>();
  // Workers accept for themselves. Handed over by the primary, a connection on its way to a worker that dies hangs for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: workerFile, serialization: 'json' });

  function fork(): Worker {
    const worker = cluster.fork(settings);
    workers.add(worker);
    worker.on('exit', (code, signal) => {
      workers.delete(worker);
      if (isStopping) return;
      log.error({ code, signal }, 'a worker process ended; starting another');
      setTimeout(() => !isStopping && fork(), restartPauseMs);
    });
    return worker;
  }

  const first = Array.from({ length: count }, fork);
  await Promise.all(first.map(waitForListening));
  return {
    failed: new Promise<never>(() => {}),
    async stop() {
      isStopping = true;
      const ended = [...workers].map((worker) => once(worker, 'exit'));
      for (const worker of workers) worker.process.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}

async function waitForListening(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => reject(new ConfigError('A worker process could not start; its own message is above.')));
  });
}

/** One object on standard output when requests are served, for whoever started the process. */
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

// A group signal and npm's own forwarding may deliver it twice: the first one counts, the others change nothing.
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}
