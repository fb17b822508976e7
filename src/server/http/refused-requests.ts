// Responses to what never reaches a route: requests that are not HTTP, and requests that arrive while the server stops.
// [errors.odd-requests] [running.stop]
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { requestIdHeader } from './response-headers.ts';

/** Node's parser refused the request, so the framework has not seen it: the same JSON is written to the socket. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, name] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const body = JSON.stringify({ statusCode: status, error: name, message: name });
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\n${requestIdHeader}: ${randomUUID()}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** While the server stops, the framework refuses requests on open connections without calling a hook: they still get an id. */
export function nameRefusals(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    app.server.prependListener('request', (_request, response) => {
      response.setHeader(requestIdHeader, randomUUID());
    });
    done();
  });
}
