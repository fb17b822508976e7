// The connections that wait in a listening socket to be accepted. When it closes they are reset, and between the last look and the close
// one may come. So before it closes, connections of our own take every place: whoever comes then is not let in, tries again after a second
// and is refused. [running.stop]
import { existsSync, readFileSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, isIPv6, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises';

/** Of the system's lists; others than Linux have none, and count places differently. */
const lists = ['/proc/net/tcp', '/proc/net/tcp6'];
const isKnown = lists.some((list) => existsSync(list));
const usualPlaces = 512;
/** Few, to be taken quickly. With very few, connections that are about to be there would not be in the list. */
const placesAtTheEnd = 4;
/** Somebody whose connection was not let in, though they hold it for open, is heard of again after 0.2 s. */
const pauseMs = 250;
const maxPauses = 10;
const maxTries = 200;

export class Queue {
  readonly #server: HttpServer;
  /** Ours that wait, by their port; they come from the address that they go to. */
  readonly #own = new Map<number, Socket>();
  #accepted = 0;

  constructor(server: HttpServer) {
    this.#server = server;
  }

  /** Whether a connection that was accepted is one of ours, which ends then. */
  takeBack(accepted: Socket): boolean {
    this.#accepted += 1;
    if (this.#own.size === 0) return false;
    const { remotePort: port = 0, remoteAddress, localAddress } = accepted;
    const own = this.#own.get(port);
    if (own === undefined || remoteAddress !== localAddress || localAddress !== this.#ownAddress()) return false;
    this.#own.delete(port);
    own.destroy();
    accepted.destroy();
    return true;
  }

  /** Resolves when all who waited are accepted and every place is ours; the listener is to be closed in the same turn of the event loop. */
  async fill(deadline: number): Promise<void> {
    await this.#acceptAll(deadline);
    let pauses = 0;
    for (let tries = 0; isKnown && tries < maxTries && performance.now() < deadline; tries += 1) {
      setPlaces(this.#server, placesAtTheEnd);
      await this.#takePlaces();
      const others = this.#listOthers();
      if (others.length === 0 && this.#own.size === placesAtTheEnd) return;
      setPlaces(this.#server, usualPlaces);
      // Who is there is accepted now.
      if (others.length === 0 || others.some(({ isThere }) => !isThere)) {
        pauses += 1;
        if (pauses > maxPauses) return;
        await sleep(pauseMs);
      }
      await this.#acceptAll(deadline);
    }
  }

  empty(): void {
    for (const socket of this.#own.values()) socket.destroy();
    this.#own.clear();
  }

  /** Each turn of the event loop accepts one, if one is waiting. */
  async #acceptAll(deadline: number): Promise<void> {
    for (let before = -1; before !== this.#accepted && performance.now() < deadline; ) {
      before = this.#accepted;
      for (let turn = 0; turn < 3; turn += 1) await turnOfTheLoop();
    }
  }

  /** As many as are let in, without a turn of the event loop, which would accept them. */
  async #takePlaces(): Promise<void> {
    for (let at = 0; at < placesAtTheEnd; at += 1) {
      const socket = connect({ host: this.#ownAddress(), port: addressOf(this.#server).port });
      socket.on('error', () => {}).unref();
      // It connects in the next tick.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      this.#own.set(portOf(socket) ?? -1 - at, socket);
    }
  }

  /** Who else waits, or is about to be there: it is open for them already. Ours that were not let in are given up. */
  #listOthers(): Waiting[] {
    const { address, port } = addressOf(this.#server);
    const all = readWaiting(port);
    const isOurs = ({ from, fromPort, at }: Waiting) => from === at && this.#own.has(fromPort);
    const ours = all.filter(isOurs);
    const letIn = new Set(ours.filter(({ isThere }) => isThere).map(({ fromPort }) => fromPort));
    for (const [ownPort, socket] of this.#own) {
      if (letIn.has(ownPort)) continue;
      socket.destroy();
      this.#own.delete(ownPort);
    }
    // Another program may listen at the same port of another address.
    const isHere = ({ at }: Waiting) => isAny(address) || ours.length === 0 || ours.some((own) => own.at === at);
    return all.filter((waiting) => !ours.includes(waiting) && isHere(waiting));
  }

  #ownAddress(): string {
    const { address } = addressOf(this.#server);
    if (!isAny(address)) return address;
    return isIPv6(address) ? '::1' : '127.0.0.1';
  }
}

function addressOf(server: HttpServer): AddressInfo {
  return server.address() as AddressInfo;
}

function isAny(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** The system knows it at once, the socket itself a turn later. */
function portOf(socket: Socket): number | undefined {
  const own: { port?: number } = {};
  handleOf<{ getsockname(out: object): number }>(socket)?.getsockname(own);
  return own.port;
}

/** There is always one more than is asked for. */
function setPlaces(server: HttpServer, places: number): void {
  handleOf<{ listen(further: number): number }>(server)?.listen(places - 1);
}

function handleOf<Handle>(of: object): Handle | undefined {
  return (of as { _handle?: Handle | null })._handle ?? undefined;
}

/** A connection to the address `at`, as the system writes it. */
interface Waiting {
  readonly at: string;
  readonly from: string;
  readonly fromPort: number;
  readonly isThere: boolean;
}

/**
 * Who has connected to `port` and was not accepted yet. A line of the list has: number, own address, other address, state, queues, timer,
 * retransmits, user, timeouts, inode. States: 01 is there, 08 is there and done, 03 is about to be there. Inode 0 is nobody's.
 */
function readWaiting(port: number): Waiting[] {
  const own = port.toString(16).toUpperCase().padStart(4, '0');
  const line = new RegExp(`^ *\\d+: ([0-9A-F]+):${own} ([0-9A-F]+):([0-9A-F]{4}) (01|03|08)(?: +\\S+){5} 0 `, 'gm');
  return lists
    .filter((list) => existsSync(list))
    .flatMap((list) => [...readFileSync(list, 'latin1').matchAll(line)])
    .map(([, at = '', from = '', fromPort = '', state]) => ({
      ...{ at, from, fromPort: Number.parseInt(fromPort, 16), isThere: state !== '03' },
    }));
}
