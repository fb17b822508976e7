// Where tests put databases and other folders of many files: in memory where there is room. On a disk a copy of a data folder takes
// as much processor time as the start of a server on it, and removing it waits for the disk.
import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const minFreeBytes = 4 * 2 ** 30;

/** TMPDIR, where it is set, names another. */
export function scratchFolder(): string {
  return process.env['TMPDIR'] === undefined && canHoldDatabases() ? inMemory : tmpdir();
}

function canHoldDatabases(): boolean {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , type, options = ''] = mounted.find((line) => line.split(' ')[1] === inMemory)?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(inMemory);
    // Programs of PostgreSQL are copied beside a database whose account cannot reach those of the packages.
    const canRun = type === 'tmpfs' && options.split(',').includes('rw') && !options.split(',').includes('noexec');
    return canRun && bavail * bsize >= minFreeBytes && freemem() >= minFreeBytes;
  } catch {
    return false; // Not a Linux, or one without it.
  }
}
