// Builds the web apps into <outdir>/web: hashed files under assets/, each with its .br and .gz beside it, and manifest.json,
// which tells the server what a page of each app loads.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minifySync } from 'rolldown/utils';
import { fetchedFiles, listLanguages } from './words.mjs';

// What the README names: fillers' browsers may be years old, and `light-dark()` in the management app is of 2024.
const fillers = ['chrome107', 'firefox104', 'safari16'];
const owners = ['chrome123', 'firefox120', 'safari17.5'];

// Name in the manifest, where it starts, and its styles.
const apps = {
  fill: ['src/fill/main.tsx', 'src/fill/fill.css'],
  // Styles alone: of rich fields; of forms in steps and of what few pages offer.
  'fill-rich': [undefined, 'src/form-view/rich-fields.css'],
  'fill-more': [undefined, 'src/fill/steps/steps.css'],
  'old-links': ['src/fill/old-links.ts'],
  embed: ['src/fill/embed.ts'],
  'service-worker': ['src/fill/service-worker.ts'],
  admin: ['src/admin/main.tsx', 'src/admin/admin.css'],
  // Forms look there as fillers see them.
  'form-frame': ['src/admin/form-frame/main.tsx', 'src/admin/form-frame/form-frame.css'],
  preview: ['src/fill/preview/main.tsx', 'src/fill/preview/preview.css'],
};

/** Returns the paths of everything that is inside. */
export async function buildWeb(outdir) {
  const assets = join(outdir, 'web', 'assets');
  const manifest = {};
  const inputs = [];
  for (const [name, [entry, style]] of Object.entries(apps)) {
    const { metafile } = await build({
      entryPoints: [entry, style].flatMap((file) => (file === undefined ? [] : [{ in: file, out: name }])),
      outdir: assets,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      target: name === 'admin' ? owners : fillers,
      minify: true,
      charset: 'utf8',
      metafile: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [
        stylesAsText,
        workersAsAddress(assets, inputs),
        ...(entry ? [keepTogether(resolve(entry))] : []),
        ...(name === 'fill' ? [withoutTextsOfOthers] : []),
      ],
      logLevel: 'warning',
    });
    inputs.push(...Object.keys(metafile.inputs));
    manifest[name] = describeApp(metafile, { entry, style }, assets);
  }
  const words = writeWords(assets);
  for (const name of ['admin', 'fill', 'form-frame', 'preview']) manifest[name].words = words;
  writeFileSync(join(outdir, 'web', 'manifest.json'), JSON.stringify(manifest, null, 2));
  shortenHashes(assets, join(outdir, 'web', 'manifest.json'));
  shortenNames(assets);
  compileAhead(assets, join(outdir, 'web', 'manifest.json'));
  compressAll(assets, join(outdir, 'web', 'manifest.json'));
  return inputs;
}

/**
 * The texts of pages: a file for each language and area, `words-<hash of them all>-<language>-<area>.json`. Returns what their names
 * begin with.
 */
function writeWords(assets) {
  const files = listLanguages('src/words').flatMap((language) =>
    Object.entries(fetchedFiles('src/words', language)).map(([area, words]) => ({
      name: `${language}-${area}.json`,
      text: JSON.stringify(words),
    })),
  );
  const start = `words-${createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8)}`;
  for (const { name, text } of files) writeFileSync(join(assets, `${start}-${name}`), text);
  return start;
}

/** `import css from './form.css?inline'`: styles as a text, for a shadow root. */
const stylesAsText = {
  name: 'styles-as-text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace('?inline', '')),
      namespace: 'styles-as-text',
    }));
    onLoad({ filter: /.*/, namespace: 'styles-as-text' }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        write: false,
        target: owners,
        charset: 'utf8',
        logLevel: 'warning',
      });
      return { contents: outputFiles[0].text, loader: 'text' };
    });
  },
};

