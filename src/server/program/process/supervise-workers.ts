// The primary's side of WORKERS: starts the processes that serve, replaces one that ends, stops them all.
// [running.workers]
//
//   fork (they load while the database starts) -> begin: the first prepares the database -> all listen -> watch, replace -> stop
//
// One worker is supervised as several are: whatever ends it, another takes its place. With several the others go on meanwhile; with
// one, connections are refused for the second or two that it takes.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log-types.ts';
import { createMetricsRelay, type MetricsToPrimary, type MetricsToWorker } from '../../base/metrics/gather-reports.ts';
import { ConfigError, type Settings } from '../../base/settings.ts';
/** A message of the primary to a worker. */
export type PrimaryMessage = BeginMessage | MetricsToWorker | StopStep | 'drain';

/** A stop has steps, see http/drain-connections.ts: workers announce it, stop listening, and drain when all have stopped listening. */
type StopStep = 'announceStop' | 'stopListening';

export interface BeginMessage {
  readonly databaseUrl: string;
  /** Migrations, seeds, the first user: one worker does it, before any listens. */
  readonly mustPrepare: boolean;
}

/** A message of a worker to the primary. */
export type WorkerMessage =
  /** It listens to messages: one that is sent before may be lost. */
  | { readonly loaded: true }
  | { readonly prepared: { readonly setupUrl?: string } }
  | { readonly listening: true }
  | { readonly announcedStop: true }
  | { readonly stoppedListening: true }
  | { readonly failed: string }
  | MetricsToPrimary;

export interface Supervisor {
  /** Resolves when every worker serves; rejects when one cannot start. */
  begin(databaseUrl: string): Promise<{ setupUrl?: string }>;
  /** Workers that serve finish what is in progress; any other is ended at once. */
  stop(): Promise<void>;
}

/** A worker that served is replaced at once, also the fifth in a row; after that the pauses grow, but stay short. */
const endsWithoutPause = 5;
const firstPauseMs = 100;
const maxPauseMs = 1_000;
/** One that could not start may lack something that takes longer to come back. */
const maxStartPauseMs = 10_000;
/** After so long without an end the count starts again. */
const steadyMs = 30_000;
/** Longer than a worker needs for its own bounds. One that is still there is blocked. */
const maxStopMs = 65_000;
/** A worker that is blocked does not hear it; the others need not wait for it. */
const maxStepMs = 8_000;

