// The typesetting processes: none until the first job, more while all are busy, one kept for as long as the service runs.
// A process that ended (a limit, a crash) is replaced by the next job that needs one. Accounts take turns, job by job.
// Any job may start the next one, so each is prepared in the context of its own request: an error of that request alone ends it, and
// the process is free again.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../base/log-types.ts';
import { orFailed, runLater } from '../base/request-scope.ts';
import { createFairQueue } from '../scheduling/fair-queue.ts';
import { PdfError } from './pdf-error.ts';
import { type ChildLimits, startTypstChild, type TypstChild } from './typst-child.ts';
import type { TypstJob } from './typst-job.ts';

export interface TypstPool {
  run(request: PoolRequest): Promise<Buffer>;
  /** Starts the first process, so that the first job need not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

export interface PoolRequest {
  readonly account: string;
  /**
   * An owner's layout may run to its time limit, so it counts as slow. Other jobs do once their account had one that took long. Slow
   * jobs of one account never take the last process; where those of several accounts have taken all, one more is started for others.
   */
  readonly isOwners: boolean;
  /** Called when a process is free: what waits holds no pictures in memory. */
  readonly prepare: () => Promise<TypstJob>;
  /** When it is aborted, a job that still waits for a process fails with its reason. */
  readonly late?: AbortSignal | undefined;
}

export interface PoolOptions extends ChildLimits {
  readonly maxProcesses: number;
  readonly findProcessFile: () => Promise<string>;
  readonly log: Log;
}

interface Member {
  readonly child: TypstChild;
  state: 'starting' | 'idle' | 'busy';
  idleTimer: NodeJS.Timeout | undefined;
}

interface Waiting extends PoolRequest {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

const idleMs = 60_000;
/** A job that takes longer is slow, and so are the others of its account for a while. */
const slowMs = 500;
const slowForMs = 60_000;

export function openTypstPool(options: PoolOptions): TypstPool {
  const { maxProcesses, log } = options;
  const members = new Set<Member>();
  const queue = createFairQueue<Waiting>();
  /** Accounts of slow jobs in progress, one for each job. */
  const slow: string[] = [];
  /** Until when jobs of an account count as slow. */
  const slowUntil = new Map<string, number>();
  let isClosed = false;
  let processFile: Promise<string> | undefined;
  let starts = 0;
  const maxSlow = Math.max(1, maxProcesses - 1);

  function fill(): void {
    for (const member of members) {
      const next = member.state === 'idle' ? takeNext() : undefined;
      if (next !== undefined) void work(member, next);
    }
    const starting = starts + [...members].filter(({ state }) => state === 'starting').length;
    const wanted = Math.min(queue.size - starting, maxNow() - members.size - starts);
    for (let more = 0; more < wanted; more++) void start();
  }

  function takeNext(): Waiting | undefined {
    return queue.take((job, account) => {
      if (!isSlow(job) || slow.length < maxSlow) return true;
      return slow.length < maxProcesses && !slow.includes(account);
    });
  }

  function maxNow(): number {
    const isTaken = maxProcesses > 1 && slow.length >= maxProcesses;
    return isTaken && queue.items().some((job) => !isSlow(job)) ? maxProcesses + 1 : maxProcesses;
  }

  function isSlow({ account, isOwners }: PoolRequest): boolean {
    return isOwners || (slowUntil.get(account) ?? 0) > performance.now();
  }

  function noteSlow(account: string): void {
    const now = performance.now();
    for (const [other, until] of slowUntil) if (until <= now) slowUntil.delete(other);
    slowUntil.set(account, now + slowForMs);
  }

  async function start(): Promise<void> {
    starts++;
    let member: Member | undefined;
    try {
      processFile ??= options.findProcessFile();
      const child = startTypstChild(await processFile, options);
      if (isClosed) return child.kill();
      member = { child, state: 'starting', idleTimer: undefined };
      members.add(member);
      starts--;
      const added = member;
      void child.ended.then(() => leave(added));
      await child.ready;
      rest(member);
    } catch (error) {
      if (member === undefined) starts--;
      log.error({ err: error }, 'a PDF process could not be started');
      // One job fails with each failed start, so that a broken installation ends in errors and not in a loop.
      queue.take(() => true)?.reject(error);
      fill();
    }
  }

  async function work(member: Member, next: Waiting): Promise<void> {
    const { account, prepare, resolve, reject } = next;
    member.state = 'busy';
    clearTimeout(member.idleTimer);
    let isCounted = isSlow(next);
    if (isCounted) slow.push(account);
    const timer = setTimeout(() => {
      noteSlow(account);
      if (!isCounted) slow.push(account);
      isCounted = true;
      fill();
    }, slowMs);
    const leaveSlow = () => {
      clearTimeout(timer);
      if (isCounted) slow.splice(slow.indexOf(account), 1);
    };
    let job: TypstJob;
    try {
      job = await prepare();
    } catch (error) {
      leaveSlow();
      reject(error);
      return rest(member);
    }
    try {
      const pdf = await member.child.run(job).finally(leaveSlow);
      resolve(pdf);
      rest(member);
    } catch (error) {
      reject(error);
      if (error instanceof PdfError && ['layout', 'input'].includes(error.failure)) return rest(member);
      log.warn({ err: error }, 'a PDF process is replaced');
      member.child.kill();
    }
  }

  function rest(member: Member): void {
    member.state = 'idle';
    member.idleTimer = runLater(() => void (members.size > 1 && retire(member)), idleMs);
    fill();
  }

  /** It gets no job any more, also before its end is seen. */
  function retire(member: Member): void {
    members.delete(member);
    member.child.kill();
  }

  function leave(member: Member): void {
    clearTimeout(member.idleTimer);
    members.delete(member);
    // What could not even start has failed a job already.
    if (!isClosed && member.state !== 'starting') fill();
  }

  return {
    run(request) {
      if (isClosed) return Promise.reject(new PdfError('process', 'The service is stopping.'));
      const { account, late } = request;
      const inContext = AsyncLocalStorage.snapshot();
      const prepare = () => inContext(() => orFailed(request.prepare()));
      return new Promise((resolve, reject) => {
        if (late?.aborted) return reject(late.reason);
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            late?.removeEventListener('abort', leave);
            settle(value);
          };
        const waiting: Waiting = { ...request, prepare, resolve: settled(resolve), reject: settled(reject) };
        const leave = () => queue.remove(account, waiting) && reject(late?.reason);
        late?.addEventListener('abort', leave, { once: true });
        queue.add(account, waiting);
        fill();
      });
    },
    warm() {
      if (!isClosed && members.size + starts === 0) void start();
    },
    async close() {
      isClosed = true;
      for (const { reject } of queue.takeAll()) reject(new PdfError('process', 'The service is stopping.'));
      for (const { child } of members) child.kill();
      await Promise.all([...members].map(({ child }) => child.ended));
    },
  };
}
