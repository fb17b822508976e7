// One command at a time in a folder or with a file: two that know nothing of each other would both make the form that is missing.
// [running.commands.service.one]
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CommandError } from './command.ts';
import { lockState } from './relay/state-lock.ts';

/** `path` is what they would both write; a process that was killed holds nothing. */
export async function oneAtATime<T>(path: string, work: () => Promise<T>): Promise<T> {
  const name = createHash('sha256').update(realPath(path)).digest('hex').slice(0, 16);
  // Not beside the path: addresses of sockets are short, and folders are under version control.
  const lock = await lockState(join(tmpdir(), `formstead-${process.getuid?.() ?? 0}-${name}`), () => {
    return new CommandError(`Another command of formstead is at work with ${path}. Run this one when it has ended.`);
  });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Two names of one folder are one folder, also when it is not there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) return path;
    return join(realPath(dirname(path)), basename(path));
  }
}
