// A proxy between the service and PostgreSQL that knows where an exchange begins and ends, and breaks the connection there.
//
//   service -> [request] -> before? -> server -> [response] -> after? -> service
//
// A request ends with Sync, Query or Flush, while connecting with each message; its response with ReadyForQuery, or after a
// Flush with what was asked for.
import { connect, createServer, type Server, type Socket } from 'node:net';

/** `forget`: nothing passes any more, and neither side is told, as when a firewall forgets a connection. */
export type FaultKind = 'cut' | 'reset' | 'halfClose' | 'delay' | 'forget';

export interface Fault {
  /** Which exchange since the fault was set, from 1. */
  readonly exchange: number;
  readonly when: 'before' | 'after';
  readonly kind: FaultKind;
}

export interface FaultProxy {
  readonly port: number;
  /** Replaces the fault before; exchanges are counted from here. */
  setFault(fault: Fault | undefined): void;
  /** Whether the fault has happened. */
  hasFired(): boolean;
  exchanges(): number;
  /** Ends every connection now, as a restarted server does. */
  dropAll(): void;
  /** While frozen nothing passes and nothing is answered, new connections included. */
  setFrozen(isFrozen: boolean): void;
  openConnections(): number;
  close(): Promise<void>;
}

export const delayMs = 300;
const halfClosedMs = 1_000;

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  isForgotten: boolean;
}

export async function openProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let fault: Fault | undefined;
  let exchanges = 0;
  let hasFired = false;
  let isFrozen = false;
  const links = new Set<Link>();
  const held: (() => void)[] = [];

  /** Passes the bytes on, now or later, unless the fault is due here. */
  function pass(link: Link, exchange: number, when: Fault['when'], forward: () => void): void {
    if (isFrozen) held.push(() => pass(link, exchange, when, forward));
    else if (fault === undefined || fault.exchange !== exchange || fault.when !== when) forward();
    else {
      const { kind } = fault;
      fault = undefined;
      hasFired = true;
      breakLink(link, kind, forward);
    }
  }

  function breakLink(link: Link, kind: FaultKind, forward: () => void): void {
    const { client, server } = link;
    switch (kind) {
      case 'forget':
        link.isForgotten = true;
        return;
      case 'delay':
        setTimeout(forward, delayMs);
        return;
      case 'cut':
        server.destroy();
        client.end();
        return;
      case 'reset':
        server.destroy();
        client.resetAndDestroy();
        return;
      case 'halfClose':
        client.end();
        setTimeout(() => server.destroy(), halfClosedMs);
    }
  }

  const listener: Server = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(target);
    const link: Link = { client, server, isForgotten: false };
    links.add(link);
    const end = () => {
      if (link.isForgotten) return;
      links.delete(link);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('end', () => !isFrozen && !link.isForgotten && server.end());
    server.on('end', () => !isFrozen && !link.isForgotten && client.end());
    /** Requests whose responses are still to come. */
    const waiting: { readonly exchange: number; readonly end: ResponseEnd }[] = [];
    let order = Promise.resolve();
    const inOrder = (exchange: number, when: Fault['when'], bytes: Buffer, to: Socket) => {
      order = order.then(
        () =>
          new Promise((done) => {
            pass(link, exchange, when, () => {
              to.write(bytes);
              done();
            });
          }),
      );
    };
    const readRequest = createRequestReader((bytes, endsWith) => {
      exchanges += 1;
      waiting.push({ exchange: exchanges, end: endsWith });
      inOrder(exchanges, 'before', bytes, server);
    });
    const readResponse = createResponseReader(
      () => waiting[0]?.end,
      (bytes, isWhole) => {
        const exchange = waiting[0]?.exchange ?? 0;
        if (isWhole) waiting.shift();
        inOrder(exchange, 'after', bytes, client);
      },
    );
    client.on('data', (bytes) => {
      const probe = bytes.length === 8 && bytes.readUInt32BE(4) === tlsRequest;
      if (!probe) readRequest(bytes);
      else if (!isFrozen) client.write('N');
    });
    server.on('data', readResponse);
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address() as { port: number };

  return {
    port,
    setFault(next) {
      fault = next;
      exchanges = 0;
      hasFired = false;
    },
    hasFired: () => hasFired,
    exchanges: () => exchanges,
    dropAll() {
      for (const { client, server } of links) {
        server.destroy();
        client.destroy();
      }
    },
    setFrozen(next) {
      isFrozen = next;
      if (!isFrozen) for (const resume of held.splice(0)) resume();
    },
    openConnections: () => links.size,
    async close() {
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
      await new Promise((done) => listener.close(done));
    },
  };
}

const tlsRequest = 80877103;
type ResponseEnd = 'login' | 'flush' | 'ready';

/** Gives whole requests; the first message has no type. */
function createRequestReader(onRequest: (bytes: Buffer, end: ResponseEnd) => void): (bytes: Buffer) => void {
  let left = Buffer.alloc(0);
  let isStarted = false;
  let start = 0;
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    for (let at = start; ; ) {
      const header = isStarted ? 1 : 0;
      if (left.length < at + header + 4) return;
      const end = at + header + left.readUInt32BE(at + header);
      if (left.length < end) return;
      const type = isStarted ? String.fromCharCode(left[at] as number) : 'p';
      isStarted = true;
      at = end;
      start = end;
      if (!'pSQHX'.includes(type)) continue;
      onRequest(left.subarray(0, end), type === 'p' ? 'login' : type === 'H' ? 'flush' : 'ready');
      left = left.subarray(end);
      at = 0;
      start = 0;
    }
  };
}

/** Gives messages as they come, those of a response all at once with its last. */
function createResponseReader(
  waitsFor: () => ResponseEnd | undefined,
  onBytes: (bytes: Buffer, isWhole: boolean) => void,
): (bytes: Buffer) => void {
  let left = Buffer.alloc(0);
  let start = 0;
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    while (left.length >= start + 5) {
      const end = start + 1 + left.readUInt32BE(start + 1);
      if (left.length < end) return;
      const type = String.fromCharCode(left[start] as number);
      const wanted = waitsFor();
      const isWhole = wanted !== undefined && isLast(wanted, type, left.subarray(start, end));
      start = end;
      if (!isWhole && wanted !== undefined && !isFatal(type, left.subarray(0, end))) continue;
      onBytes(left.subarray(0, end), isWhole);
      left = left.subarray(end);
      start = 0;
    }
  };
}

/** Requests for a password: cleartext, MD5, SASL, SASL continued. */
const loginQuestions = [3, 5, 10, 11];

function isLast(wanted: ResponseEnd, type: string, message: Buffer): boolean {
  if (type === 'Z') return true;
  if (wanted === 'flush') return 'TnE'.includes(type);
  return wanted === 'login' && (type === 'E' || (type === 'R' && loginQuestions.includes(message.readUInt32BE(5))));
}

/** The server's last words: nothing follows. */
function isFatal(type: string, bytes: Buffer): boolean {
  return type === 'E' && bytes.includes('SFATAL');
}
