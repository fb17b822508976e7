// Callers that misbehave, over raw sockets: every address of a server, in each of many ways. The addresses are those that the server itself has
// registered, so a new route is among them. [running.request-errors]
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { listWorkers, type ServerProcess, startProcess } from './server-process.ts';

export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

interface Target {
  readonly method: string;
  readonly path: string;
  readonly headers: string;
}

export interface RudeServer {
  readonly server: ServerProcess;
  readonly routes: readonly RegisteredRoute[];
  /** One misbehaviour at one route; resolves when the caller has left. */
  misbehave(kind: string, route: RegisteredRoute, place: number): Promise<void>;
  /** How many worker processes have ended. */
  countEnds(): number;
  /** Errors that only the guard of requests caught. */
  strayErrors(): string[];
  /** The most processor time that one turn of any worker's event loop took, in ms. */
  takeLongestMs(): Promise<number>;
}

const admin = { email: 'ann@example.com', password: 'a long password' };
const preload = (path: string) => `--import=${pathToFileURL(resolve(import.meta.dirname, path)).href}`;

export async function startRudeServer(folder: string, env: Record<string, string> = {}): Promise<RudeServer> {
  const files = { routes: join(folder, 'routes.json'), holds: join(folder, 'holds.json') };
  const server = await startProcess(folder, {
    NODE_OPTIONS: `${preload('look-into-server.mjs')} ${preload('../limits/measure-holds.mjs')}`,
    ROUTES_FILE: files.routes,
    HOLDS_FILE: files.holds,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    METRICS: '1',
    TRUST_PROXY: '1',
    // Nobody answers there.
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'rude',
    ...env,
  });
  const { token } = (await server.call('POST', '/auth/login', { body: admin })).body;
  const key = (await server.call('POST', '/api-keys', { token, body: {} })).body.token as string;
  const children = [
    { type: 'fInput', name: 'n' },
    { type: 'fFile', name: 'paper' },
  ];
  const definition = { name: 'Rude', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  const form = (await server.call('POST', '/form', { key, body: definition })).body.id as string;
  const entry = (await server.call('POST', '/entry/save', { key, body: { form, data: { n: 'x' } } })).body.entryId;
  const ids: Readonly<Record<string, string>> = { formId: form, form, entryId: entry, entry };
  const credentials = ['', `x-api-key: ${key}\r\n`, `authorization: ${token}\r\n`];
  const routes = JSON.parse(readFileSync(files.routes, 'utf8')) as RegisteredRoute[];
  const { hostname, port } = new URL(server.url);

  function targetOf({ method, url }: RegisteredRoute, place: number): Target {
    // Nothing that the others need is deleted.
    const known = method === 'DELETE' ? {} : ids;
    return {
      method,
      path: pathOf(url, known),
      headers: `${credentials[place % credentials.length]}${types[place % types.length]}`,
    };
  }

  return {
    server,
    routes,
    async misbehave(kind, route, place) {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      // A server may cut off a rude caller.
      socket.on('error', () => {});
      await new Promise((done) => socket.once('connect', done).once('close', done));
      await (misbehaviours[kind] as Misbehaviour)(socket, targetOf(route, place));
      socket.destroy();
    },
    countEnds: () => server.log().split('a worker process ended').length - 1,
    strayErrors: () =>
      server
        .log()
        .split('\n')
        .filter((line) => line.includes('an error outside its handler') || line.includes('an error of no request')),
    async takeLongestMs() {
      const pids = listWorkers(server.pid);
      for (const pid of pids) rmSync(`${files.holds}.${pid}`, { force: true });
      for (const pid of pids) process.kill(pid, 'SIGUSR2');
      const held = pids.map(async (pid) => {
        while (!existsSync(`${files.holds}.${pid}`)) await sleep(5);
        return (JSON.parse(readFileSync(`${files.holds}.${pid}`, 'utf8')) as { longestMs: number }).longestMs;
      });
      return Math.max(...(await Promise.all(held)));
    },
  };
}

/** Parameters become ids; a wildcard something below it. */
export function pathOf(url: string, ids: Readonly<Record<string, string>> = {}): string {
  return url
    .replace(/:(\w+)(?:\([^/]*\))?/g, (_, name: string) => ids[name] ?? 'e'.repeat(24))
    .replace('*', `${'e'.repeat(24)}/${'a'.repeat(40)}`);
}

const types = [
  'content-type: application/json\r\n',
  'content-type: multipart/form-data; boundary=b\r\n',
  'content-type: application/x-www-form-urlencoded\r\n',
  '',
];

type Misbehaviour = (socket: Socket, target: Target) => Promise<void>;

const head = ({ method, path, headers }: Target, more = '', version = '1.1') =>
  `${method} ${path} HTTP/${version}\r\nhost: x\r\n${headers}${more}\r\n`;
const sized = (target: Target, bytes: number) => head(target, `content-length: ${bytes}\r\n`);
const chunked = (target: Target) => head(target, 'transfer-encoding: chunked\r\n');
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const json = (bytes: number) => `{"form":"${'e'.repeat(24)}","data":{"n":"${'x'.repeat(bytes)}`;
/** As long as a server needs to see what was sent. */
const moment = () => sleep(15);

async function send(socket: Socket, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    socket.write(text, 'latin1');
    await moment();
  }
}

