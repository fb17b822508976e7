// Builds into the folder given as argument (setup.mjs renames it to dist when complete).
import { build } from 'esbuild';
import { buildWeb } from './build-web.mjs';
import { serverBuild } from './server-build.mjs';

const [outdir = 'dist'] = process.argv.slice(2);

await build({ ...serverBuild, outdir });
await buildWeb(outdir);
