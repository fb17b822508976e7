// Where the program of a typesetting process is. A build has it in pdf/ beside the server's own files. Tests run from the
// sources, which Node cannot read, so there it is bundled once per version into .cache.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export async function findTypstProcess(): Promise<string> {
  const here = fileURLToPath(import.meta.url);
  if (!here.endsWith('.ts')) return join(dirname(here), 'pdf', 'typst-process.js');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(dirname(here), 'typst-process.ts')],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outdir: '.',
    write: false,
  });
  const hash = createHash('sha256');
  for (const { path, contents } of outputFiles) hash.update(basename(path)).update(contents);
  const folder = resolve(dirname(here), '../../../.cache', `typst-process-${hash.digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) await writeWhole(folder, outputFiles);
  return join(folder, 'typst-process.js');
}

/** Other tests may be doing the same. */
async function writeWhole(
  folder: string,
  files: readonly { readonly path: string; readonly contents: Uint8Array }[],
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  for (const { path, contents } of files) await writeFile(join(draft, basename(path)), contents);
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!existsSync(folder)) throw error; // Otherwise another was first.
  }
}
