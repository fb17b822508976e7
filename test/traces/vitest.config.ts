// `npm run test:traces`: OpenTelemetry as docs/operations.md sets it up. Its packages are installed from the registry into a folder of
// their own.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/traces/*.run.ts'],
    globalSetup: ['test/support/served-folder.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
