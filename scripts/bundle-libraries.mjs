// Libraries that few requests need: each becomes one file of our own, loaded when it is needed.
import { join } from 'node:path';
import { build } from 'esbuild';

/** By the name they are imported with. */
const files = {
  '@modelcontextprotocol/server': 'mcp-server',
  '@modelcontextprotocol/server/stdio': 'mcp-stdio',
  diff: 'diff',
  '@simplewebauthn/server': 'webauthn',
  '@simplewebauthn/server/helpers': 'webauthn-helpers',
  'openapi-fetch': 'openapi-fetch',
  'openid-client': 'openid-client',
  unpdf: 'unpdf',
  yaml: 'yaml',
};

/** What is imported by name must be a module: of some libraries that is the file for browsers. */
const sources = { yaml: './node_modules/yaml/browser/index.js' };

/** Libraries written for `require` find node's own modules by it. */
const banner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** Gives the paths of what is in them. */
export async function bundleLibraries(outdir) {
  const { metafile } = await build({
    entryPoints: Object.entries(files).map(([name, file]) => ({ in: sources[name] ?? name, out: file })),
    outdir: join(outdir, 'server', 'libraries'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: banner },
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/**
 * For the builds of the server: these imports lead to the files above, from the folder of what imports them. Of files with `require`,
 * which loads no modules, only those that wait.
 */
export function bundledLibraries(folder, format = 'esm') {
  return {
    name: 'bundled-libraries',
    setup({ onResolve }) {
      onResolve({ filter: /^[@\w]/ }, ({ path, kind }) =>
        Object.hasOwn(files, path) && (format === 'esm' || kind === 'dynamic-import')
          ? { path: `${folder}/${files[path]}.js`, external: true }
          : undefined,
      );
    },
  };
}
