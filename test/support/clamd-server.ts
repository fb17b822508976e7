// A server that speaks clamd's protocol (PING, VERSION, INSTREAM, in the z and n spellings) and knows one virus, the EICAR test
// file. What clamd does when it is given more than StreamMaxLength, it does too: it says so at once and closes.
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In two parts, so that no scanner takes this file for it. */
export const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE'}!$H+H*`);

export interface RunningClamd {
  /** For CLAMD_URL. */
  readonly url: string;
  /** Bytes of content more than this are not scanned. */
  readonly streamMaxLength: number;
  close(): Promise<void>;
}

export interface TestClamd extends RunningClamd {
  /** How many contents it was given whole. */
  readonly scanned: () => number;
  /** What it says instead of a verdict; undefined cuts the connection. */
  verdict: (() => string | undefined | Promise<string>) | undefined;
}

export async function startClamdServer(options: { isUnix?: boolean } = {}): Promise<TestClamd> {
  const streamMaxLength = 1_000_000;
  const sockets = new Set<Socket>();
  let scanned = 0;
  const clamd: { verdict: TestClamd['verdict'] } = { verdict: undefined };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    answer(socket).catch(() => socket.destroy());
  });

  async function answer(socket: Socket): Promise<void> {
    const input = readerOf(socket);
    const style = (await input.take(1)).toString('latin1');
    const end = style === 'z' ? '\0' : '\n';
    if (style !== 'z' && style !== 'n') return void socket.end('UNKNOWN COMMAND\n');
    const command = await input.takeUntil(end);
    if (command === 'PING') return void socket.end(`PONG${end}`);
    if (command === 'VERSION') return void socket.end(`ClamAV 1.4.3/0/Thu Jan  1 00:00:00 1970${end}`);
    if (command !== 'INSTREAM') return void socket.end(`UNKNOWN COMMAND${end}`);
    const pieces: Buffer[] = [];
    let total = 0;
    for (;;) {
      const length = (await input.take(4)).readUInt32BE();
      if (length === 0) break;
      total += length;
      if (total > streamMaxLength) return void socket.end(`INSTREAM size limit exceeded. ERROR${end}`);
      pieces.push(await input.take(length));
    }
    scanned += 1;
    if (clamd.verdict !== undefined) {
      const text = await clamd.verdict();
      return void (text === undefined ? socket.destroy() : socket.end(`${text}${end}`));
    }
    const hasVirus = Buffer.concat(pieces).includes(eicar);
    socket.end(`stream: ${hasVirus ? 'Eicar-Test-Signature FOUND' : 'OK'}${end}`);
  }

  const path = join(tmpdir(), `formstead-clamd-${process.pid}-${Math.random().toString(36).slice(2)}.ctl`);
  await new Promise<void>((resolve) => {
    if (options.isUnix) server.listen(path, resolve);
    else server.listen(0, '127.0.0.1', resolve);
  });
  const url = options.isUnix ? `unix:${path}` : `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(clamd, {
    url,
    streamMaxLength,
    scanned: () => scanned,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (options.isUnix) rmSync(path, { force: true });
    },
  });
}

function readerOf(socket: Socket) {
  const source = socket[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  async function fill(): Promise<void> {
    const { value, done } = await source.next();
    if (done) throw new Error('The connection ended too early.');
    held = Buffer.concat([held, value as Buffer]);
  }
  return {
    async take(length: number): Promise<Buffer> {
      while (held.length < length) await fill();
      const taken = held.subarray(0, length);
      held = held.subarray(length);
      return taken;
    },
    async takeUntil(mark: string): Promise<string> {
      while (!held.includes(mark)) await fill();
      const end = held.indexOf(mark);
      const text = held.subarray(0, end).toString('latin1');
      held = held.subarray(end + 1);
      return text;
    },
  };
}
