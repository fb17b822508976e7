// Builds the release before this one from the history of the repository, for the test that runs both on one database
// (test/cluster/two-releases.run.ts). Its folder is kept between runs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The last commit of 0.2.0: RELEASE names another one. */
const release = process.env['RELEASE'] ?? '1fa6945d3c2fa464d9284c6c96104d6b99ddbdc7';
const root = resolve(import.meta.dirname, '..');

/** The folder of its build. */
export function buildPreviousRelease() {
  const folder = join(tmpdir(), `formstead-release-${release.slice(0, 12)}`);
  if (existsSync(join(folder, 'built'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'source.tar');
  run('git', ['archive', '--output', archive, release], root);
  run('tar', ['xf', archive], folder);
  run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], folder);
  run(process.execPath, ['scripts/setup.mjs'], folder);
  writeFileSync(join(folder, 'built'), '');
  return folder;
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
