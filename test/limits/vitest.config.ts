// `npm run test:fuzz`: a long run beside `npm test`.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from '../../scripts/postgres-edits.mjs';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vitePostgresEdits()],
  test: {
    include: ['test/limits/*.run.ts'],
    server: { deps: { inline: ['postgres'] } },
    testTimeout: 6 * 3_600_000,
    hookTimeout: 600_000,
  },
});
