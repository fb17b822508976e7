// One relay for a state file. Each process listens at a socket beside the file, under a name that is used once, and then looks for others:
// a process that was killed does not respond any more, so there is no lock to clear away by hand. [relay.lock]
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command.ts';

export interface StateLock {
  release(): Promise<void>;
}

/** A relay that was told to stop needs a moment, and its successor may be started at once. */
const patienceMs = 3_000;
/** What systems can hold as the address of a socket. */
const maxPathBytes = 103;

/** `inUse` is what whoever comes second is told. */
export async function lockState(path: string, inUse = anotherRelay): Promise<StateLock> {
  if (process.platform === 'win32') return lockPipe(path, inUse);
  const own = `${path}.${randomBytes(4).toString('hex')}.lock`;
  if (Buffer.byteLength(own) > maxPathBytes)
    throw new CommandError(`The path of ${path} is too long for its lock: choose one of at most 85 bytes.`);
  mkdirSync(dirname(path), { recursive: true });
  const askedAt = performance.now();
  for (;;) {
    const server = await listen(own);
    if ((await listLive(path, own)).length === 0) return { release: () => close(server) };
    await close(server);
    if (performance.now() - askedAt > patienceMs) throw inUse(path);
    // Two that begin together see each other: not at the same pace.
    await sleep(50 + Math.random() * 100);
  }
}

export async function isLocked(path: string): Promise<boolean> {
  if (process.platform === 'win32') return responds(pipeOf(path));
  return (await listLive(path, '')).length > 0;
}

async function lockPipe(path: string, inUse: typeof anotherRelay): Promise<StateLock> {
  try {
    const server = await listen(pipeOf(path));
    return { release: () => close(server) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw inUse(path);
    throw error;
  }
}

function pipeOf(path: string): string {
  return `\\\\.\\pipe\\formstead-relay-${createHash('sha256').update(path.toLowerCase()).digest('hex')}`;
}

function anotherRelay(path: string): CommandError {
  return new CommandError(
    `Another relay works with ${path}. Stop that one first, or choose another file with --state.`,
  );
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

/** The system removes the socket's file. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function listLive(path: string, own: string): Promise<string[]> {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  const others = readdirSync(folder)
    .filter((name) => name.startsWith(start) && /^[0-9a-f]{8}\.lock$/.test(name.slice(start.length)))
    .map((name) => join(folder, name))
    .filter((other) => other !== own);
  const live: string[] = [];
  for (const other of others) {
    if (await responds(other)) live.push(other);
    // Its name is never used again, so this cannot hit a newcomer.
    else rmSync(other, { force: true });
  }
  return live;
}

function responds(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      // Another user's process, or one that is too busy to take connections, is there.
      resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '')),
    );
  });
}