/** `import address from './import-worker.ts?worker'`: a script of its own for a worker, and its address. */
function workersAsAddress(assets, inputs) {
  return {
    name: 'workers-as-address',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\?worker$/ }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path.replace('?worker', '')),
        namespace: 'worker',
      }));
      onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path }) => {
        const { metafile } = await build({
          entryPoints: [path],
          outdir: assets,
          entryNames: '[name]-[hash]',
          bundle: true,
          format: 'iife',
          minify: true,
          target: owners,
          charset: 'utf8',
          metafile: true,
          logLevel: 'warning',
        });
        inputs.push(...Object.keys(metafile.inputs));
        return { contents: `/assets/${basename(Object.keys(metafile.outputs)[0])}`, loader: 'text' };
      });
    },
  };
}

/** Nothing compresses a hash, and an app names many files: six signs of esbuild's eight, a thousand million hashes, are enough. */
function shortenHashes(folder, manifest) {
  const names = readdirSync(folder).map((name) => [name, name.replace(/-([A-Z0-9]{6})[A-Z0-9]{2}\./, '-$1.')]);
  if (new Set(names.map(([, short]) => short)).size < names.length) throw new Error('Two files would have one name.');
  for (const [name, short] of names) renameSync(join(folder, name), join(folder, short));
  const texts = names.map(([, short]) => join(folder, short)).filter((file) => /\.(js|css)$/.test(file));
  for (const file of [...texts, manifest]) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      names.reduce((all, [name, short]) => all.replaceAll(name, short), text),
    );
  }
}

/** esbuild's short names compress worse than those of another minifier: 3% of the whole (measured), for a second pass. */
function shortenNames(folder) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    const file = join(folder, name);
    const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), { module: true, mangle: { toplevel: true } });
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
    writeFileSync(file, code);
  }
}

/**
 * Tells the browser (Chromium since 136) to compile the fill app while it arrives, beside the page's own thread, rather than each
 * function there when it is called first: a fifth of all the script's time until a form is shown.
 */
