// Follows each request from its first hook to its end: counts it against the rate limit, keeps it in the lists of requests in progress,
// and writes its line of the access log, also when its caller leaves first. [limits.rate] [running.log] [errors.unavailable.soon]
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue } from '../base/error-catalogue.ts';
import { errors } from '../base/errors.ts';
import type { RequestFacts, ServiceLog } from '../base/log-types.ts';
import { accessFacts } from './access-log.ts';
import type { WaitingRequests } from './fail-fast-without-database.ts';
import { scopeOf } from './guard-requests.ts';
import { rejectDuplicateHost } from './reject-duplicate-host.ts';
import type { Throttle } from './throttle.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Among the requests in flight, for the watchdog. */
    slot: number | undefined;
    /** Among those that are refused when the database is away for too long. */
    place: number | undefined;
  }
}

/** The requests in flight, which the log names when the process ends. */
export interface RequestSlots {
  hold(id: string, method: string, url: string): number;
  release(slot: number): void;
}

export interface RequestParts {
  readonly log: ServiceLog;
  readonly throttle: Throttle;
  readonly waiting: WaitingRequests;
  readonly inFlight: RequestSlots | undefined;
  /** Whether requests to this address count against the rate limit. */
  readonly isCounted: (url: string) => boolean;
  /** Whether the process ends because of an error, and its requests with it. */
  readonly isEnding: () => boolean;
  /** Hears of requests that ended before the framework sent a response. */
  readonly observe: (facts: RequestFacts) => void;
}

export function followRequests(app: FastifyInstance, parts: RequestParts): void {
  const { log, throttle, waiting, inFlight, isCounted, isEnding, observe } = parts;
  app.decorateRequest('slot', undefined);
  app.decorateRequest('place', undefined);
  app.addHook('onClose', async () => waiting.close());

  function release(request: FastifyRequest): boolean {
    if (request.place === undefined) return false;
    if (request.slot !== undefined) inFlight?.release(request.slot);
    waiting.remove(request.place);
    request.place = undefined;
    return true;
  }

  /** The framework calls no `onResponse` hook when a caller leaves before the whole response has left. */
  function endUnsent(request: FastifyRequest, reply: FastifyReply): void {
    if (!release(request)) return;
    // A response that waits for others before it on its connection has no socket yet.
    const hasBegun = reply.raw.headersSent && reply.raw.socket !== null;
    const hasFailed = scopeOf(request)?.hasFailed === true || isEnding();
    const endedBy = hasFailed ? errorCatalogue.internal.status : errorCatalogue.callerGone.status;
    const facts = accessFacts(request, reply, hasBegun ? reply.statusCode : endedBy);
    log.request(facts);
    observe(facts);
  }

  // Hooks that every request passes wait for nothing, so they are not async functions: each of those costs a turn.
  app.addHook('onRequest', (request, reply, done) => {
    const scope = scopeOf(request);
    if (scope !== undefined) scope.reply = reply;
    request.slot = inFlight?.hold(request.id, request.method, request.url);
    request.place = waiting.add(reply);
    reply.raw.once('close', () => endUnsent(request, reply));
    rejectDuplicateHost(request.raw.rawHeaders);
    const counted = isCounted(request.url) ? throttle.count(request.ip) : undefined;
    // Before its body is read: what is wrong with that does not matter where there is nothing. [conventions.order-of-checks]
    const goOn = () => done(request.is404 ? errors.notFound() : undefined);
    if (counted === undefined) goOn();
    else counted.then(goOn, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    release(request);
    log.request(accessFacts(request, reply, reply.statusCode));
    done();
  });
}
