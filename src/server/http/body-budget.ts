// How many bytes of request bodies a process holds at once, from the first byte until the response has left. Bodies beyond the
// bound are not read further: the sender's own network waits. Callers take turns, so that one who sends hundreds of large
// bodies at once holds up nobody else, and small bodies wait for nothing. [limits.slow-bodies] [limits.memory]
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
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
}

export const usualBodyBounds: BodyBounds = {
  maxBytes: 32 * 2 ** 20,
  maxBytesPerCaller: 16 * 2 ** 20,
  smallBytes: 64 * 2 ** 10,
  maxWaitMs: 10_000,
};

interface Body {
  readonly caller: string;
  bytes: number;
  isWaiting: boolean;
  /** While nobody else reads, one goes on whatever the bound says: otherwise all might wait for each other. */
  isExempt: boolean;
  hasLeft: boolean;
  goOn: () => void;
}

interface Held {
  bytes: number;
  reading: number;
}

export function createBodyBudget(bounds: BodyBounds = usualBodyBounds): BodyBudget {
  const waiting = createFairQueue<Body>();
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
  }

  function startOthers(): void {
    for (;;) {
      const body = waiting.take((_body, caller) => mayGoOn(caller));
      if (body === undefined) return;
      body.isWaiting = false;
      body.isExempt = isOver(body.caller);
      add(body, { bytes: 0, reading: 1 });
      body.goOn();
    }
  }

  function leave(body: Body): void {
    body.hasLeft = true;
    if (body.isWaiting) waiting.remove(body.caller, body);
    add(body, { bytes: -body.bytes, reading: body.isWaiting ? 0 : -1 });
    if (heldBy(body.caller).reading === 0 && waiting.sizeOf(body.caller) === 0) ofCallers.delete(body.caller);
    startOthers();
  }

  function read(body: Body, request: IncomingMessage): void {
    body.goOn = () => request.resume();
    request.on('data', (chunk: Buffer) => {
      // What was buffered may still come after its connection has gone.
      if (body.hasLeft) return;
      add(body, { bytes: chunk.length, reading: 0 });
      if (body.isExempt || request.complete || !isOver(body.caller)) return;
      request.pause();
      add(body, { bytes: 0, reading: -1 });
      wait(body);
      startOthers();
    });
  }

  return {
    reserve(caller, request, response, done) {
      // Whoever waits for it holds these bytes already: both would wait for each other. [mcp.http.bounds]
      if (isInner(request)) return done();
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      if (encoding === undefined && Number(length ?? 0) <= bounds.smallBytes) return done();
      const body: Body = { caller, bytes: 0, isWaiting: false, isExempt: false, hasLeft: false, goOn: () => {} };
      response.once('close', () => leave(body));
      if (mayGoOn(caller)) {
        add(body, { bytes: 0, reading: 1 });
        read(body, request);
        return done();
      }
      const timer = setTimeout(() => {
        waiting.remove(caller, body);
        done(errors.busy());
      }, bounds.maxWaitMs);
      body.goOn = () => {
        clearTimeout(timer);
        read(body, request);
        done();
      };
      response.once('close', () => clearTimeout(timer));
      wait(body);
    },
  };
}
