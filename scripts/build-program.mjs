// How a program of ours is bundled into one file that Node runs; its packages stay where they are installed (those of the server:
// server-build.mjs).
import { build } from 'esbuild';

/** The path of the bundle. */
export async function buildProgram(entry, outfile) {
  await build({ ...programOptions, entryPoints: [entry], outfile });
  return outfile;
}

export const programOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
};
