// Builds into the folder given as argument (setup.mjs renames it to dist when complete).
import { resolve } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { writeRegistries } from './fields.mjs';
import { writePackagesInside } from './packages-inside.mjs';
import { buildServer } from './server-build.mjs';

const [outdir = 'dist'] = process.argv.slice(2);

writeRegistries(resolve(import.meta.dirname, '..'));
const inputs = [...(await buildServer(outdir)), ...(await buildWeb(outdir))];
writePackagesInside(outdir, inputs);
