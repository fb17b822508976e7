// While the database is away, nobody waits for it longer than a moment: a request that has waited gets its 503, and what it asked
// for goes on by itself. Whether it is done in the end is as unknown as after any lost connection. [errors.unavailable.soon]
import type { FastifyReply } from 'fastify';
import { isInner } from './inner-request.ts';

/** With the time between two looks, and some for a busy machine, below 3 s. */
const maxWaitMs = 2_000;
const lookEveryMs = 200;

export interface WaitingRequests {
  add(reply: FastifyReply): void;
  remove(reply: FastifyReply): void;
  close(): void;
}

export function refuseWhileAway(options: {
  readonly isAway: () => boolean;
  readonly refuse: (reply: FastifyReply) => void;
}): WaitingRequests {
  // In the order in which they came.
  const waiting = new Set<FastifyReply>();
  const timer = setInterval(() => {
    if (waiting.size === 0 || !options.isAway()) return;
    for (const reply of waiting) {
      if (reply.elapsedTime < maxWaitMs) return;
      // A body that is still arriving waits for nobody but its sender.
      if (isAnswered(reply) || isArriving(reply)) continue;
      waiting.delete(reply);
      options.refuse(reply);
    }
  }, lookEveryMs).unref();
  return {
    add: (reply) => void waiting.add(reply),
    remove: (reply) => void waiting.delete(reply),
    close: () => clearInterval(timer),
  };
}

function isArriving({ request: { raw } }: FastifyReply): boolean {
  return !raw.complete && !isInner(raw);
}

/** Its response has begun. */
export function isAnswered(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.headersSent;
}
