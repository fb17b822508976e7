// Builds packages/client into its dist: one file of JavaScript, and the types. For `npm pack` and `npm publish`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const folder = resolve(import.meta.dirname, '../packages/client');
const dist = join(folder, 'dist');
rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: [join(folder, 'src/index.ts')],
  outfile: join(dist, 'index.js'),
  bundle: true,
  packages: 'external',
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const types = [
  '--noEmit',
  'false',
  '--declaration',
  '--emitDeclarationOnly',
  '--rootDir',
  join(folder, 'src'),
  '--outDir',
  dist,
];
const made = spawnSync(process.execPath, [tsc, '-p', folder, ...types], { stdio: 'inherit' });
process.exitCode = made.status ?? 1;
