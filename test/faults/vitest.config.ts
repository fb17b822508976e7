// `npm run test:faults`, `test:kills`, `test:pgbouncer`, `test:rude`: long runs beside `npm test`.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from '../../scripts/postgres-edits.mjs';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vitePostgresEdits()],
  test: {
    include: ['test/faults/*.run.ts'],
    server: { deps: { inline: ['postgres'] } },
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
