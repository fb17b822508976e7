// Ends a typesetting process from a thread of its own, because its main thread cannot be reached while it compiles: when the
// process holds too much memory, and when the parent is gone, so that a layout that never ends does not run on for ever.

import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 50;

export function startWatchdog({ maxMemoryMb }: { maxMemoryMb: number }): void {
  const worker = new Worker(program, {
    eval: true,
    workerData: { maxRssBytes: maxMemoryMb * 2 ** 20, parentPid: process.ppid, everyMs: LOOK_EVERY_MS },
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  worker.unref();
}

const program = `
  const { maxRssBytes, parentPid, everyMs } = require('node:worker_threads').workerData;
  setInterval(() => {
    if (process.memoryUsage.rss() > maxRssBytes || process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  }, everyMs);
`;
