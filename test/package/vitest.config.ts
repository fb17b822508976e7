// `npm run test:package`: what `npm pack` makes, installed from the registry's packages on Node.js 20, 22 and 24. Node.js itself comes from
// the registry too, into .cache/nodes. PACKED=folder tries archives that are packed already.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/package/*.run.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