/** Until the server has said something, or for a while. */
async function hear(socket: Socket): Promise<void> {
  await Promise.race([new Promise((done) => socket.once('data', done).once('close', done)), sleep(300)]);
}

/** More than the 32 KB that signed policies may have, and less than the head says. */
const largeBytes = 34_000;

export const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  async connectAndLeave() {},
  async stopMidHead(socket, target) {
    await send(socket, head(target).slice(0, -10));
    socket.end();
    await moment();
  },
  async resetMidHead(socket, target) {
    await send(socket, head(target).slice(0, -10));
    socket.resetAndDestroy();
  },
  async stopMidBody(socket, target) {
    await send(socket, sized(target, 1_000) + json(10));
    socket.end();
    await hear(socket);
  },
  async resetMidBody(socket, target) {
    await send(socket, sized(target, 1_000) + json(10));
    socket.resetAndDestroy();
  },
  /** The request that ended a process: head and a large part of the body in one write. */
  async largeBodyInOneWrite(socket, target) {
    socket.write(sized(target, largeBytes + 1) + 'x'.repeat(largeBytes));
    await hear(socket);
  },
  async largeChunksInOneWrite(socket, target) {
    socket.write(chunked(target) + chunk('x'.repeat(largeBytes)));
    await hear(socket);
  },
  async largeBodyThenReset(socket, target) {
    socket.write(sized(target, largeBytes + 1) + 'x'.repeat(largeBytes), () => socket.resetAndDestroy());
    await moment();
  },
  async longerThanDeclared(socket, target) {
    await send(socket, sized(target, 2) + '{}'.repeat(3_000));
    await hear(socket);
  },
  async tooLarge(socket, target) {
    await send(socket, sized(target, 50_000_000) + json(70_000), 'x'.repeat(70_000));
    await hear(socket);
  },
  async pipelinedThenGone(socket, target) {
    socket.write(`${sized(target, 2)}{}`.repeat(8));
    await moment();
  },
  async pipelinedUnread(socket, target) {
    socket.pause();
    await send(socket, head({ ...target, method: 'GET' }).repeat(20));
    socket.resetAndDestroy();
  },
  async malformedChunkSize(socket, target) {
    await send(socket, chunked(target), 'zz\r\nhello\r\n0\r\n\r\n');
    await hear(socket);
  },
  async negativeChunkSize(socket, target) {
    await send(socket, `${chunked(target)}-5\r\nhello\r\n0\r\n\r\n`);
    await hear(socket);
  },
  async chunkExtensions(socket, target) {
    await send(socket, `${chunked(target)}2;a=b;c="${'d'.repeat(20_000)}"\r\n{}\r\n0\r\n\r\n`);
    await hear(socket);
  },
  async missingFinalChunk(socket, target) {
    await send(socket, chunked(target) + chunk('{}'));
    socket.end();
    await hear(socket);
  },
  async trailers(socket, target) {
    await send(socket, `${chunked(target)}${chunk('{}')}0\r\ncontent-length: 5\r\nhost: y\r\n\r\n`);
    await hear(socket);
  },
  async expectAndLeave(socket, target) {
    await send(socket, head(target, 'expect: 100-continue\r\ncontent-length: 1000\r\n'));
    socket.resetAndDestroy();
  },
  async expectSomethingElse(socket, target) {
    await send(socket, `${head(target, 'expect: a-miracle\r\ncontent-length: 2\r\n')}{}`);
    await hear(socket);
  },
  async halfClose(socket, target) {
    socket.end(`${sized(target, 2)}{}`);
    await hear(socket);
  },
  async hugeHeader(socket, target) {
    await send(socket, head(target, `x-huge: ${'h'.repeat(20_000)}\r\n`));
    await hear(socket);
  },
  async manyHeaders(socket, target) {
    await send(socket, head(target, 'x-many: 1\r\n'.repeat(1_200)));
    await hear(socket);
  },
  async badContentLength(socket, target) {
    await send(socket, head(target, 'content-length: -5\r\n'));
    await hear(socket);
  },
  async twoContentLengths(socket, target) {
    await send(socket, `${head(target, 'content-length: 2\r\ncontent-length: 7\r\n')}{}`);
    await hear(socket);
  },
  async lengthAndChunks(socket, target) {
    await send(socket, `${head(target, 'content-length: 2\r\ntransfer-encoding: chunked\r\n')}${chunk('{}')}0\r\n\r\n`);
    await hear(socket);
  },
  async http10(socket, target) {
    await send(socket, `${head(target, 'content-length: 2\r\n', '1.0')}{}`);
    await hear(socket);
  },
  async upgrade(socket, target) {
    await send(socket, head(target, 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: eA==\r\n'), 'x');
    await hear(socket);
  },
  async nulInPath(socket, target) {
    await send(socket, head({ ...target, path: `${target.path}%00\u0000` }));
    await hear(socket);
  },
  async brokenEscapes(socket, target) {
    await send(socket, head({ ...target, path: `${target.path}%E0%A4%A?bewit=%FF&query=%7B` }));
    await hear(socket);
  },
  async slowDripThenReset(socket, target) {
    await send(socket, sized(target, 1_000), '{', '"', 'a');
    socket.resetAndDestroy();
  },
  async resetAfterRequest(socket, target) {
    socket.write(`${sized(target, 2)}{}`, () => socket.resetAndDestroy());
    await moment();
  },
  async falseEncoding(socket, target) {
    await send(socket, `${head(target, 'content-encoding: gzip\r\ncontent-length: 2\r\n')}{}`);
    await hear(socket);
  },
  async truncatedMultipart(socket, target) {
    const body = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx';
    const type = 'content-type: multipart/form-data; boundary=b\r\n';
    await send(socket, sized({ ...target, headers: type }, body.length + 1) + body);
    socket.end();
    await hear(socket);
  },
  async oddMethods(socket, target) {
    for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
      await send(socket, `${sized({ ...target, method }, 2)}{}`);
    }
    await send(socket, head({ ...target, method: 'CONNECT' }));
    await hear(socket);
  },
  async badForwardedFor(socket, target) {
    await send(socket, `${head(target, 'x-forwarded-for: ,,\u0001 not an address\r\ncontent-length: 2\r\n')}{}`);
    await hear(socket);
  },
  async notHttp(socket) {
    await send(socket, '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003');
    await hear(socket);
  },
};

