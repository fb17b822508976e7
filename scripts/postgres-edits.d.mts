import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vite';

export interface Edit {
  readonly why: string;
  readonly from: string;
  readonly to: string;
}
export const edits: Readonly<Record<string, readonly Edit[]>>;
export function editSource(name: string, text: string): string;
export function esbuildPostgresEdits(): EsbuildPlugin;
export function vitePostgresEdits(): VitePlugin;
