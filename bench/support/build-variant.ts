// The server built with one module changed, to see what that module is worth. The web apps are those of the ordinary build.
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PluginBuild } from 'esbuild';

export interface Variant {
  /** Names the folder. */
  readonly name: string;
  /** From the repo's root. */
  readonly module: string;
  readonly change: (source: string) => string;
}

const root = process.cwd();

/** The folder that stands in for dist. */
export async function buildVariant({ name, module, change }: Variant): Promise<string> {
  const { buildServer } = await import(join(root, 'scripts/server-build.mjs'));
  const folder = join(root, '.cache/bench', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const path = resolve(root, module);
  let isChanged = false;
  const variant = {
    name: 'variant',
    setup: ({ onLoad }: PluginBuild) => {
      onLoad({ filter: /\.ts$/ }, (file) => {
        if (file.path !== path) return undefined;
        const source = readFileSync(path, 'utf8');
        const contents = change(source);
        isChanged ||= contents !== source;
        return { contents, loader: 'ts' };
      });
    },
  };
  await buildServer(folder, [variant]);
  if (!isChanged) throw new Error(`${module} is not as this benchmark knows it.`);
  symlinkSync(join(root, 'dist/web'), join(folder, 'web'));
  return folder;
}
