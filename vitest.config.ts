import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const maxWorkers = Math.max(2, availableParallelism() - 1);
const maxBrowsers = 2;
const seed = 'test/support/seed.ts';
/** Every response that the test service sends is as the OpenAPI document says. */
const setupFiles = ['test/support/each-test.ts', seed];
const pdfTests = 'src/server/pdf/**/*.test.ts';

export default defineConfig({
  test: {
    // Bundled by vite as the build does, with the same edits.
    reporters: ['default'],
    // A failure says what was there, also where only its first line is read.
    chaiConfig: { truncateThreshold: 2_000 },
    // Two on a small machine as well: much of the time is waiting for the database.
    maxWorkers,
    // Generous: a busy machine is slow, and nothing here is about speed.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      // Modules are loaded once per worker, not once per file: they hold no state.
      {
        extends: true,
        test: {
          name: 'core',
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: [pdfTests],
          setupFiles: [seed, 'test/support/put-words.mjs'],
        },
      },
      { extends: true, test: { name: 'project', isolate: false, include: ['test/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          isolate: false,
          include: ['test/api/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/support/database.ts'],
          setupFiles,
        },
      },
      // Typesetting processes take a core and hundreds of megabytes each: one file at a time.
      {
        extends: true,
        test: { name: 'pdf', isolate: false, include: [pdfTests], fileParallelism: false, testTimeout: 300_000 },
      },
      // What they measure is processor time: one file at a time, and with as little of the garbage collector's as can be.
      {
        extends: true,
        test: {
          name: 'limits',
          include: ['test/limits/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          execArgv: ['--expose-gc', '--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
        },
      },
      // Tests that start whole processes mostly wait for them.
      {
        extends: true,
        test: {
          name: 'process',
          isolate: false,
          include: ['test/process/**/*.test.ts'],
          globalSetup: ['test/support/served-folder.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false,
          include: ['test/browser/**/*.test.ts'],
          // A browser is several processes by itself.
          maxWorkers: maxBrowsers,
          // Beside the others where there are as many workers; vitest wants it so.
          sequence: { groupOrder: maxWorkers === maxBrowsers ? 0 : 1 },
          testTimeout: 300_000,
          globalSetup: ['test/support/database.ts'],
          setupFiles,
        },
      },
    ],
  },
});
