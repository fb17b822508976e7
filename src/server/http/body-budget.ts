// Limits how many bytes of request bodies a process holds at once, from the first byte until the response has left. When the limit is
// reached, further bodies are not read, so the sender's network waits. Callers take turns, so that hundreds of large bodies of one caller
// do not delay the others, and small bodies never wait. While a body waits for room, bodies that make hardly any progress are ended.
// [limits.slow-bodies] [limits.memory]
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '../base/errors.ts';
import { keepScope } from '../base/request-scope.ts';
import { createFairQueue } from '../scheduling/fair-queue.ts';
import { isInner } from './inner-request.ts';

export interface BodyBudget {
  /** `caller` is an account or an address. Calls back when the body may be read, or with the 503. */
  reserve(caller: string, request: IncomingMessage, response: ServerResponse, done: (error?: Error) => void): void;
}

export interface BodyBounds {
  readonly maxBytes: number;
  readonly maxBytesPerCaller: number;
  /** Up to this size a body is not counted. */
  readonly smallBytes: number;
  /** How long a body waits for its first byte to be read. */
  readonly maxWaitMs: number;
  /** While others wait, a body has to bring `minBytes` in each period of so many milliseconds. */
  readonly slowMs: number;
  readonly minBytes: number;
}

export const usualBodyBounds: BodyBounds = {
  maxBytes: 32 * 2 ** 20,
  maxBytesPerCaller: 16 * 2 ** 20,
  smallBytes: 64 * 2 ** 10,
  maxWaitMs: 10_000,
  slowMs: 1_000,
  minBytes: 8 * 2 ** 10,
};

interface Body {
  readonly caller: string;
  bytes: number;
  isWaiting: boolean;
  /** While no other body is read, one goes on even beyond the bound: otherwise all might wait for each other. */
  isExempt: boolean;
  hasLeft: boolean;
  /** When the present period began, and what the body has brought in it. */
  since: number;
  brought: number;
  readonly request: IncomingMessage;
  goOn: () => void;
}

interface Held {
  bytes: number;
  reading: number;
}

/** `endLate` answers a body that hardly arrives, and closes its connection. */
export function createBodyBudget(endLate: (socket: Socket) => void, bounds: BodyBounds = usualBodyBounds): BodyBudget {
  const waiting = createFairQueue<Body>();
  const reading = new Set<Body>();
  let timer: NodeJS.Timeout | undefined;
  const all: Held = { bytes: 0, reading: 0 };
  const ofCallers = new Map<string, Held>();

  function heldBy(caller: string): Held {
    const held = ofCallers.get(caller) ?? { bytes: 0, reading: 0 };
    ofCallers.set(caller, held);
    return held;
  }

  function add(body: Body, change: Held): void {
    body.bytes += change.bytes;
    for (const held of [all, heldBy(body.caller)]) {
      held.bytes += change.bytes;
      held.reading += change.reading;
    }
  }

  function isOver(caller: string): boolean {
    return all.bytes > bounds.maxBytes || heldBy(caller).bytes > bounds.maxBytesPerCaller;
  }

  function mayGoOn(caller: string): boolean {
    const held = heldBy(caller);
    return (
      (all.bytes <= bounds.maxBytes || all.reading === 0) &&
      (held.bytes <= bounds.maxBytesPerCaller || held.reading === 0)
    );
  }

  function wait(body: Body): void {
    body.isWaiting = true;
    waiting.add(body.caller, body);
    endSlow();
  }

  function begin(body: Body): void {
    body.since = performance.now();
    body.brought = 0;
    reading.add(body);
    add(body, { bytes: 0, reading: 1 });
  }

  /** Ends bodies of the callers that hold most, until none waits. While there is room in total, only for others of the same caller. */
  function endSlow(): void {
    const slow = [...reading].filter(hasStalled).sort((a, b) => heldBy(b.caller).bytes - heldBy(a.caller).bytes);
    for (const body of slow) {
      if (waiting.size === 0) break;
      if (all.bytes <= bounds.maxBytes && waiting.sizeOf(body.caller) === 0) continue;
      leave(body);
      endLate(body.request.socket);
    }
    clearTimeout(timer);
    timer = waiting.size === 0 ? undefined : setTimeout(endSlow, bounds.slowMs / 4).unref();
  }

  function hasStalled(body: Body): boolean {
    if (performance.now() - body.since < bounds.slowMs) return false;
    const isSlow = body.brought < bounds.minBytes;
    body.since = performance.now();
    body.brought = 0;
    return isSlow && !body.request.complete && !body.request.destroyed;
  }

  function startOthers(): void {
    for (;;) {
      const body = waiting.take((_body, caller) => mayGoOn(caller));
      if (body === undefined) return;
      body.isWaiting = false;
      body.isExempt = isOver(body.caller);
      begin(body);
      body.goOn();
    }
  }

  function leave(body: Body): void {
    if (body.hasLeft) return;
    body.hasLeft = true;
    if (body.isWaiting) waiting.remove(body.caller, body);
    reading.delete(body);
    add(body, { bytes: -body.bytes, reading: body.isWaiting ? 0 : -1 });
    if (heldBy(body.caller).reading === 0 && waiting.sizeOf(body.caller) === 0) ofCallers.delete(body.caller);
    startOthers();
  }

  function pause(body: Body): void {
    body.request.pause();
    wait(body);
    startOthers();
  }

  function read(body: Body): void {
    body.goOn = keepScope(() => void body.request.resume());
    body.request.on('data', (chunk: Buffer) => {
      // Buffered bytes may still arrive after the connection has closed.
      if (body.hasLeft) return;
      add(body, { bytes: chunk.length, reading: 0 });
      body.brought += chunk.length;
      if (body.isExempt || body.request.complete || !isOver(body.caller)) return;
      add(body, { bytes: 0, reading: -1 });
      reading.delete(body);
      pause(body);
    });
  }

  /** A body that does not say its size is counted once it is no small one. */
  function readUnsized(body: Body, response: ServerResponse): void {
    let bytes = 0;
    const look = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bounds.smallBytes || body.request.complete) return;
      body.request.off('data', look);
      response.once('close', () => leave(body));
      read(body);
      body.bytes = 0;
      if (mayGoOn(body.caller)) begin(body);
      else pause(body);
      add(body, { bytes, reading: 0 });
    };
    body.request.on('data', look);
  }

  return {
    reserve(caller, request, response, done) {
      // The request that waits for it holds these bytes already: both would wait for each other. [mcp.http.bounds]
      if (isInner(request)) return done();
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      if (encoding === undefined && Number(length ?? 0) <= bounds.smallBytes) return done();
      const body: Body = {
        ...{ caller, request, bytes: 0, since: 0, brought: 0 },
        ...{ isWaiting: false, isExempt: false, hasLeft: false },
        goOn: () => {},
      };
      if (encoding !== undefined) {
        readUnsized(body, response);
        return done();
      }
      response.once('close', () => leave(body));
      if (mayGoOn(caller)) {
        begin(body);
        read(body);
        return done();
      }
      const timer = setTimeout(() => {
        waiting.remove(caller, body);
        done(errors.busy());
      }, bounds.maxWaitMs);
      // Called when a body ends and makes room.
      body.goOn = keepScope(() => {
        clearTimeout(timer);
        read(body);
        done();
      });
      response.once('close', () => clearTimeout(timer));
      wait(body);
    },
  };
}
