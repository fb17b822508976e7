// Responses to what never reaches a route: requests that are not HTTP, and requests that arrive while the server stops.
// [errors.odd-requests] [running.stop] [limits.pipelining]
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { runLater } from '../base/request-scope.ts';
import { requestIdHeader } from './response-headers.ts';

/** How long a caller who is still sending has to read the response. */
const lingerMs = 1_000;

/**
 * Node's parser refused the request, so the framework has not seen it: the same JSON is written to the socket. Node would keep the connection
 * for as long as the caller does, and the requests before this one with it.
 */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  // In the middle of a response there is no place for another one.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (begun?.headersSent) return void socket.destroy();
  const timer = runLater(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
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
