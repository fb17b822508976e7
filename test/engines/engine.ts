// What the journeys ask of a browser, and what its drivers share: the process of a browser has an owner that ends it.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hands } from './hands.ts';

/** One page of a browser. Scripts are bodies of functions: what they return comes back as JSON. */
export interface Engine extends Hands {
  readonly name: string;
  go(url: string): Promise<void>;
  run<T>(script: string, ...args: unknown[]): Promise<T>;
  /** Presses where the element is, as a finger would. */
  click(selector: string): Promise<void>;
  /** Keys into the element; \uE004 is Tab, \uE006 Enter. */
  type(selector: string, text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  picture(file: string): Promise<void>;
  /** The page on paper, where the engine can. */
  pdf?(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * A process that ends with ours, however ours ends: a shell beside it reads from a pipe that closes then, and ends the group of
 * processes that both belong to.
 */
const guard = 'exec 4<&0; { cat <&4 >/dev/null; kill -KILL 0; } & "$@" </dev/null 4<&-; kill -KILL 0';

export function startChild(file: string, args: string[], { env, writes = 'ignore' }: ChildOptions): ChildProcess {
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore', writes];
  const child = spawn('/bin/sh', ['-c', guard, 'sh', file, ...args], { env, stdio, detached: true });
  // A file that cannot be started is noticed by whoever waits for the child.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return child;
}

interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** What the child does with its descriptor 3. */
  readonly writes?: 'pipe' | 'ignore';
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.stdin?.destroy();
  await ended;
}

export const isRunning = ({ exitCode, signalCode, pid }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null;

/** A connection to the port that the child opens. */
export async function reach(port: number, child: ChildProcess): Promise<Socket> {
  for (let tries = 0; tries < 600 && isRunning(child); tries += 1) {
    const socket = await new Promise<Socket | undefined>((done) => {
      const tried = connect(port, '127.0.0.1', () => done(tried));
      tried.once('error', () => done(undefined));
    });
    if (socket !== undefined) return socket;
    await sleep(200);
  }
  throw new Error('The browser did not open its port.');
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** Of an element that a driver found. */
export const idOf = (found: unknown) => (found as Record<string, string>)[elementKey] as string;
