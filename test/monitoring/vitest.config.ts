// `npm run test:monitoring`: the files of deploy/monitoring in Prometheus itself (Debian: apt install prometheus).
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/monitoring/*.run.ts'],
    globalSetup: ['test/support/served-folder.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
