// A network to the service that can be cut.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Network {
  readonly url: string;
  leadTo(url: string): void;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openNetwork(): Promise<Network> {
  let target = 0;
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (isCut) return socket.destroy();
    const further = connect(target, '127.0.0.1');
    for (const one of [socket, further]) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          (one === socket ? further : socket).destroy();
        });
    }
    socket.pipe(further).pipe(socket);
    return undefined;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = Number(new URL(url).port);
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
