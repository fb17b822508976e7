// How the server is bundled: for dist, and for benchmarks of one changed module.
import { build } from 'esbuild';
import { bundledLibraries, bundleLibraries } from './bundle-libraries.mjs';
import { esbuildPostgresEdits } from './postgres-edits.mjs';

const options = {
  outbase: 'src',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
};

/** Each becomes <outdir>/<path without src>.js. Programs that run as child processes need an entry of their own. */
const programs = [
  'src/server/worker.ts',
  'src/server/registries/gather-worker.ts',
  'src/server/process/watchdog-thread.ts',
];

/** What only some commands need is in files of their own beside it, so that `serve` starts quickly and stays small. */
const commandLine = {
  entryPoints: ['src/server/cli.ts', 'src/server/backup-process.ts'],
  splitting: true,
  chunkNames: 'server/[name]-[hash]',
};
/** The same of what few PDFs need. */
const typstProcess = {
  entryPoints: ['src/server/pdf/typst-process.ts'],
  splitting: true,
  chunkNames: 'server/pdf/[name]-[hash]',
};

/** `plugins` come after ours. */
export async function buildServer(outdir, plugins = []) {
  for (const part of [{ entryPoints: programs }, commandLine, typstProcess])
    await build({ ...options, ...part, outdir, plugins: [esbuildPostgresEdits(), bundledLibraries, ...plugins] });
  await bundleLibraries(outdir);
}
