// The program of a typesetting process: takes one job after the other from its parent and ends with it. The parent kills it
// when a job takes too long; the watchdog, when it takes too much memory.

import { declareConformance } from './declare-conformance.ts';
import { joinPdfs } from './join-pdfs.ts';
import { openTypstCompiler, type TypstCompiler } from './typst-compiler.ts';
import type { JoinJob, TypstAnswer, TypstJob } from './typst-job.ts';
import { warmUpJobs } from './warm-up.ts';
import { startWatchdog } from './watchdog.ts';

const IDLE_MS = 150;

// Ctrl-C and a supervisor's stop reach the whole process group; a PDF under way is still wanted then.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
startWatchdog({ maxMemoryMb: Number(process.argv[2]) });

const compiler = await openTypstCompiler();
const pastimes = warmUpJobs();
let pastime: NodeJS.Timeout | undefined;

answer({ kind: 'ready' });
rest();
process.on('message', async (job: TypstJob) => {
  clearTimeout(pastime);
  try {
    answer(await work(compiler, job));
    rest();
  } catch (error) {
    // A compiler that panicked is in no known state; the parent starts another process.
    answer({ kind: 'failed', message: String(error) });
    process.exitCode = 1;
    process.disconnect();
  }
});

/** With nothing to do, the process gets faster by itself; one document at a time, so that a job never waits for long. */
function rest(): void {
  pastime = setTimeout(() => {
    const job = pastimes.next().value;
    if (job === undefined) return;
    compiler.compile(job);
    rest();
  }, IDLE_MS);
}

async function work(compiler: TypstCompiler, job: TypstJob): Promise<TypstAnswer> {
  if (job.kind === 'join') return join(job);
  const compiled = compiler.compile(job);
  if ('problems' in compiled) return { kind: 'problems', problems: compiled.problems };
  return done(declareConformance(compiled.pdf, job.conformance));
}

async function join(job: JoinJob): Promise<TypstAnswer> {
  try {
    return done(await joinPdfs(job.pdfs, job));
  } catch (error) {
    // Any PDF may come from a remote layout, broken in ways nobody thought of.
    return { kind: 'refused', message: (error as Error).message };
  }
}

function done(pdf: Uint8Array): TypstAnswer {
  return { kind: 'pdf', pdf, rssBytes: process.memoryUsage.rss() };
}

function answer(message: TypstAnswer): void {
  process.send?.(message);
}
