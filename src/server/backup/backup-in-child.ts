// Makes, verifies or tries to restore a scheduled backup in a process of its own, at a lower priority. It ends with its parent.
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../base/config.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTasks } from './schedule.ts';

const maxTailLength = 2_000;

export function backUpInChild({ backup }: Config): BackupTasks {
  return {
    backup: runInChild(['backup', '--keep', String(backup.keep)]),
    verify: runInChild(['verify']),
    drill: runInChild(['backup', 'drill']),
  };
}

/** Its settings come by environment, as those of this process did; the place is BACKUP_TO. */
function runInChild<Report>(args: readonly string[]): (signal: AbortSignal) => Promise<Report> {
  return async (signal) => {
    const here = dirname(fileURLToPath(import.meta.url));
    const child = fork(join(here, 'backup-process.js'), args, {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    lowerPriority(child.pid);
    const stop = () => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    let [output, tail] = ['', ''];
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      tail = (tail + chunk).slice(-maxTailLength);
    });
    try {
      const code = await new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      });
      if (code !== 0) {
        throw new BackupError(
          readProblems(output) ?? readReason(tail) ?? `The process of the backup ended with ${code}.`,
        );
      }
      return JSON.parse(output) as Report;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}

/** Of a backup that was verified and is not whole. */
function readProblems(output: string): string | undefined {
  if (output.trim() === '') return undefined;
  const { backup, damaged, problems } = JSON.parse(output) as { backup: string; damaged: number; problems: string[] };
  return `Backup ${backup} is damaged (${damaged} problems): ${problems.slice(0, 3).join(' ')}`;
}

/** What the command said after its lines of progress. */
function readReason(tail: string): string | undefined {
  const at = tail.lastIndexOf('formstead: ');
  return at === -1 ? undefined : tail.slice(at + 'formstead: '.length).trim();
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it: then it runs as any other.
  }
}
