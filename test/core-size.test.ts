// Is what the fill page needs of the core still small? Minified and gzipped, all of it with expressions and without the
// pattern engine, which is loaded only for forms that have patterns.

import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const maxBytes = 25_000;

const entry = `
  export { compileForm } from './src/core/plan/form-plan.ts';
  export { validateEntry } from './src/core/validation/validate-entry.ts';
  export { runRemoteChecks } from './src/core/validation/remote.ts';
  export { inspectEntry } from './src/core/plan/inspect-entry.ts';
  export { modelScope } from './src/core/plan/model-scope.ts';
  export { listOptions } from './src/core/plan/options.ts';
  export { decodeSignature } from './src/fields/sign/decode-signature.ts';
  export { compileExpression } from './src/core/expression/compile.ts';
  export { compileTemplate } from './src/core/text/template.ts';
`;

test(`[house] core: what the fill page needs of the core is under ${maxBytes} bytes gzipped`, async () => {
  const result = await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  expect(Object.keys(result.metafile.inputs).filter((path) => path.includes('node_modules'))).toEqual([]);
  const bytes = gzipSync(result.outputFiles[0]!.contents, { level: 9 }).length;
  expect(bytes).toBeLessThan(maxBytes);
});
