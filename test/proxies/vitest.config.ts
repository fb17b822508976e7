// `npm run test:proxies`: the service behind the proxies of deploy/, as Debian has them. Long runs beside `npm test`.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/proxies/*.run.ts'],
    globalSetup: ['test/support/served-folder.ts'],
    fileParallelism: false,
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
