// The typesetting processes: none until the first job, more while all are busy, one kept for as long as the service runs.
// A process that ended (a limit, a crash) is replaced by the next job that needs one. Accounts take turns, job by job.

import { createFairQueue } from '../fair-queue.ts';
import type { Log } from '../services.ts';
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
   * An owner's layout may run to its time limit. Those of one account never take the last process; where those of several
   * accounts have taken all, one more is started for forms without a layout of their own.
   */
  readonly isOwners: boolean;
  /** Called when a process is free: what waits holds no pictures in memory. */
  readonly prepare: () => TypstJob | Promise<TypstJob>;
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

export function openTypstPool(options: PoolOptions): TypstPool {
  const { maxProcesses, log } = options;
  const members = new Set<Member>();
  const queue = createFairQueue<Waiting>();
  const owners: string[] = [];
  let isClosed = false;
  let processFile: Promise<string> | undefined;
  let starts = 0;
  const maxOwners = Math.max(1, maxProcesses - 1);

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
    return queue.take(({ isOwners }, account) => {
      if (!isOwners || owners.length < maxOwners) return true;
      return owners.length < maxProcesses && !owners.includes(account);
    });
  }

  function maxNow(): number {
    const isTaken = maxProcesses > 1 && owners.length >= maxProcesses;
    return isTaken && queue.some(({ isOwners }) => !isOwners) ? maxProcesses + 1 : maxProcesses;
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

  async function work(member: Member, { account, isOwners, prepare, resolve, reject }: Waiting): Promise<void> {
    member.state = 'busy';
    clearTimeout(member.idleTimer);
    if (isOwners) owners.push(account);
    const leaveOwners = () => {
      if (isOwners) owners.splice(owners.indexOf(account), 1);
    };
    let job: TypstJob;
    try {
      job = await prepare();
    } catch (error) {
      leaveOwners();
      reject(error);
      return rest(member);
    }
    try {
      const pdf = await member.child.run(job).finally(leaveOwners);
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
    member.idleTimer = setTimeout(() => members.size > 1 && member.child.kill(), idleMs);
    member.idleTimer.unref();
    fill();
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
      return new Promise((resolve, reject) => {
        queue.add(request.account, { ...request, resolve, reject });
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
