// What a caller gets whose bytes are not HTTP: the error as JSON, written by hand, because such a request never reaches the framework.
// Node would keep the connection for as long as the caller does, and the requests before this one with it. [limits.pipelining]
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { runLater } from '../base/request-scope.ts';
import { requestIdHeader } from './response-headers.ts';

/** How long a caller who still sends has to read why nobody listens. */
const lingerMs = 1_000;

export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // In the middle of a response there is no place for another one.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) return void socket.destroy();
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
