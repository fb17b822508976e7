// The ids of requests that are in progress, in memory that another thread can read while this one is blocked: the watchdog says in
// the log which requests a blocked process held. Writing one costs a copy of 36 bytes.

const slots = 1_024;
const idBytes = 36;

/** Shared with the watchdog's thread: a counter that moves while the event loop turns, then the ids. */
export interface SharedState {
  readonly heartbeat: Int32Array;
  readonly ids: Buffer;
}

export interface InFlightRequests {
  /** What it gives is released. */
  hold(id: string): number;
  release(slot: number): void;
}

export function openSharedState(memory: SharedArrayBuffer = makeMemory()): SharedState {
  return { heartbeat: new Int32Array(memory, 0, 1), ids: Buffer.from(memory, heartbeatBytes) };
}

const heartbeatBytes = 4;

function makeMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(heartbeatBytes + slots * idBytes);
}

export function createInFlightRequests({ ids }: SharedState): InFlightRequests {
  let next = 0;
  return {
    // Past the number of slots the oldest is forgotten: by then its id is the least likely to matter.
    hold(id) {
      const start = (next++ % slots) * idBytes;
      ids.write(id, start, 'latin1');
      return start;
    },
    release(slot) {
      ids[slot] = 0;
    },
  };
}

export function listInFlight({ ids }: SharedState): string[] {
  const found: string[] = [];
  for (let start = 0; start < ids.length; start += idBytes) {
    if (ids[start] !== 0) found.push(ids.toString('latin1', start, start + idBytes));
  }
  return found;
}
