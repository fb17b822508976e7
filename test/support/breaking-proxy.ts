// A connection that breaks: passes on what a client sends, and cuts some responses off before they arrive. The service has done its work
// then, and the client does not know.

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface BreakingProxy {
  readonly url: string;
  /** How many connections were cut. */
  cut: number;
  close(): Promise<void>;
}

/** Of every `each` responses one is lost. */
export async function openBreakingProxy(target: string, each: number): Promise<BreakingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let count = 0;
  const server: Server = createServer((client) => {
    const service = connect(Number(port), hostname);
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    client.on('data', (piece) => service.write(piece));
    service.on('data', (piece) => {
      if (piece.toString('latin1', 0, 5) === 'HTTP/') {
        count += 1;
        if (count % each === 0) {
          proxy.cut += 1;
          client.destroy();
          return;
        }
      }
      client.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: BreakingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return proxy;
}
