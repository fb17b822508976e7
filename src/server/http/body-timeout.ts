// Limits how long a request body may take. Node has one limit for all requests, but an upload needs hours where other requests need
// seconds: Node's limit is set to the long one, and the short ones are kept here. A steady sender has time; one that hardly sends is cut
// off. [limits.slow-bodies]
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRequestScope, isolate, type RequestScope } from '../base/request-scope.ts';
import { isInner } from './inner-request.ts';

export interface BodyPace {
  /** The time that every body has. */
  readonly graceMs: number;
  /** Each second more must have brought so much: about the slowest that phones still do. */
  readonly minBytesPerSecond: number;
  readonly maxMs: number;
}

const usualPace: BodyPace = { graceMs: 20_000, minBytesPerSecond: 2_048, maxMs: 120_000 };
/** Longer than an upload policy lasts. */
export const longestRequestMs = 3 * 3_600_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route watches over its body itself. */
    hasLongBody?: boolean;
  }
}

export function limitBodyTime(app: FastifyInstance, pace = usualPace): void {
  let arrived: { readonly request: FastifyRequest; readonly scope: RequestScope | undefined }[] = [];

  // Nearly every body comes with its head: only those that are not whole after this turn need a timer.
  function watchUnfinished(): void {
    const requests = arrived;
    arrived = [];
    for (const { request, scope } of requests) {
      if (request.raw.complete || request.routeOptions.config.hasLongBody === true) continue;
      isolate(scope, () => refuseLate(app, request, pace));
    }
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request) && arrived.push({ request, scope: findRequestScope() }) === 1) setImmediate(watchUnfinished);
    done();
  });
}

function hasBody({ headers, raw }: FastifyRequest): boolean {
  if (isInner(raw)) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refuseLate(app: FastifyInstance, { raw }: FastifyRequest, pace: BodyPace): void {
  watchBody(raw, pace, (socket) => endLateBody(app, socket));
}

/** Sends the 408 and closes the connection, as node's own limit does. */
export function endLateBody(app: FastifyInstance, socket: Socket): void {
  const late = Object.assign(new Error('The request body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, socket);
}

/** Calls `onLate` when the body falls behind its pace before it is whole. */
export function watchBody(raw: IncomingMessage, pace: BodyPace, onLate: (socket: Socket) => void): void {
  // A stream that is left early, by `for await` or `pipeline`, takes the socket from its request.
  const { socket } = raw;
  if (raw.destroyed || socket === null) return;
  const startBytes = socket.bytesRead;
  const start = performance.now();
  let timer: NodeJS.Timeout;

  function look(): void {
    if (raw.complete || raw.destroyed) return;
    const sent = { bytes: socket.bytesRead - startBytes, ms: performance.now() - start };
    const leftMs = msLeft(sent, pace);
    if (leftMs <= 0) onLate(socket);
    else timer = setTimeout(look, Math.max(leftMs, pace.graceMs / 20));
  }
  timer = setTimeout(look, pace.graceMs);
  raw.once('close', () => clearTimeout(timer));
}

/** How much longer a body may take that brought so many bytes in so much time. */
export function msLeft(sent: { bytes: number; ms: number }, pace: BodyPace): number {
  const allowedMs = pace.graceMs + (sent.bytes / pace.minBytesPerSecond) * 1000;
  return Math.min(allowedMs, pace.maxMs) - sent.ms;
}
