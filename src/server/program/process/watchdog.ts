// The last line of defence: ends this process when its event loop stands still for 10 seconds, from a thread of its own, and says in
// the log which requests it held. The primary starts another in its place. SIGKILL, because nothing else is heard by then.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  createInFlightRequests,
  type InFlightRequest,
  type InFlightRequests,
  listInFlight,
  openSharedState,
} from './in-flight-requests.ts';

export interface WatchdogData {
  readonly memory: SharedArrayBuffer;
  readonly tickMs: number;
  /** Looks without a heartbeat between them before the process is ended. */
  readonly maxMissed: number;
}

const tickMs = 500;
export const blockedAfterMs = 10_000;
const maxMemoryMb = 16;

export function startWatchdog(): {
  readonly inFlight: InFlightRequests;
  readonly listInFlight: () => InFlightRequest[];
} {
  const state = openSharedState();
  const beat = setInterval(() => Atomics.add(state.heartbeat, 0, 1), tickMs / 2);
  beat.unref();
  const workerData: WatchdogData = {
    memory: state.heartbeat.buffer as SharedArrayBuffer,
    tickMs,
    maxMissed: blockedAfterMs / tickMs,
  };
  const file = join(dirname(fileURLToPath(import.meta.url)), 'process', 'watchdog-thread.js');
  const thread = new Worker(file, {
    workerData,
    execArgv: [],
    // What NODE_OPTIONS loads into every thread, such as tracing, needs more memory than this one has, and all would end with it.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  thread.unref();
  return { inFlight: createInFlightRequests(state), listInFlight: () => listInFlight(state) };
}
