// Refuses requests with 503 after a short wait while the database is away. The work of a refused request goes on; whether it succeeds is
// unknown, as after any lost connection. [errors.unavailable.soon]
import type { FastifyReply } from 'fastify';
import type { GuardedRequest } from './guard-requests.ts';
import { isInner } from './inner-request.ts';

/** With the time between two looks, and some for a busy machine, below 3 s. */
const maxWaitMs = 2_000;
const lookEveryMs = 200;

export interface WaitingRequests {
  /** Its place, for `remove`. */
  add(reply: FastifyReply): number;
  remove(place: number): void;
  close(): void;
}

export function failFastWithoutDatabase(options: {
  readonly isAway: () => boolean;
  readonly refuse: (reply: FastifyReply) => void;
}): WaitingRequests {
  // Not a Set: the tables that it leaves behind as members come and go hold each other, and all of their members survive until the whole
  // heap is looked through. That took a fifth of the processor time of a small request.
  const places: (FastifyReply | undefined)[] = [];
  const free: number[] = [];
  const look = () => {
    if (places.length === free.length) return;
    const isAway = options.isAway();
    for (const reply of places) {
      if (reply === undefined) continue;
      if (isGone(reply)) {
        // Node emits `close` on the first response of a closed connection, but not on those that wait behind it.
        reply.raw.emit('close');
        continue;
      }
      if (!isAway || reply.elapsedTime < maxWaitMs) continue;
      // A request whose body is still arriving waits for its sender, not for the database.
      if (!isAnswered(reply) && !isArriving(reply)) options.refuse(reply);
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    add(reply) {
      const place = free.pop() ?? places.length;
      places[place] = reply;
      return place;
    },
    remove(place) {
      places[place] = undefined;
      free.push(place);
    },
    close() {
      clearInterval(timer);
      look();
    },
  };
}

/** A stream that is left early takes the socket from its request. */
function isGone({ request: { raw } }: FastifyReply): boolean {
  return ((raw as Partial<GuardedRequest>).scope?.socket ?? raw.socket)?.destroyed === true;
}

function isArriving({ request: { raw } }: FastifyReply): boolean {
  return !raw.complete && !isInner(raw);
}

/** Its response has begun. */
export function isAnswered(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.headersSent;
}
