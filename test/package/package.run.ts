// Every package as somebody installs it: from its archive, with `--engine-strict`, on each version of Node.js that is supported.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packAll } from '../../scripts/pack-all.mjs';
import { expectServes } from '../support/expect-serves.ts';
import { endAll, makeDataFolder } from '../support/server-process.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const versions = ['20', '22', '24'];
const npm = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
const folders: string[] = [];
let archives: string[];

beforeAll(() => {
  if (!existsSync(npm)) throw new Error(`This needs the npm that comes with Node.js: ${npm} is missing.`);
  const packed = process.env['PACKED'] ?? makeFolder();
  archives = existsSync(join(packed, 'SHA256SUMS'))
    ? readdirSync(packed).flatMap((name) => (name.endsWith('.tgz') ? [join(packed, name)] : []))
    : packAll(packed);
});
afterAll(async () => {
  await endAll();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

test('[conventions.packages] publint and attw find nothing in the libraries', async () => {
  const folder = makeFolder();
  for (const file of libraries()) {
    await run('npx', ['--yes', 'publint@0.3.25', '--strict', file], { cwd: folder });
    await run('npx', ['--yes', '@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only', file], { cwd: folder });
  }
});

const libraries = () => archives.filter((file) => /^formstead-[a-z]/.test(basename(file)));

describe.each(versions)('[running.package] on Node.js %s', (version) => {
  let node: string;
  let folder: string;

  beforeAll(async () => {
    node = await installNode(version);
    folder = makeFolder();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  });

  const npmOn = (...args: string[]) => {
    const env = { ...process.env, PATH: `${dirname(node)}:${process.env['PATH']}` };
    return run(node, [npm, ...args], { cwd: folder, env, maxBuffer: 2 ** 26 });
  };
  const archiveOf = (name: string) => archives.find((file) => basename(file).match(`^${name}-\\d`)) as string;

  test('[running.package] the service installs with --engine-strict as two packages within 130 MB, and serves', async () => {
    await npmOn('install', '--engine-strict', ...quiet, archiveOf('formstead'));
    const { stdout } = await npmOn('ls', '--all', '--parseable');
    const installed = stdout.trim().split('\n').slice(1);
    expect(installed.length).toBe(2);
    const sizes = await Promise.all(installed.map((path) => run('du', ['-sb', path])));
    const bytes = sizes.reduce((sum, one) => sum + Number.parseInt(one.stdout, 10), 0);
    console.log(`Node.js ${version}: ${installed.length} packages, ${(bytes / 1e6).toFixed(1)} MB`);
    expect(bytes / 1e6).toBeLessThan(130);
    await expectServes(join(folder, 'node_modules/formstead/scripts/formstead.mjs'), makeDataFolder(), node);
  });

  test('[running.package] the libraries install with --engine-strict, and can be imported', async () => {
    expect(libraries().length).toBe(readdirSync(join(root, 'packages')).length);
    await npmOn('install', '--engine-strict', ...quiet, ...libraries());
    for (const name of readdirSync(join(root, 'packages'))) {
      const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
      const { name: full } = JSON.parse(text) as { name: string };
      const program = `console.log(Object.keys(await import('${full}')).length)`;
      const { stdout } = await run(node, ['--input-type=module', '--eval', program], { cwd: folder });
      expect([full, Number(stdout) > 0]).toEqual([full, true]);
    }
  });
});

/** The newest of a major version, as npm has it for this platform. */
async function installNode(version: string): Promise<string> {
  const folder = join(root, '.cache/nodes', version);
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = [npm, 'install', ...quiet, '--ignore-scripts', `${name}@${version}`];
    await run(process.execPath, args, { cwd: folder });
  }
  const { stdout } = await run(program, ['--version']);
  expect(stdout).toMatch(new RegExp(`^v${version}\\.`));
  return program;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-package-'));
  folders.push(folder);
  return folder;
}
