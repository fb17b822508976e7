// Which process is this, beyond its number? A pid is used again after its owner ends; a pid with its start time is not.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Text that differs between two processes which had the same pid; empty where the platform has no way to tell. */
  readonly startedAt: string;
}

/** The identity of a live process, or undefined when there is none. A zombie has ended: nothing of it can still act. */
export function findProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return findInProc(pid);
  if (!hasProcess(pid)) return undefined;
  return { pid, startedAt: process.platform === 'win32' ? '' : readPsColumn({ pid, column: 'lstart' }) };
}

export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  return findProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** The processes that one started and that are still there. Slim images have no ps, so Linux is asked itself. */
export function listChildren(parent: number): number[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').map(Number);
    return pids.filter((pid) => Number.isInteger(pid) && readStat(pid)?.[1] === String(parent));
  }
  try {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = table.split('\n').map((line) => line.trim().split(/ +/).map(Number));
    return rows.filter(([, ppid]) => ppid === parent).map(([pid]) => pid as number);
  } catch {
    return []; // Without ps the children are not known; the caller's other steps still count.
  }
}

/** One column of `ps` for one process, empty when the process has ended. */
export function readPsColumn({ pid, column }: { pid: number; column: 'lstart' | 'command' }): string {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return ''; // ps exits with 1 when the process is gone.
  }
}

function findInProc(pid: number): ProcessIdentity | undefined {
  const fields = readStat(pid);
  if (fields === undefined) return undefined;
  const [state] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  const ticksFromBootToStart = fields[19] ?? '';
  return { pid, startedAt: ticksFromBootToStart };
}

/** What /proc says of a process after its name: state, parent, ... */
function readStat(pid: number): string[] | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // No such process: ENOENT, or ESRCH when it ends while being read.
  }
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
