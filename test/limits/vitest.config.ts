// `npm run test:fuzz`: a long run beside `npm test`.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/limits/*.run.ts'],
    testTimeout: 6 * 3_600_000,
    hookTimeout: 600_000,
  },
});
