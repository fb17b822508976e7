// Builds into the folder given as argument (setup.mjs renames it to dist when complete).
import { build } from 'esbuild';
import { buildWeb } from './build-web.mjs';
import { esbuildPostgresEdits } from './postgres-edits.mjs';

// Each becomes dist/<path without src>.js. Programs that run as child processes need an entry of their own.
const serverEntries = [
  'src/server/cli.ts',
  'src/server/worker.ts',
  'src/server/registries/gather-worker.ts',
  'src/server/pdf/typst-process.ts',
  'src/server/process/watchdog-thread.ts',
];

const [outdir = 'dist'] = process.argv.slice(2);

await build({
  entryPoints: serverEntries,
  outdir,
  outbase: 'src',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  plugins: [esbuildPostgresEdits()],
  sourcemap: true,
  logLevel: 'warning',
});
await buildWeb(outdir);
