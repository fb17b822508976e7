import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { vitePostgresEdits } from './scripts/postgres-edits.mjs';

export default defineConfig({
  plugins: [vitePostgresEdits()],
  test: {
    // Bundled by vite as the build does, with the same edits.
    server: { deps: { inline: ['postgres'] } },
    reporters: ['default'],
    // Two on a small machine as well: much of the time is waiting for the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Generous: a busy machine is slow, and nothing here is about speed.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'core', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'project', include: ['test/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          isolate: false,
          include: ['test/api/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/support/database.ts'],
        },
      },
      // What they measure is processor time: one file at a time, and with as little of the garbage collector's as can be.
      {
        extends: true,
        test: {
          name: 'limits',
          include: ['test/limits/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          execArgv: ['--expose-gc', '--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
        },
      },
      // Tests that start whole processes take the machine's ports and cores: one file at a time.
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // A browser is several processes by itself.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          globalSetup: ['test/support/database.ts'],
        },
      },
    ],
  },
});
