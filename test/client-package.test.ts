// packages/client: its types are of the current document, and it stays small.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { clientDocument } from '../src/server/program/client-document.ts';

const folder = resolve(import.meta.dirname, '../packages/client');

test('[conventions.document.client-types] the types of the client are those of the document (npm run client:types)', () => {
  const [, fingerprint] = /Document: (\w+)/.exec(readFileSync(`${folder}/src/schema.ts`, 'utf8')) ?? [];
  expect(fingerprint).toBe(clientDocument().fingerprint);
});

test('[conventions.client] with its one dependency it is under 8 kB', async () => {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/src/index.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(8_000);
  const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { dependencies: object };
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
});
