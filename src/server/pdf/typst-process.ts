// The program of a typesetting process. Its first thread talks to the parent and watches over memory and time; a second one
// compiles, and can be anywhere in a layout without the first one noticing.

import { isMainThread } from 'node:worker_threads';
import { startCompilerThread } from './compiler-thread.ts';
import { serveCompilerThread } from './serve-compiler-thread.ts';
import type { TypstJob, TypstResult } from './typst-job.ts';
import { warmUpJobs } from './warm-up.ts';

const lookEveryMs = 50;
const idleMs = 150;

const [, , maxMemoryMb, maxRenderMs, warmsUp] = process.argv;
if (isMainThread) await serveParent(Number(maxMemoryMb), Number(maxRenderMs), warmsUp !== 'false');
else await serveCompilerThread();

async function serveParent(maxMemoryMb: number, maxRenderMs: number, warmsUp: boolean): Promise<void> {
  // Ctrl-C and a supervisor's stop reach the whole process group; a PDF in progress is still wanted then.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', end);
  let job: Start | undefined;
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryMb * 2 ** 20) end();
    if (job !== undefined && hasTaken(job, maxRenderMs))
      process.send?.({ kind: 'too long' } satisfies TypstResult, end);
  }, lookEveryMs);
  looking.unref();

  const thread = await startCompilerThread();
  const warmUps = warmUpJobs();
  let pastime: NodeJS.Timeout | undefined;

  /** With nothing to do, the process gets faster by itself; one document at a time, so that a job never waits for long. */
  function rest(): void {
    if (!warmsUp) return;
    pastime = setTimeout(async () => {
      const job = warmUps.next().value;
      if (job === undefined) return;
      await thread.run(job);
      rest();
    }, idleMs);
  }

  process.on('message', async (wanted: TypstJob) => {
    clearTimeout(pastime);
    job = { clock: performance.now(), processor: process.cpuUsage() };
    const result = await thread.run(wanted);
    job = undefined;
    answer(result);
    clearTimeout(pastime);
    rest();
  });
  answer({ kind: 'ready' });
  rest();
}

interface Start {
  readonly clock: number;
  readonly processor: NodeJS.CpuUsage;
}

/** By the clock and by the processor: the process has more threads than the one that compiles. */
function hasTaken({ clock, processor }: Start, ms: number): boolean {
  if (performance.now() - clock < ms) return false;
  const { user, system } = process.cpuUsage(processor);
  return (user + system) / 1_000 >= ms;
}

/** Without waiting for a thread that may be in the middle of a layout. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function answer(message: TypstResult): void {
  process.send?.(message);
}
