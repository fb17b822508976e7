// What the compiling thread does: one job after the other, each answered with a PDF or with what is wrong.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ThreadResult } from './compiler-thread.ts';
import { declareConformance } from './declare-conformance.ts';
import { openTypstCompiler, type TypstCompiler } from './typst-compiler.ts';
import type { JoinJob, TypesetJob, TypstJob, TypstResult } from './typst-job.ts';

export async function serveCompilerThread(): Promise<void> {
  const port = parentPort as MessagePort;
  const compiler = await openTypstCompiler(workerData as WebAssembly.Module);
  port.on('message', async (job: TypstJob) => {
    const answer = job.kind === 'join' ? await join(job) : typeset(compiler, job);
    port.postMessage({ answer, sizeBytes: compiler.sizeBytes() } satisfies ThreadResult);
  });
  port.postMessage('ready');
}

function typeset(compiler: TypstCompiler, job: TypesetJob): TypstResult {
  const compiled = compiler.compile(job);
  if ('problems' in compiled) return { kind: 'problems', problems: compiled.problems };
  return { kind: 'pdf', pdf: declareConformance(compiled.pdf, job.conformance) };
}

async function join(job: JoinJob): Promise<TypstResult> {
  // Only here: the library that it uses takes as long to load as all the rest, and few jobs are of this kind.
  const { joinPdfs } = await import('./join-pdfs.ts');
  try {
    return { kind: 'pdf', pdf: await joinPdfs(job.pdfs, job) };
  } catch (error) {
    // Any PDF may come from a remote layout, broken in ways nobody thought of.
    return { kind: 'refused', message: (error as Error).message };
  }
}
