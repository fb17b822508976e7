// `npm run test:cluster`: long runs beside `npm test`.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/cluster/*.run.ts'],
    fileParallelism: false,
    testTimeout: 2 * 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
