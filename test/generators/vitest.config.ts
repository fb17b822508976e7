// `npm run test:generators`: clients that others' generators make of the OpenAPI document, and @formstead/client as a package. They are
// installed from the registry into a folder of their own.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/generators/*.run.ts'],
    globalSetup: ['test/support/database.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
