// One of the processes that serve, and its shutdown. [running.start] [running.stop]
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, readSettings } from '../base/config.ts';
import { openLog } from '../base/log.ts';
import { trackConnections } from '../http/drain-connections.ts';
import { prepareFirstUser } from '../identity/create-user.ts';
import { startJobs } from '../jobs/run-jobs.ts';
import { abandonOwed } from '../store/jobs/outbox.ts';
import { buildApp } from './app.ts';
import { type OpenedServices, openServices } from './open-services.ts';
import { explainListenError } from './process/check-ports.ts';
import { guardProcess } from './process/guard-process.ts';
import { stopSignal } from './process/stop-signal.ts';
import type { BeginMessage, PrimaryMessage, WorkerMessage } from './process/supervise-workers.ts';
import { startWatchdog } from './process/watchdog.ts';

/** What is left when requests in flight take longer than this is cut off. */
const maxDrainMs = 30_000;
/** Jobs, pools and connections get so long to close; a database that does not answer must not hold up a stop. */
const maxCloseMs = 10_000;
const maxWaitForPrimaryMs = 2_000;

/** One of the processes that serve; its settings come by environment, the database's address by message. */
export async function serveAsWorker(): Promise<void> {
  const config = readConfig(readSettings({}));
  const log = openLog(config.logLevel);
  const begun = once(process, 'message') as Promise<[BeginMessage]>;
  const signalled = stopSignal();
  tellPrimary({ loaded: true });
  const [{ databaseUrl, mustPrepare }] = await begun;
  const services = await openServices({ config, databaseUrl, log });
  if (mustPrepare) tellPrimary({ prepared: await prepare(services) });
  const running = await listen(services);
  const told = (wanted: PrimaryMessage) =>
    new Promise<void>((resolve) => process.on('message', (message) => message === wanted && resolve()));
  const announced = told('announceStop').then(() => false);
  const stopListening = told('stopListening');
  const drain = told('drain');
  tellPrimary({ listening: true });
  // A signal to the whole group reaches the primary too, which says what is next; one to this process alone does not.
  const isAlone = await Promise.race([announced, signalled.then(() => sleep(maxWaitForPrimaryMs, true))]);
  const isService = !isAlone || config.workers === 1;
  // /health says 503 now: balancers that look at it send nothing more by the time the listener closes. [running.stop.drain]
  if (isService) running.announceStop();
  tellPrimary({ announcedStop: true });
  if (isAlone && isService) await sleep(config.drainSeconds * 1000);
  if (!isAlone) await stopListening;
  await running.stopListening({ othersListen: !isService });
  tellPrimary({ stoppedListening: true });
  if (!isAlone) await drain;
  await running.stop();
  log.flush();
}

function tellPrimary(message: WorkerMessage): void {
  process.send?.(message);
}

async function prepare(services: OpenedServices): Promise<{ setupUrl?: string }> {
  const { config, log } = services;
  try {
    const { setupUrl, added } = await prepareFirstUser(services);
    if (added !== undefined) log.info(added, 'first user made from ADMIN_EMAIL');
    // An embedded database has no other processes, so no process is sending the emails that are owed now.
    if (config.databaseUrl === undefined) await abandonOwed(services.db.sql);
    return setupUrl === undefined ? {} : { setupUrl };
  } catch (error) {
    await services.close();
    throw error;
  }
}

interface Running {
  announceStop(): void;
  stopListening(options: { othersListen: boolean }): Promise<void>;
  stop(): Promise<void>;
}

async function listen(services: OpenedServices): Promise<Running> {
  const { config, log } = services;
  const { inFlight, listInFlight } = startWatchdog();
  let [isStopping, isEnding] = [false, false];
  const app = await buildApp(services, { inFlight, isStopping: () => isStopping, isEnding: () => isEnding });
  guardProcess({
    log,
    listInFlight,
    endRequests() {
      isEnding = true;
      app.server.closeAllConnections();
    },
  });
  const connections = trackConnections(app.server);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await services.close();
    throw explainListenError(error, config);
  }
  const jobs = startJobs(services);
  return {
    announceStop() {
      isStopping = true;
    },
    stopListening: (options) => connections.stopListening(options),
    async stop() {
      const cutOff = await connections.drain(maxDrainMs);
      if (cutOff > 0) log.warn({ connections: cutOff }, 'connections that were still busy were cut off');
      const closed = app
        .close()
        .then(() => jobs.stop())
        .then(() => services.close());
      const inTime = await Promise.race([closed.then(() => true), sleep(maxCloseMs, false)]);
      if (!inTime) log.warn({}, 'the database or a job did not come to its end; stopping without it');
    },
  };
}
