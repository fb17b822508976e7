// The requests that are in progress, in memory that another thread can read while this one is blocked: the log names them when the
// watchdog or an uncaught error ends the process. Writing one costs a copy of about 60 bytes.

const slots = 1_024;
const idBytes = 36;
/** The id, then `GET /path` up to its query. */
const slotBytes = 128;
const addressBytes = slotBytes - idBytes;

/** Shared with the watchdog's thread: a counter that moves while the event loop turns, then the requests. */
export interface SharedState {
  readonly heartbeat: Int32Array;
  readonly requests: Buffer;
}

export interface InFlightRequests {
  /** What it gives is released. */
  hold(id: string, method: string, url: string): number;
  release(slot: number): void;
}

export interface InFlightRequest {
  readonly requestId: string;
  readonly method: string;
  /** Without its query, and with `…` where a part of the path may be a secret. */
  readonly path: string;
}

export function openSharedState(memory: SharedArrayBuffer = makeMemory()): SharedState {
  return { heartbeat: new Int32Array(memory, 0, 1), requests: Buffer.from(memory, heartbeatBytes) };
}

const heartbeatBytes = 4;

function makeMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(heartbeatBytes + slots * slotBytes);
}

export function createInFlightRequests({ requests }: SharedState): InFlightRequests {
  let next = 0;
  return {
    // Past the number of slots the oldest is forgotten: by then it is the least likely to matter.
    hold(id, method, url) {
      const start = (next++ % slots) * slotBytes;
      requests.write(id, start, idBytes, 'latin1');
      const query = url.indexOf('?');
      const address = `${method} ${query < 0 ? url : url.slice(0, query)}\n`;
      requests.write(address, start + idBytes, addressBytes, 'latin1');
      return start;
    },
    release(slot) {
      requests[slot] = 0;
    },
  };
}

export function listInFlight({ requests }: SharedState): InFlightRequest[] {
  const found: InFlightRequest[] = [];
  for (let start = 0; start < requests.length; start += slotBytes) {
    if (requests[start] === 0) continue;
    const requestId = requests.toString('latin1', start, start + idBytes);
    const address = requests.toString('latin1', start + idBytes, start + slotBytes).split('\n', 1)[0] as string;
    const [method = '', path = ''] = address.split(' ', 2);
    found.push({ requestId, method, path: path.split('/').map(withoutSecret).join('/') });
  }
  return found;
}

/** Words of routes and ids are no secrets; links of drafts and invitations have longer parts. */
const withoutSecret = (part: string) => (/^(?:[a-zA-Z$_.-]{0,30}|v1\.0|[0-9a-f]{24})$/.test(part) ? part : '…');
