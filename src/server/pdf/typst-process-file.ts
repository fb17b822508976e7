// Where the program of a typesetting process is. A build has it in pdf/ beside the server's own files. Tests run from the
// sources, which Node cannot read, so there it is bundled once per version into .cache.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export async function findTypstProcess(): Promise<string> {
  const here = fileURLToPath(import.meta.url);
  if (!here.endsWith('.ts')) return join(dirname(here), 'pdf', 'typst-process.js');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(dirname(here), 'typst-process.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    write: false,
  });
  const program = outputFiles[0]!.contents;
  const version = createHash('sha256').update(program).digest('hex').slice(0, 12);
  const file = resolve(dirname(here), '../../../.cache', `typst-process-${version}.mjs`);
  if (!existsSync(file)) await writeWhole(file, program);
  return file;
}

/** Tests in other processes may be doing the same. */
async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, content);
  await rename(draft, file);
}
