// A load generator that costs little itself: keep-alive sockets, ready-made requests, responses only counted.
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The whole request as text, by its number. */
  readonly request: (count: number) => string;
}

export interface Measured {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytesPerSecond: number;
}

export async function measureLoad(load: Load): Promise<Measured> {
  const { hostname, port } = new URL(load.url);
  const times: number[] = [];
  let bytes = 0;
  let sent = 0;
  const started = performance.now();
  const end = started + load.seconds * 1000;

  async function drive(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const answers = new Answers(socket);
    try {
      while (performance.now() < end) {
        const before = performance.now();
        socket.write(load.request(sent++));
        const { status, length } = await answers.next();
        if (status !== 200) throw new Error(`${load.url} answered ${status}`);
        times.push(performance.now() - before);
        bytes += length;
      }
    } finally {
      socket.destroy();
    }
  }

  await Promise.all(Array.from({ length: load.connections }, drive));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    perSecond: times.length / seconds,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    bytesPerSecond: bytes / seconds,
  };
}

export interface Target {
  readonly url: string;
  readonly request: (count: number) => string;
  /** Processor time of the process that answers, in milliseconds; undefined where the system does not say. */
  readonly cpuMs: () => number | undefined;
}

export interface Alternated<Name extends string> {
  /** The middle of all rounds. */
  middle(name: Name, key: keyof Measured): number;
  /** Processor time of one request in microseconds, all rounds together: a busy machine hardly changes it. */
  cpuMicros(name: Name): string;
  /** The middle of the rounds' own ratios: what slows the machine slows both sides of a round. */
  ratio(name: Name, of: Name, key: 'perSecond' | 'bytesPerSecond'): number;
}

/** Code is compiled as it gets hot: by requests, since on a busy machine seconds say little. */
const warmUpRequests = 15_000;
const longestWarmUpMs = 8_000;
const roundSeconds = 1;

/** Short rounds in turn, so that all targets meet the same moods of the machine. */
export async function measureInTurn<Name extends string>(options: {
  targets: Readonly<Record<Name, Target>>;
  connections: number;
  rounds: number;
}): Promise<Alternated<Name>> {
  const { targets, connections, rounds } = options;
  const names = Object.keys(targets) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>;
  const cpu = Object.fromEntries(names.map((name) => [name, { ms: 0, requests: 0 }])) as Record<
    Name,
    { ms: number; requests: number }
  >;
  for (const name of names) {
    const end = performance.now() + longestWarmUpMs;
    let done = 0;
    while (done < warmUpRequests && performance.now() < end) {
      done += (await measureLoad({ ...targets[name], connections, seconds: roundSeconds })).count;
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const before = targets[name].cpuMs();
      const one = await measureLoad({ ...targets[name], connections, seconds: roundSeconds });
      measured[name].push(one);
      cpu[name].ms += (targets[name].cpuMs() ?? Number.NaN) - (before ?? Number.NaN);
      cpu[name].requests += one.count;
    }
  }
  return {
    middle: (name, key) => median(measured[name].map((one) => one[key])),
    cpuMicros(name) {
      const micros = (1000 * cpu[name].ms) / cpu[name].requests;
      return Number.isNaN(micros) ? '?' : Math.round(micros).toLocaleString('en');
    },
    ratio: (name, of, key) =>
      median(measured[name].map((one, round) => one[key] / (measured[of][round] as Measured)[key])),
  };
}

export function getRequest(path: string, headers: Record<string, string> = {}): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\n${writeHeaders(headers)}\r\n`;
}

export function postRequest(path: string, body: string, headers: Record<string, string> = {}): string {
  const length = Buffer.byteLength(body);
  return (
    `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n` +
    `${writeHeaders(headers)}\r\n${body}`
  );
}

function writeHeaders(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

interface ResponseHead {
  readonly status: number;
  readonly length: number;
}

/** Reads answers with a content-length, one at a time. */
class Answers {
  #head = '';
  #left = -1;
  #current: ResponseHead | undefined;
  #resolve: ((head: ResponseHead) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor(socket: Socket) {
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(new Error('The connection was closed.')));
  }

  next(): Promise<ResponseHead> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  #read(chunk: Buffer): void {
    if (this.#left >= 0) this.#left -= chunk.length;
    else {
      const headBefore = this.#head.length;
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? Number.NaN);
      if (Number.isNaN(length)) throw new Error(`An answer without content-length: ${this.#head.slice(0, 500)}`);
      this.#current = { status: Number(this.#head.slice(9, 12)), length };
      this.#left = length - (headBefore + chunk.length - end - 4);
      this.#head = '';
    }
    if (this.#left > 0) return;
    this.#left = -1;
    const resolve = this.#resolve;
    this.#resolve = undefined;
    this.#reject = undefined;
    resolve?.(this.#current as ResponseHead);
  }
}

/** The middle of several values: machines are noisy. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
