// `npm run test:registries`: copies of the public registries, whole. They are not part of this repository: REGISTRY_COPIES names the
// folder that has them (copies.ts says which).
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/registries/**/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
