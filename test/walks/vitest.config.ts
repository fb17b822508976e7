// `npm run test:walks`: random journeys of fillers in every engine that is installed.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/walks/*.run.ts'],
    globalSetup: ['test/support/database.ts'],
    fileParallelism: false,
    testTimeout: 36_000_000,
    hookTimeout: 36_000_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
