// The watchdog's thread: looks at the heartbeat twice a second. Looks are counted, not seconds: a machine that slept, or a process
// that was stopped and continued, comes back with a later clock and no fault.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { listInFlight, openSharedState } from './in-flight-requests.ts';
import type { WatchdogData } from './watchdog.ts';

const { memory, tickMs, maxMissed } = workerData as WatchdogData;
const state = openSharedState(memory);
const pause = new Int32Array(new SharedArrayBuffer(4));
const parent = process.ppid;
/** When the primary is gone, a blocked worker ends after fewer missed ticks: the port must be free for the next start. */
const maxMissedAlone = 2;

let last = -1;
for (let missed = 0; ; ) {
  Atomics.wait(pause, 0, 0, tickMs);
  const beat = Atomics.load(state.heartbeat, 0);
  missed = beat === last ? missed + 1 : 0;
  last = beat;
  if (missed >= maxMissed || (missed >= maxMissedAlone && process.ppid !== parent)) end(missed);
}

function end(missed: number): never {
  const requests = listInFlight(state);
  const line = {
    level: 60,
    time: new Date().toISOString(),
    pid: process.pid,
    blockedMs: missed * tickMs,
    requestIds: requests.map(({ requestId }) => requestId),
    requests,
    msg: 'the event loop is blocked; ending this process',
  };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // A log that takes nothing does not keep a blocked process alive.
  }
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(pause, 0, 0, tickMs);
}
