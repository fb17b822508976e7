// Processes of a cluster: started as the account that may run them, ended by their ids, with their children.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';

/** PostgreSQL, and what starts it, refuses to run as root. */
export function databaseAccount(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** What stands before a program that is to run as that account. */
export function asAccount(account: { readonly uid: number; readonly gid: number } | undefined): string[] {
  if (account === undefined) return [];
  return ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
}

/** Its output is added to the file. */
export function startProgram(
  command: readonly string[],
  { cwd, logFile, env = {} }: { cwd: string; logFile: string; env?: Record<string, string> },
): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(logFile, 'a');
  return spawn(program, args, {
    cwd,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, LC_ALL: 'C.UTF-8', ...env },
  });
}

export function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill(signal);
  });
}

/** The process and all that descends from it, parents first. */
export function listTree(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = new Map<number, number[]>();
  for (const line of stdout.trim().split('\n')) {
    const [own = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), own]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []));
  return tree;
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // Some end by themselves when another is gone.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Resolves when none of them is there any more. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) while (isThere(pid)) await new Promise((done) => setTimeout(done, 20));
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
