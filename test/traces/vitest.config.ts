// `npm run test:traces`: OpenTelemetry as docs/operations.md sets it up. Its packages are installed from the registry into a folder of
// their own.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from '../../scripts/postgres-edits.mjs';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [vitePostgresEdits()],
  test: {
    include: ['test/traces/*.run.ts'],
    globalSetup: ['test/support/served-folder.ts'],
    server: { deps: { inline: ['postgres'] } },
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