export interface RudeRun {
  readonly tries: number;
  readonly kinds: number;
  readonly addresses: number;
  readonly processEnds: number;
  readonly strayErrors: readonly string[];
  readonly longestHoldMs: number;
}

/** Callers side by side. */
const atOnce = 16;

/** Every address in every way, again and again until there were so many tries; `first` is the place in the row where they begin. */
export async function runRudeCallers(rude: RudeServer, tries: number, first = 0): Promise<RudeRun> {
  // The start of a process takes longer than any request.
  await rude.takeLongestMs();
  const kinds = Object.keys(misbehaviours);
  const pairs = rude.routes.flatMap((route) => kinds.map((kind) => ({ route, kind })));
  let next = first;
  const drive = async () => {
    while (next < first + tries) {
      const place = next++;
      // A step that shares no divisor with the number of pairs: neighbours differ in both, and all have their turn.
      const { route, kind } = pairs[(place * stepFor(pairs.length)) % pairs.length]!;
      // The credential and type of a pair change from round to round.
      await rude.misbehave(kind, route, place + Math.floor(place / pairs.length));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, drive));
  const longestHoldMs = Math.round(await rude.takeLongestMs());
  return {
    ...{ tries, kinds: kinds.length, addresses: rude.routes.length, longestHoldMs },
    processEnds: rude.countEnds(),
    strayErrors: rude.strayErrors(),
  };
}

function stepFor(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = 101;
  while (divisor(count, step) !== 1) step += 2;
  return step;
}