function compileAhead(folder, manifest) {
  const { script, parts } = JSON.parse(readFileSync(manifest, 'utf8')).fill;
  for (const name of [script, ...parts['src/form-view/still-fields.tsx']]) {
    const file = join(folder, name);
    writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`);
  }
}

/**
 * Parts that are loaded later may rely on all that the app has already loaded. esbuild does not know that: it would cut the
 * app into a piece for every set of parts that share something, and many small pieces compress badly (by a fifth, measured).
 */
function keepTogether(entry) {
  return {
    name: 'keep-together',
    setup(build) {
      build.onResolve({ filter: /^\./ }, async ({ path, kind, ...from }) => {
        if (kind !== 'dynamic-import') return undefined;
        const { path: found, errors } = await build.resolve(path, { ...from, kind: 'import-statement' });
        return { path: found, errors, pluginData: { isPart: true } };
      });
      build.onLoad({ filter: /\.tsx?$/ }, ({ path, pluginData }) => {
        if (!pluginData?.isPart) return undefined;
        const contents = `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(entry)};`;
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/**
 * What the fill page never says. It gets definitions that were checked when they were stored: should one be broken all the
 * same, it logs where, not why. And values become texts only in exports.
 */
const withoutTextsOfOthers = {
  name: 'without-texts-of-others',
  setup(build) {
    build.onLoad({ filter: /src\/(?:core|fields)\/.*\.ts$/ }, ({ path, pluginData }) => {
      if (pluginData?.isPart) return undefined;
      const contents = readFileSync(path, 'utf8')
        .replace(/'(?:must|is|contains|needs|Expected) [^'\n]*'|`(?:must|contains|Expected) [^`\n]*`/g, "''")
        .replace(/`"\$\{labelOf\(path\).*`/, "path.join('.')")
        .replace(/(#name|fail)\('[^'\n]*'\)/g, '$1()')
        .replace(/^ +override readonly name = '.*';$/gm, '')
        .replace(/\bsuper\(`[^`\n]*`\)/g, 'super()')
        .replace(/^ +toText: (?:.*,\n|.*=>\n(?: {6}.*\n)+)|, toText: String(?= })/gm, '');
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * The script, the styles, the chunks that the script cannot start without, and the files of each part that is loaded later,
 * by its source, or by the folder of a question with more to it than its type: a page that will need one can ask for it early.
 */
function describeApp({ inputs, outputs }, { entry, style }, assets) {
  const nameOf = (path) => relative(assets, resolve(path)).replaceAll('\\', '/');
  const findOutput = (source) => Object.keys(outputs).find((path) => source && outputs[path].entryPoint === source);
  /** An output and all that it imports before it runs. */
  const withNeeds = (path, found = new Set([path])) => {
    for (const { path: needed, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(needed)) continue;
      found.add(needed);
      withNeeds(needed, found);
    }
    return [...found];
  };
  const sheet = findOutput(style);
  const start = entry === undefined ? [] : withNeeds(findOutput(entry));
  // With parts that import the app, esbuild leaves nothing in the script but the import of its one chunk: a request for nothing.
  const [script, ...preloads] = start.length === 2 && isEmpty(outputs[start[0]]) ? [start[1]] : start;
  const parts = Object.entries(outputs).filter(
    ([path, { entryPoint }]) => entryPoint && path !== sheet && !start.includes(path),
  );
  const filesOf = Object.fromEntries(
    parts.map(([path, { entryPoint }]) => [
      entryPoint,
      withNeeds(path)
        .filter((needed) => !start.includes(needed))
        .map(nameOf),
    ]),
  );
  const presets = Object.keys(inputs).flatMap((source) => {
    const folder = /^src\/fields\/([^/]+)\/view\/preset\.ts$/.exec(source)?.[1];
    const loaded = inputs[source].imports.filter(({ kind }) => kind === 'dynamic-import');
    return folder && loaded.length > 0
      ? [[folder, [...new Set(loaded.flatMap(({ path }) => filesOf[path] ?? []))]]]
      : [];
  });
  return {
    script: script === undefined ? null : nameOf(script),
    style: sheet === undefined ? null : nameOf(sheet),
    preloads: preloads.map(nameOf),
    parts: filesOf,
    presets: Object.fromEntries(presets),
  };
}

function isEmpty({ inputs }) {
  return Object.values(inputs).every(({ bytesInOutput }) => bytesInOutput === 0);
}

/** Where zlib cuts its blocks follows from its memory, and less is sometimes better. */
function smallestGzip(bytes) {
  const tries = [6, 7, 8, 9].map((memLevel) => gzipSync(bytes, { level: 9, memLevel }));
  return tries.reduce((best, one) => (one.length < best.length ? one : best));
}

/** How distances are written matters little, and differently for each file. */
function smallestBrotli(bytes, ways) {
  const tries = ways.map(([postfix, direct]) => {
    const params = { [constants.BROTLI_PARAM_NPOSTFIX]: postfix, [constants.BROTLI_PARAM_NDIRECT]: direct };
    return brotliCompressSync(bytes, { params: { ...params, [constants.BROTLI_PARAM_QUALITY]: 11 } });
  });
  return tries.reduce((best, one) => (one.length < best.length ? one : best));
}

const usualWay = [[0, 0]];
const someWays = [...usualWay, [0, 4], [1, 16], [2, 0], [3, 0]];

/** What fillers load is worth the time. */
function compressAll(folder, manifest) {
  const { fill } = JSON.parse(readFileSync(manifest, 'utf8'));
  const loadedByFillers = JSON.stringify(fill);
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, smallestGzip(bytes));
    writeFileSync(`${file}.br`, smallestBrotli(bytes, loadedByFillers.includes(name) ? someWays : usualWay));
  }
}
