// Stands in front of an S3 server and breaks what a test chooses: as networks, balancers and busy stores do.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RunningS3 } from './s3-server.ts';

export type Break =
  /** The connection ends before the store sees anything. */
  | 'refuse'
  /** The store did it, and the response is lost. */
  | 'lose'
  /** 503, as a busy store says it. */
  | 'busy'
  /** Half of the body, then the connection ends. */
  | 'cut'
  /** Half of the body as if that were all of it. */
  | 'halve';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
}

export interface BreakingStore {
  readonly endpoint: string;
  /** What happens to a request; undefined: nothing. */
  breaks: (seen: SeenRequest, number: number) => Break | undefined;
  /** How many were broken so far, by kind. */
  readonly broken: Partial<Record<Break, number>>;
  close(): Promise<void>;
}

export async function startBreakingStore({ config }: RunningS3): Promise<BreakingStore> {
  const behind = new URL(config.endpoint);
  let number = 0;
  const server = createServer((incoming, outgoing) => {
    const { pathname: path, search } = new URL(incoming.url ?? '/', behind);
    number += 1;
    const how = store.breaks({ method: incoming.method ?? '', path, search }, number);
    if (how !== undefined) store.broken[how] = (store.broken[how] ?? 0) + 1;
    if (how === 'refuse') return void incoming.socket.destroy();
    if (how === 'busy') return void sendBusy(incoming, outgoing);
    const { method, url, headers } = incoming;
    // The name of the host is part of the signature: it stays as it came.
    const onward = request({ host: behind.hostname, port: behind.port, method, path: url, headers }, (response) => {
      void answer(response, outgoing, how);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const store: BreakingStore = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breaks: () => undefined,
    broken: {},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return store;
}

function sendBusy(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  incoming.once('end', () => outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
}

async function answer(response: IncomingMessage, outgoing: ServerResponse, how: Break | undefined): Promise<void> {
  if (how === undefined) {
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(outgoing);
    return;
  }
  const body = await buffer(response);
  if (how === 'lose') return void outgoing.destroy();
  const half = body.subarray(0, Math.floor(body.length / 2));
  const { 'transfer-encoding': _chunked, ...headers } = response.headers;
  const length = how === 'halve' ? half.length : body.length;
  outgoing.writeHead(response.statusCode ?? 500, { ...headers, 'content-length': String(length) });
  if (how === 'halve') outgoing.end(half);
  else outgoing.write(half, () => outgoing.destroy());
}