export function superviseWorkers(options: {
  file: string;
  settings: Settings;
  config: Pick<Config, 'workers' | 'drainSeconds'>;
  log: Log;
  maxWorkerStopMs?: number;
}): Supervisor {
  const { file, settings, config, log } = options;
  const drainMs = config.drainSeconds * 1000;
  const workers = new Set<Worker>();
  const serving = new Set<Worker>();
  const loaded = new WeakSet<Worker>();
  let databaseUrl = '';
  let isStopping = false;
  let endsInARow = 0;
  let lastEndMs = Number.NEGATIVE_INFINITY;

  // Workers accept for themselves. Handed over by the primary, a connection on its way to a worker that dies hangs for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: file, serialization: 'json' });

  const metrics = createMetricsRelay(serving, tell);

  function fork(): Worker {
    const worker = cluster.fork(settings);
    workers.add(worker);
    worker.once('message', () => loaded.add(worker));
    worker.once('exit', () => {
      workers.delete(worker);
      serving.delete(worker);
    });
    return worker;
  }

  /** Resolves when it serves; rejects when it ended before that. */
  async function begin(worker: Worker, mustPrepare: boolean): Promise<{ setupUrl?: string }> {
    const message: BeginMessage = { databaseUrl, mustPrepare };
    const { prepared } = await new Promise<{ prepared: { setupUrl?: string } }>((resolve, reject) => {
      let prepared = {};
      let failure: string | undefined;
      const tell = () => worker.send(message, (error: Error | null) => error && reject(error));
      worker.on('message', (told: WorkerMessage) => {
        if ('loaded' in told) tell();
        else if ('prepared' in told) prepared = told.prepared;
        else if ('failed' in told) failure = told.failed;
        else if ('listening' in told) resolve({ prepared });
      });
      worker.once('exit', (code, signal) => reject(startFailure(failure, code, signal)));
      if (worker.isDead()) reject(startFailure(undefined, worker.process.exitCode, worker.process.signalCode));
      else if (loaded.has(worker)) tell();
    });
    serving.add(worker);
    worker.on('message', (told: WorkerMessage) => metrics.take(worker, told));
    watch(worker);
    return prepared;
  }

  function watch(worker: Worker): void {
    worker.once('exit', (code, signal) => {
      if (isStopping) return;
      log.error({ pid: worker.process.pid, code, signal }, 'a worker process ended; starting another');
      const now = performance.now();
      endsInARow = now - lastEndMs > steadyMs ? 1 : endsInARow + 1;
      lastEndMs = now;
      void replace();
    });
  }

  async function replace(): Promise<void> {
    let pauseMs = pauseAfter(endsInARow - endsWithoutPause, maxPauseMs);
    for (let failedStarts = 1; !isStopping; failedStarts++) {
      if (pauseMs > 0) await sleep(pauseMs);
      if (isStopping) return;
      pauseMs = pauseAfter(failedStarts, maxStartPauseMs);
      try {
        await begin(fork(), false);
        return;
      } catch (error) {
        if (!isStopping) log.error({}, `a worker process could not start; trying again. ${(error as Error).message}`);
      }
    }
  }

  /** Balancers see it at `/health` for as long as `DRAIN_SECONDS` says; then the workers stop listening. */
  async function stopListening(ended: Promise<unknown>): Promise<void> {
    const announced = [...serving].map((worker) => step(worker, 'announceStop', 'announcedStop'));
    if (announced.length === 0) return;
    await inTime(Promise.race(announced), maxStepMs);
    await inTime(ended, drainMs);
    await inTime(
      Promise.all([...serving].map((worker) => step(worker, 'stopListening', 'stoppedListening'))),
      maxStepMs,
    );
  }

  const first = Array.from({ length: config.workers }, fork);
  return {
    async begin(url) {
      databaseUrl = url;
      const prepared = await begin(first[0] as Worker, true);
      await Promise.all(first.slice(1).map((worker) => begin(worker, false)));
      return prepared;
    },
    async stop() {
      isStopping = true;
      const ended = Promise.all([...workers].map((worker) => once(worker, 'exit')));
      for (const worker of workers) if (!serving.has(worker)) worker.process.kill('SIGKILL');
      const cutOff = setTimeout(
        () => {
          for (const worker of workers) {
            log.error({ pid: worker.process.pid }, 'a worker process does not stop; ending it');
            worker.process.kill('SIGKILL');
          }
        },
        drainMs + (options.maxWorkerStopMs ?? maxStopMs),
      );
      await stopListening(ended);
      for (const worker of serving) tell(worker, 'drain');
      await ended;
      clearTimeout(cutOff);
    },
  };
}

/** None before the first, then twice as long each time. */
function pauseAfter(times: number, maxMs: number): number {
  return times <= 0 ? 0 : Math.min(firstPauseMs * 2 ** (times - 1), maxMs);
}

async function inTime(work: Promise<unknown>, maxMs: number): Promise<void> {
  await Promise.race([work, sleep(maxMs, undefined, { ref: false })]);
}

/** Resolves when the worker has done so, or ended. */
async function step(worker: Worker, wanted: StopStep, done: 'announcedStop' | 'stoppedListening'): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', (told: WorkerMessage) => done in told && resolve());
    worker.once('exit', () => resolve());
    if (worker.isConnected()) tell(worker, wanted);
    else resolve();
  });
}

/** A worker that is just ending takes no message; its exit says enough. */
function tell(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

function startFailure(failure: string | undefined, code: number | null, signal: string | null): ConfigError {
  return new ConfigError(failure ?? `A worker process ended before it served (${signal ?? `exit code ${code}`}).`);
}
