// Passes requests on to a service and kills whoever sent a certain one: before the service gets it, or when the service has done its work
// and the response has begun to arrive.
import { createServer, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KillingProxy {
  readonly url: string;
  /** Of the next request that is so. The function tells whether there was one. */
  killAt(
    what: { readonly method: string; readonly path: RegExp; readonly when: 'before' | 'after' },
    kill: () => void,
  ): () => boolean;
  close(): Promise<void>;
}

export async function openKillingProxy(target: string): Promise<KillingProxy> {
  const { hostname, port } = new URL(target);
  let watched: { method: string; path: RegExp; when: 'before' | 'after'; kill: () => void } | undefined;
  const take = (method: string | undefined, path: string, when: string) => {
    const found = watched;
    if (found?.method !== method || found?.when !== when || !found.path.test(path)) return undefined;
    watched = undefined;
    return found.kill;
  };
  const server = createServer((asked, reply) => {
    const { method, url: path = '', headers } = asked;
    reply.on('error', () => {});
    const kill = take(method, path, 'before');
    if (kill !== undefined) {
      kill();
      return void reply.destroy();
    }
    const onward = sendOn({ hostname, port, path, method, headers }, (got) => {
      const killLate = take(method, path, 'after');
      if (killLate === undefined) return void got.pipe(reply.writeHead(got.statusCode ?? 500, got.headers));
      // A part of the body comes before the end.
      got.once('data', (piece: Buffer) => {
        reply.writeHead(got.statusCode ?? 500, got.headers).write(piece.subarray(0, piece.length / 2));
        killLate();
        got.resume();
      });
      got.on('end', () => reply.destroy());
    });
    onward.on('error', () => reply.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    killAt(what, kill) {
      watched = { ...what, kill };
      return () => watched === undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
