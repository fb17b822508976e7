// Stopping without a reset. First what waits in the listening socket is accepted, because it would be reset when the listener closes. Then
// the listener closes, in every process that holds it, when nobody waits in it: see `Queue`. Then requests that still arrive on open
// connections are served, each with `connection: close`; a connection that stays quiet is closed. A server that closes a connection the
// moment its client writes to it resets it, and the client cannot know whether its request was taken. [running.stop]
import { type Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from './listen-queue.ts';

export interface Connections {
  /** Who is last sees to those who wait; otherwise another process goes on accepting them. */
  stopListening(isLast: boolean): Promise<void>;
  /** Resolves when none is left, with how many were cut off because they took longer than `maxMs`. */
  drain(maxMs: number): Promise<number>;
}

const lookEveryMs = 25;
/**
 * Clients that send one request after the other are back well within so many looks, which is a second. Looks are counted and not time:
 * on a machine that is short of processor time clients are late, and looks are too.
 */
const quietLooks = 40;
/** After our end of the connection is closed, its client gets so many to close the other. */
const lingerLooks = 40;
/** Where connections arrive without end, the listener closes nevertheless. */
const maxAcceptMs = 20_000;

export function trackConnections(server: HttpServer): Connections {
  const sockets = new Set<Socket>();
  const queue = new Queue(server);
  const held = new Set<Socket>();
  server.on('connection', (socket) => {
    if (queue.takeBack(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (socket.isPaused()) held.add(socket);
  });

  return {
    async stopListening(isLast) {
      if (!server.listening) return;
      // Nobody who came now is answered before, so that nobody comes back: where clients open a connection for each request, it never ends.
      (server as HttpServer & { pauseOnConnect: boolean }).pauseOnConnect = true;
      if (isLast) await queue.fill(performance.now() + maxAcceptMs);
      // Not the HTTP server's own close, which destroys connections that are idle at this moment.
      Server.prototype.close.call(server);
      queue.empty();
      for (const socket of held) socket.resume();
      held.clear();
    },
    async drain(maxMs) {
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      for (const socket of sockets) {
        const response = responseOf(socket);
        if (response !== undefined && !response.headersSent) response.shouldKeepAlive = false;
      }
      const watched: Watched = new Map();
      const deadline = performance.now() + maxMs;
      for (; sockets.size > 0 && performance.now() < deadline; await sleep(lookEveryMs)) {
        for (const socket of sockets) closeWhenQuiet(socket, watched);
      }
      const cutOff = sockets.size;
      for (const socket of sockets) socket.destroy();
      return cutOff;
    },
  };
}

/** What was read when something last happened on a connection, and how often it was looked at since. */
type Watched = Map<Socket, { readonly bytesRead: number; looks: number }>;

function closeWhenQuiet(socket: Socket, watched: Watched): void {
  const seen = watched.get(socket);
  const isBusy = responseOf(socket) !== undefined;
  if (seen === undefined || isBusy || seen.bytesRead !== socket.bytesRead) {
    watched.set(socket, { bytesRead: socket.bytesRead, looks: 0 });
    return;
  }
  seen.looks += 1;
  if (seen.looks > quietLooks + lingerLooks) socket.destroy();
  else if (seen.looks > quietLooks && !socket.writableEnded) socket.end();
}

/** The response that is being made on a connection. */
function responseOf(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: unknown };
  return message instanceof ServerResponse ? message : undefined;
}
