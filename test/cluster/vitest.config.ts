// `npm run test:cluster`: long runs beside `npm test`.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from '../../scripts/postgres-edits.mjs';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vitePostgresEdits()],
  test: {
    include: ['test/cluster/*.run.ts'],
    server: { deps: { inline: ['postgres'] } },
    fileParallelism: false,
    testTimeout: 2 * 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
