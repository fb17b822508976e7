// The thread that compiles, seen from the first thread of its process. The compiler never gives memory back, so a thread that
// has grown is replaced between two jobs; what V8 has made of the program is the process's and stays.

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { loadTypstProgram } from './typst-compiler.ts';
import type { TypstJob, TypstResult } from './typst-job.ts';

export interface CompilerThread {
  /** One job at a time; others wait. */
  run(job: TypstJob): Promise<TypstResult>;
}

export interface ThreadResult {
  readonly answer: TypstResult;
  readonly sizeBytes: number;
}

const maxSizeBytes = 320 * 2 ** 20;

export async function startCompilerThread(): Promise<CompilerThread> {
  const program = await loadTypstProgram();
  let worker = startWorker(program);
  await worker;
  let last: Promise<unknown> = worker;

  async function runNow(job: TypstJob): Promise<TypstResult> {
    const thread = await worker;
    thread.postMessage(job);
    try {
      const [{ answer, sizeBytes }] = (await once(thread, 'message')) as [ThreadResult];
      if (sizeBytes > maxSizeBytes) replace(thread);
      return answer;
    } catch (error) {
      // A compiler that panicked is in no known state.
      replace(thread);
      return { kind: 'failed', message: `The PDF compiler failed: ${(error as Error).message}` };
    }
  }

  function replace(thread: Worker): void {
    worker = thread.terminate().then(() => startWorker(program));
  }

  return {
    run(job) {
      const answer = last.then(() => runNow(job));
      last = answer;
      return answer;
    },
  };
}

/** Resolves when the compiler is open. */
async function startWorker(program: WebAssembly.Module): Promise<Worker> {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: program });
  await once(worker, 'message');
  return worker;
}
