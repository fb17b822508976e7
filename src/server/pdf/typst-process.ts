// The program of a typesetting process. Its first thread talks to the parent and watches over the memory; a second one compiles,
// and can be anywhere in a layout without the first one noticing. The parent kills the process when a job takes too long.

import { isMainThread } from 'node:worker_threads';
import { startCompilerThread } from './compiler-thread.ts';
import { serveCompilerThread } from './serve-compiler-thread.ts';
import type { TypstAnswer, TypstJob } from './typst-job.ts';
import { warmUpJobs } from './warm-up.ts';

const LOOK_EVERY_MS = 50;
const IDLE_MS = 150;

if (isMainThread) await serveParent(Number(process.argv[2]));
else await serveCompilerThread();

async function serveParent(maxMemoryMb: number): Promise<void> {
  // Ctrl-C and a supervisor's stop reach the whole process group; a PDF under way is still wanted then.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  // Without a parent, and without the time that a thread in the middle of a layout might take to end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryMb * 2 ** 20) process.kill(process.pid, 'SIGKILL');
  }, LOOK_EVERY_MS);
  looking.unref();

  const thread = await startCompilerThread();
  const pastimes = warmUpJobs();
  let pastime: NodeJS.Timeout | undefined;

  /** With nothing to do, the process gets faster by itself; one document at a time, so that a job never waits for long. */
  function rest(): void {
    pastime = setTimeout(async () => {
      const job = pastimes.next().value;
      if (job === undefined) return;
      await thread.run(job);
      rest();
    }, IDLE_MS);
  }

  process.on('message', async (job: TypstJob) => {
    clearTimeout(pastime);
    answer(await thread.run(job));
    clearTimeout(pastime);
    rest();
  });
  answer({ kind: 'ready' });
  rest();
}

function answer(message: TypstAnswer): void {
  process.send?.(message);
}
