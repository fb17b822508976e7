// Builds the access log line of a request: method, route, status and duration. It has the route's pattern instead of the address, and never
// a query string, a header or a body, because those hold secrets and entry data. [running.log]
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestFacts } from '../base/log-types.ts';

export function accessFacts(request: FastifyRequest, reply: FastifyReply, status: number): RequestFacts {
  return {
    requestId: request.id,
    method: request.method,
    route: request.pattern ?? request.routeOptions.url ?? 'none',
    status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    user: request.caller?.user.id,
  };
}
