// One typesetting process seen from its parent: started, given one job at a time, and killed when a job takes too long.
// [after-actions.pdfs.limits]

import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { outsideRequests } from '../base/request-scope.ts';
import { layoutError, PdfError } from './pdf-error.ts';
import type { TypstJob, TypstResult } from './typst-job.ts';

export interface TypstChild {
  readonly pid: number | undefined;
  /** Rejects when the process ends before it is ready. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  run(job: TypstJob): Promise<Buffer>;
  kill(): void;
}

export interface ChildLimits {
  /** Of a job, in milliseconds of processor time: on a busy machine everything takes long, and no layout is to blame. */
  readonly maxRenderMs: number;
  readonly maxMemoryMb: number;
  /** A process that gets no processor time at all is given up after so many times its limit. */
  readonly patience?: number;
  /** Whether it typesets documents of its own while it has nothing to do, see warm-up.ts: yes unless told. */
  readonly warmsUp?: boolean;
}

const maxStartMs = 120_000;
const usualPatience = 5;
/** Submits come first; a PDF still gets a third of what they get. */
const priority = 5;
const maxStderrTail = 2_000;

export function startTypstChild(file: string, options: ChildLimits): TypstChild {
  const { maxRenderMs, maxMemoryMb, patience = usualPatience, warmsUp = true } = options;
  // No environment: the process has no use for the service's secrets.
  const child = outsideRequests(() =>
    fork(file, [String(maxMemoryMb), String(maxRenderMs), String(warmsUp)], {
      execArgv: [],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    }),
  );
  letOthersFirst(child);
  let hasTimedOut = false;
  let isUnwanted = false;
  let stderrTail = '';
  child.stderr?.on('data', (words: Buffer) => {
    stderrTail = (stderrTail + words.toString()).slice(-maxStderrTail);
  });
  let waiting: ((answer: TypstResult | PdfError) => void) | undefined;

  function settle(answer: TypstResult | PdfError): void {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(answer);
  }

  async function next(limitMs: number, send: () => void): Promise<TypstResult> {
    const timer = setTimeout(() => {
      hasTimedOut = true;
      child.kill('SIGKILL');
    }, limitMs);
    try {
      const answer = await new Promise<TypstResult | PdfError>((resolve) => {
        waiting = resolve;
        send();
      });
      if (answer instanceof PdfError) throw answer;
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  const limits = { maxRenderMs, maxMemoryMb };
  child.on('message', (answer) => settle(answer as TypstResult));
  child.on('error', (error) => settle(new PdfError('process', `The PDF process failed: ${error.message}`)));
  const ended = new Promise<void>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      if (isUnwanted) settle(new PdfError('process', 'The PDF process was stopped.'));
      settle(hasTimedOut ? busyError() : endError(limits, signal ?? `exit code ${code}`, stderrTail));
      resolve();
    };
    child.on('close', end);
    child.on('error', () => child.pid === undefined && end(null, null));
  });
  const ready = next(maxStartMs, () => {}).then((answer) => {
    if (answer.kind !== 'ready') throw new PdfError('process', 'The PDF process did not start.');
  });
  // Whoever waits for it sees the failure; nobody may be waiting.
  ready.catch(() => {});

  return {
    pid: child.pid,
    ready,
    ended,
    async run(job) {
      const answer = await next(patience * maxRenderMs, () => send(child, job, settle));
      if (answer.kind === 'pdf') return asBuffer(answer.pdf);
      if (answer.kind === 'problems') throw layoutError(answer.problems);
      if (answer.kind === 'too long') throw timeError(limits);
      if (answer.kind === 'refused') throw new PdfError('input', answer.message);
      throw new PdfError('process', answer.kind === 'failed' ? answer.message : 'The PDF process gave no answer.');
    },
    kill() {
      isUnwanted = true;
      child.kill('SIGKILL');
    },
  };
}

function send(child: ChildProcess, job: TypstJob, settle: (answer: PdfError) => void): void {
  child.send(job, (error) => {
    if (error !== null) settle(new PdfError('process', `The PDF process is gone: ${error.message}`));
  });
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function timeError({ maxRenderMs }: ChildLimits): PdfError {
  return new PdfError('timeLimit', `The PDF took longer than ${maxRenderMs / 1000} seconds to make.`);
}

/** It was not slow by itself: then it would have said so. */
function busyError(): PdfError {
  return new PdfError('busy', 'The PDF process got no processor time.');
}

/** Killed, and not by us: by itself, or by a system that is out of memory. */
function endError({ maxMemoryMb }: ChildLimits, reason: string, stderrTail: string): PdfError {
  if (reason === 'SIGKILL') return new PdfError('memoryLimit', `The PDF needed more than ${maxMemoryMb} MB of memory.`);
  return new PdfError('process', `The PDF process ended (${reason}). ${stderrTail}`.trim());
}

/** Where the system refuses, because this process has a low priority itself or is nobody's superior, all are equal. */
export function letOthersFirst({ pid }: Pick<ChildProcess, 'pid'>): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch (error) {
    // The code of such an error is always ERR_SYSTEM_ERROR; what the system said is inside.
    const { info } = error as { info?: { code?: string } };
    if (!['EACCES', 'EPERM', 'ESRCH'].includes(info?.code ?? '')) throw error;
  }
}
