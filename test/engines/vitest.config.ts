// `npm run test:engines`: the main journeys of fillers in Firefox and WebKit.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from '../../scripts/postgres-edits.mjs';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vitePostgresEdits()],
  test: {
    include: ['test/engines/*.run.ts'],
    server: { deps: { inline: ['postgres'] } },
    globalSetup: ['test/support/database.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
