// How the server is bundled: for dist, and for benchmarks of one changed module.
import { esbuildPostgresEdits } from './postgres-edits.mjs';

export const serverBuild = {
  // Each becomes <outdir>/<path without src>.js. Programs that run as child processes need an entry of their own.
  entryPoints: [
    'src/server/cli.ts',
    'src/server/worker.ts',
    'src/server/registries/gather-worker.ts',
    'src/server/pdf/typst-process.ts',
    'src/server/process/watchdog-thread.ts',
  ],
  outbase: 'src',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  plugins: [esbuildPostgresEdits()],
  sourcemap: true,
  logLevel: 'warning',
};
