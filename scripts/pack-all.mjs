// Packs every package of the repository, the service and packages/*, into one folder, with SHA256SUMS beside them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The paths of the archives. */
export function packAll(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = [[], ['--workspaces']].flatMap((which) => pack(folder, which)).sort();
  const sums = files.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  return files;
}

function pack(folder, which) {
  const args = ['pack', '--json', '--pack-destination', folder, ...which];
  const { status, stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}`);
  // Scripts that run before it may write too.
  const packed = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  return Object.values(packed).map(({ filename }) => join(folder, basename(filename)));
}
