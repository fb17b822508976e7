// Stopping without a reset. First what waits in the listening socket is accepted, because it would be reset when the listener closes. Then
// the listener closes, in every process that holds it; nobody opens new connections as long as the old ones are kept. Then requests that still arrive on open connections are
// served, each with `connection: close`; a connection that stays quiet is closed. A server that closes a connection the moment its client
// writes to it resets it, and the client cannot know whether its request was taken. [running.stop]
import { type Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises';

export interface Connections {
  stopListening(): Promise<void>;
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
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    async stopListening() {
      const deadline = performance.now() + maxAcceptMs;
      // Each turn of the event loop accepts one, if one is waiting.
      for (let before = -1; before !== accepted && performance.now() < deadline; ) {
        before = accepted;
        for (let turn = 0; turn < 3; turn += 1) await turnOfTheLoop();
      }
      // Not the HTTP server's own close, which destroys connections that are idle at this moment.
      if (server.listening) Server.prototype.close.call(server);
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
