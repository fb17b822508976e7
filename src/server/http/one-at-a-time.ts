// Handles one request of a connection at a time: a pipelined request begins when the response before it has left. A caller who writes
// hundreds of requests at once takes one turn, and one who does not read holds one response. [limits.pipelining]
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with more requests waiting is closed. */
export const maxPipelined = 32;
/** A connection whose caller reads nothing of a response for so long is closed. */
const maxUnreadMs = 60_000;

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Wraps the listeners that the server has now. */
export function handleOneAtATime(server: Server, unreadMs = maxUnreadMs): void {
  const listeners = server.listeners('request') as RequestListener[];
  const waitingOf = new WeakMap<Socket, (() => void)[]>();

  function beginNext(socket: Socket): void {
    const waiting = waitingOf.get(socket);
    // Requests of a closed connection only get their lines in the log; no event says when their responses end.
    const begun = waiting?.splice(0, socket.destroyed ? waiting.length : 1) ?? [];
    if (begun.length === 0) waitingOf.delete(socket);
    for (const begin of begun) setImmediate(begin);
  }

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const begin = () => {
      response.once('close', () => beginNext(socket));
      for (const listener of listeners) listener.call(server, request, response);
    };
    const waiting = waitingOf.get(socket);
    if (waiting === undefined) {
      waitingOf.set(socket, []);
      begin();
    } else if (waiting.length < maxPipelined) {
      waiting.push(begin);
    } else {
      socket.destroy();
    }
  });
  // Those that wait for a response have limits of their own. With this listener Node leaves it to us to close idle ones too.
  server.setTimeout(unreadMs, (socket: Socket) => {
    if (socket.writableLength > 0 || !waitingOf.has(socket)) socket.destroy();
  });
}
