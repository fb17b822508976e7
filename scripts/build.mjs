// Builds into the folder given as argument (setup.mjs renames it to dist when complete).
import { resolve } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { writeRegistries } from './fields.mjs';
import { buildServer } from './server-build.mjs';

const [outdir = 'dist'] = process.argv.slice(2);

writeRegistries(resolve(import.meta.dirname, '..'));
await buildServer(outdir);
await buildWeb(outdir);
