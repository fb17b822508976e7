// `npm run test:backup`: moves between PostgreSQL versions, kills, a full disk. Long runs beside `npm test`.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from '../../scripts/postgres-edits.mjs';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vitePostgresEdits()],
  test: {
    include: ['test/backup/*.run.ts'],
    server: { deps: { inline: ['postgres'] } },
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
