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
  add(request: object, id: string): void;
  remove(request: object): void;
  /** The same for a request that is answered at once: what `hold` gives is released. */
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
  const slotOf = new WeakMap<object, number>();
  let next = 0;

  // Past the number of slots the oldest is forgotten: by then its id is the least likely to matter.
  function hold(id: string): number {
    const start = (next++ % slots) * idBytes;
    ids.write(id, start, 'latin1');
    return start;
  }

  return {
    add: (request, id) => void slotOf.set(request, hold(id)),
    remove(request) {
      const start = slotOf.get(request);
      if (start !== undefined) ids[start] = 0;
    },
    hold,
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
