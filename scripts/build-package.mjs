// Builds a library of packages/ into its dist: one file of JavaScript with everything inside but its dependencies, and the types that its
// index names. `node scripts/build-package.mjs engine`; npm does it before it packs. Sources are taken from where they are in src/.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { writeLicences } from './packages-inside.mjs';

const root = resolve(import.meta.dirname, '..');

/** `outdir` is dist of the package unless a test wants it elsewhere. */
export async function buildPackage(name, outdir = join(root, 'packages', name, 'dist')) {
  const folder = join(root, 'packages', name);
  const { dependencies = {}, formstead = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'src/index.ts')],
    outfile: join(outdir, 'index.js'),
    bundle: true,
    external: Object.keys(dependencies),
    platform: formstead.platform ?? 'neutral',
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    plugins: [unusedLeftOut],
    metafile: true,
    logLevel: 'warning',
  });
  writeTypes(folder, outdir);
  copyFileSync(join(root, 'LICENSE'), join(outdir, 'LICENSE'));
  writeLicences(
    outdir,
    Object.keys(metafile.inputs).map((path) => join(root, path)),
  );
}

/** Modules of src/ do nothing when they are loaded: one of which nothing is used is left out. */
const unusedLeftOut = {
  name: 'unused-left-out',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      sideEffects: false,
    }));
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** Declarations of every source that is reached from the index, and no others. */
function writeTypes(folder, outdir) {
  const all = join(outdir, '.types');
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const args = ['-p', folder, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', root];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args, '--outDir', all], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types of ${folder} cannot be made:\n${stdout}`);
  const index = join(all, relative(root, folder), 'src/index.d.ts');
  const reached = new Set([index]);
  for (const file of reached) {
    const isWords = file.endsWith('.json.d.ts');
    const text = isWords
      ? wordsType(join(root, relative(all, file).replace(/\.d\.ts$/, '')))
      : readFileSync(file, 'utf8');
    const rewritten = text.replace(/(?<=(?:from |import\()['"])(\.[^'"]*?)(\.ts|(?<=\.json))(?=['"])/g, (_, path) => {
      reached.add(join(dirname(file), `${path}.d.ts`));
      return `${path}.js`;
    });
    const copy = join(outdir, 'types', relative(all, file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, rewritten);
  }
  const path = relative(all, index)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '.js');
  writeFileSync(join(outdir, 'index.d.ts'), `export * from './types/${path}';\n`);
  rmSync(all, { recursive: true, force: true });
}

/** A catalogue of texts, as a module that needs no JSON. */
function wordsType(file) {
  const typeOf = (value) =>
    typeof value === 'object'
      ? `{ ${Object.entries(value)
          .map(([name, inner]) => `readonly ${JSON.stringify(name)}: ${typeOf(inner)}`)
          .join('; ')} }`
      : typeof value;
  return `declare const words: ${typeOf(JSON.parse(readFileSync(file, 'utf8')))};\nexport default words;\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPackage(process.argv[2]);
