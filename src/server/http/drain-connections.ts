// Stops a server without cutting off a request. Connections that wait in the listening socket are accepted first, because closing it
// resets them, and so are those of clients that come back for their next request, until none has come for a while. Then the listener
// closes. Then requests that still arrive on open connections are served, each with `connection: close`, and a connection that stays quiet
// is closed: a server that closes a connection while its client writes resets it, and the client cannot know whether its request was
// taken. A connection that arrives in the very moment in which the listener closes is reset before anything of it is read. [running.stop]
import { type Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises';

export interface Connections {
  /** `othersListen`: another process goes on accepting connections, so none is lost when this one closes its listener. */
  stopListening(options: { othersListen: boolean }): Promise<void>;
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
/** The listener closes when no connection has arrived for so many looks. */
const looksWithoutArrival = 10;
/** Where connections arrive without end, it closes after so many looks: those that were accepted since wait for their responses. */
const maxAcceptLooks = 80;
/** At most as many wait in a listening socket as the system lets in, which is 511 with Node's default. */
const maxAcceptTurns = 3 * 512;

export function trackConnections(server: HttpServer): Connections {
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (socket.isPaused()) held.add(socket);
  });

  return {
    async stopListening({ othersListen }) {
      if (!server.listening) return;
      // Connections that are accepted from now on are served after the close: clients that open a connection for each request would come
      // back without end.
      (server as HttpServer & { pauseOnConnect: boolean }).pauseOnConnect = true;
      let quiet = 0;
      for (let looks = 0; !othersListen && quiet < looksWithoutArrival && looks < maxAcceptLooks; looks += 1) {
        const before = accepted;
        await sleep(lookEveryMs);
        quiet = accepted === before ? quiet + 1 : 0;
      }
      // A turn of the event loop accepts one connection, if one waits.
      for (let before = -1, turns = 0; before !== accepted && turns < maxAcceptTurns; turns += 3) {
        before = accepted;
        for (let turn = 0; turn < 3; turn += 1) await turnOfTheLoop();
      }
      // The HTTP server's own close would destroy connections that are idle at this moment.
      Server.prototype.close.call(server);
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
