// What an operator reads when the embedded database cannot run: the folder, the cause in plain words, the way out.
import { statfsSync } from 'node:fs';

export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

const causes: { codes: string[]; pattern: RegExp; text: string }[] = [
  { codes: ['ENOSPC', 'EDQUOT'], pattern: /No space left on device|Disk quota exceeded/, text: 'the disk is full' },
  { codes: ['EROFS'], pattern: /Read-only file system/, text: 'the disk is read-only' },
  {
    codes: ['EACCES', 'EPERM'],
    pattern: /Permission denied|Operation not permitted/,
    text: 'this user has no permission for it',
  },
  { codes: ['ENOTDIR', 'EEXIST'], pattern: /Not a directory/, text: 'a file stands where a folder is needed' },
  { codes: ['EIO'], pattern: /Input\/output error/, text: 'the disk reports errors' },
];

/** An error of the file system or of a program, as one that names the folder and the cause. */
export function explainFailure({ dataDir, error }: { dataDir: string; error: unknown }): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (syscall?.startsWith('spawn')) {
    return new EmbeddedDatabaseError(
      `This system does not run the embedded database's programs (${message}): they need glibc, and root needs the right to change to another user. Set DATABASE_URL to use a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
  const cause = causes.find(({ codes, pattern }) => (code ? codes.includes(code) : pattern.test(message)));
  return new EmbeddedDatabaseError(describe({ dataDir, cause: cause?.text ?? message, detail: message }), {
    cause: error,
  });
}

/** A program that ended badly. `output` is what it printed; on a full disk it may have had nowhere to print to. */
export function explainOutput(options: { dataDir: string; program: string; output: string }): EmbeddedDatabaseError {
  const { dataDir, program } = options;
  const output = options.output.trim();
  const complaints = output.split('\n').filter((line) => /FATAL|PANIC|ERROR|HINT|error:|hint:/.test(line));
  const detail = (complaints.length > 0 ? complaints : output.split('\n')).slice(-4).join('\n');
  const known = causes.find(({ pattern }) => pattern.test(output))?.text;
  const cause = known ?? (isDiskFull(dataDir) ? 'the disk is full' : `${program} ended unexpectedly`);
  return new EmbeddedDatabaseError(describe({ dataDir, cause, detail }));
}

function describe({ dataDir, cause, detail }: { dataDir: string; cause: string; detail: string }): string {
  const explanation = detail && detail !== cause ? `\n${detail}` : '';
  return `The embedded database cannot run in ${dataDir}: ${cause}.${explanation}`;
}

const diskFullBelowBytes = 1024 * 1024;

function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < diskFullBelowBytes;
  } catch {
    return false; // Only a guess at a cause: without a response the program's own words stand.
  }
}
