// Is there a live PostgreSQL (or pooler) at an address? Asked beside a statement that has taken long: a server that works answers
// a request for TLS at once, before it looks at users or free connections; a frozen or unreachable one does not.
import { connect } from 'node:net';

export type HostAddress = { readonly host: string; readonly port: number } | { readonly path: string };

const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** False only for silence and for hosts that no packet reaches. */
export function isHostAlive(address: HostAddress, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const finish = (isAlive: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isAlive);
    };
    // What arrived while this process was held up is read first.
    const timer = setTimeout(() => setImmediate(finish, false), withinMs);
    socket.once('connect', () => socket.write(tlsRequest));
    socket.once('data', () => finish(true));
    // A machine that refuses or hangs up is up: connections of a server that is gone end by themselves.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => finish(code === 'ECONNREFUSED' || code === 'ECONNRESET'));
    socket.once('close', () => finish(true));
    socket.unref();
  });
}
