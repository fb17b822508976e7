// How long a request body may take. Node knows one limit for all requests; an upload needs hours where everything else needs
// seconds, so node's is the long one and the short one is kept here.
import type { FastifyInstance, FastifyRequest } from 'fastify';

const usualBodyMs = 120_000;
/** As long as an upload policy, and time to spare. */
export const longestRequestMs = 3 * 3_600_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route watches over its body itself. */
    hasLongBody?: boolean;
  }
}

export function limitBodyTime(app: FastifyInstance, maxBodyMs = usualBodyMs): void {
  let arrived: FastifyRequest[] = [];

  // Nearly every body comes with its head: only those that are not whole after this turn need a timer.
  function watchUnfinished(): void {
    const requests = arrived;
    arrived = [];
    for (const request of requests) {
      if (!request.raw.complete && request.routeOptions.config.hasLongBody !== true) watch(app, request, maxBodyMs);
    }
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request) && arrived.push(request) === 1) setImmediate(watchUnfinished);
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(app: FastifyInstance, { raw }: FastifyRequest, maxBodyMs: number): void {
  const timer = setTimeout(() => {
    // The same way out as node's own limit takes.
    const late = Object.assign(new Error('The request body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!raw.complete) app.server.emit('clientError', late, raw.socket);
  }, maxBodyMs);
  raw.once('close', () => clearTimeout(timer));
}
