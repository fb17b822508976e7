// `npm run test:walks`: random journeys of fillers in every engine that is installed.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from '../../scripts/postgres-edits.mjs';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vitePostgresEdits()],
  test: {
    include: ['test/walks/*.run.ts'],
    server: { deps: { inline: ['postgres'] } },
    globalSetup: ['test/support/database.ts'],
    fileParallelism: false,
    testTimeout: 36_000_000,
    hookTimeout: 36_000_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
