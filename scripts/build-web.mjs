// Builds the web apps into <outdir>/web: hashed files under assets/, each with its .br and .gz beside it, and manifest.json,
// which tells the server what a page of each app loads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

// Name in the manifest, and where it starts.
const APPS = { fill: 'src/fill/main.tsx', 'old-links': 'src/fill/old-links.ts' };

export async function buildWeb(outdir) {
  const assets = join(outdir, 'web', 'assets');
  const { metafile } = await build({
    entryPoints: Object.entries(APPS).map(([out, entry]) => ({ in: entry, out })),
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome107', 'firefox104', 'safari16'],
    minify: true,
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const manifest = {};
  for (const [name, entry] of Object.entries(APPS)) manifest[name] = describeApp(metafile.outputs, entry, assets);
  writeFileSync(join(outdir, 'web', 'manifest.json'), JSON.stringify(manifest, null, 2));
  compressAll(assets);
}

/** The script, the styles and the chunks that the script cannot start without. */
function describeApp(outputs, entry, assets) {
  const nameOf = (path) => relative(assets, resolve(path)).replaceAll('\\', '/');
  const [script, output] = Object.entries(outputs).find(([, one]) => one.entryPoint === entry);
  const preloads = new Set();
  const follow = (imports) => {
    for (const { path, kind } of imports) {
      if (kind !== 'import-statement' || preloads.has(path)) continue;
      preloads.add(path);
      follow(outputs[path]?.imports ?? []);
    }
  };
  follow(output.imports);
  return {
    script: nameOf(script),
    style: output.cssBundle === undefined ? null : nameOf(output.cssBundle),
    preloads: [...preloads].map(nameOf),
  };
}

function compressAll(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
