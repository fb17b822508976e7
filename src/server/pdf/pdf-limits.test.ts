// What a layout cannot do: run for ever, take all memory, or outlive the service. And that the next PDF is not its business.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formOf, pdfRequest, upload } from '../../../test/support/pdf-forms.ts';
import { readPdf } from '../../../test/support/read-pdf.ts';
import { createScope } from '../../../test/support/request-scopes.ts';
import { findRequestScope, type RequestScope, runInScope } from '../base/request-scope.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import { makePdfs, makePdfsNow, pdfLimits } from './make-pdfs.ts';
import type { PdfError } from './pdf-error.ts';
import { openPdfMaker, type PdfMaker, type PdfMakerOptions, type PdfRequest } from './pdf-maker.ts';
import { openTypstPool } from './typst-pool.ts';
import { findTypstProcess } from './typst-process-file.ts';

const quiet = { info() {}, warn() {}, error() {} };
/** On a busy machine it takes minutes to use two seconds of the processor; a process that got none would be another failure. */
const patience = 500;
const endless = '#let n = 0\n#while true { n += 1\n if n < 0 { break } }';
const form = formOf([{ type: 'fInput', name: 'a', label: 'A' }]);
const ofAccount = (account: string) => ({ ...form, account });
const never = () => new Promise<never>(() => {});
let maker: PdfMaker;
afterEach(() => maker?.close());

function open(options: Partial<PdfMakerOptions>): void {
  maker = openPdfMaker({ workers: 1, log: quiet, ...options });
}

function make(source: string): Promise<Buffer> {
  return maker.make(pdfRequest(form, {}, { layout: { type: 'typst', source } }));
}

async function failure(source: string): Promise<PdfError | undefined> {
  return make(source).then(
    () => undefined,
    (error: PdfError) => error,
  );
}

describe('[after-actions.pdfs.limits] limits', () => {
  it('end a layout that never does, within its time, and the next PDF is made', async () => {
    open({ maxRenderMs: 2_000, patience });
    await make('ready');
    // For hours. Nested, because the compiler itself stops a single loop that goes on for too long.
    const error = await failure('#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }');
    expect(error?.failure).toBe('timeLimit');
    expect(error?.message).toBe('The PDF took longer than 2 seconds to make.');
    expect((await readPdf(await make('next'))).text).toBe('next');
  });

  it('[heavy] give the line of a single endless loop', async () => {
    open({ maxRenderMs: 300_000 });
    expect((await failure(endless))?.message).toContain('line 2, column 2: loop seems to be infinite');
  });

  it('[heavy] end a layout that takes too much memory, and the next PDF is made', async () => {
    open({ maxRenderMs: 300_000, maxMemoryMb: 600 });
    const error = await failure('#let x = "x" * 10000000\n#let all = range(300).map(i => x + str(i))\n#all.len()');
    expect(error?.failure).toBe('memoryLimit');
    expect(error?.message).toBe('The PDF needed more than 600 MB of memory.');
    expect((await readPdf(await make('next'))).text).toBe('next');
  });

  it('[heavy] give up a process that gets no processor time: the caller may try again, and the next PDF is made', async () => {
    open({ maxRenderMs: 4_000 });
    await make('ready');
    const isTypst = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('typst-process');
    for (const pid of childPids().filter(isTypst)) process.kill(pid, 'SIGSTOP');
    const error = await failure('stopped');
    expect(error?.failure).toBe('busy');
    const services = { pdf: { make: () => Promise.reject(error) }, clock: { now: () => 0 } } as never;
    await expect(makePdfsNow({ form, entry: { data: {} } } as never, services)).rejects.toMatchObject({ status: 503 });
    expect((await readPdf(await make('next'))).text).toBe('next');
  });

  it('[heavy] let a PDF that waits be made after one that failed', async () => {
    open({ maxRenderMs: 2_000, patience });
    const slow = failure('#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }');
    const waiting = make('waiting');
    expect((await slow)?.failure).toBe('timeLimit');
    expect((await readPdf(await waiting)).text).toBe('waiting');
  });
});

describe('[limits.fair-turns] fair turns', () => {
  const hog = '#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }';

  it('take one job of each account after the other', async () => {
    open({});
    await make('ready');
    const order: string[] = [];
    const jobs = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map(async (account) => {
      await maker.make(pdfRequest(ofAccount(account), {}));
      order.push(account);
    });
    await Promise.all(jobs);
    expect(order.join('')).toBe('aabcabaa');
  });

  it('[heavy] layouts of two accounts that run to their limit hold up no form without a layout of its own', async () => {
    open({ workers: 2, maxRenderMs: 600_000 });
    await make('ready');
    const failed: unknown[] = [];
    const hogs = ['a', 'a', 'b'].map((account) => {
      const layout = { type: 'typst' as const, source: hog };
      return maker.make(pdfRequest(ofAccount(account), {}, { layout })).catch((error) => failed.push(error));
    });
    await maker.make(pdfRequest(ofAccount('c'), {}));
    expect(failed).toEqual([]);
    await maker.close();
    await Promise.all(hogs);
  });
});

describe('[limits.fair-turns] slow automatic layouts', () => {
  it('of one account leave a process free for another', async () => {
    open({ workers: 2, maxRenderMs: 600_000 });
    const docs = formOf([{ type: 'fDoc', name: 'd', label: 'D' }]);
    const makeFor = (account: string, html: string) => maker.make(pdfRequest({ ...docs, account }, { d: html }));
    const slow = (n: number) => makeFor('a', `<p>${n} ${'many words '.repeat(18_000)}</p>`);
    await Promise.all([slow(0), makeFor('b', 'ready')]);
    const order: string[] = [];
    const jobs = Promise.allSettled([1, 2, 3, 4].map((n) => slow(n).then(() => order.push('a'))));
    // In the middle of the first.
    await sleep(100);
    await makeFor('b', 'short').then(() => order.push('b'));
    expect(order).toEqual(['b']);
    await maker.close();
    await jobs;
  });
});

describe('[after-actions.pdfs.limits] waiting', () => {
  it('ends with the 503 after its time, in the queue of the account and in that of the processes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      // No process is ever free.
      const limits = { maxProcesses: 1, maxRenderMs: 20_000, maxMemoryMb: 600 };
      const pool = openTypstPool({ ...limits, findProcessFile: never, log: quiet });
      const pdf = { make: ({ late }: PdfRequest) => pool.run({ account: 'a', isOwners: false, prepare: never, late }) };
      const services = { pdf, pdfs: createFairLimiter(pdfLimits), clock: { now: () => 0 } } as never;
      const waiting = Array.from({ length: 10 }, () =>
        makePdfs({ form: ofAccount('a'), entry: { data: {} } } as never, services).catch(({ status }) => status),
      );
      await vi.advanceTimersByTimeAsync(241_000);
      expect(await Promise.all(waiting)).toEqual(Array(10).fill(503));
    } finally {
      vi.useRealTimers();
    }
  });

  it('[running.request-errors] a job is prepared as part of its own request; when that failed, its process is free again', async () => {
    open({});
    await make('ready');
    const [first, second] = [createScope(), createScope()];
    const seen: (RequestScope | undefined)[] = [];
    const withFile = formOf([{ type: 'fFile', name: 'f', label: 'F' }]);
    const makeIn = (scope: RequestScope, readImage: () => Promise<undefined>) =>
      runInScope(scope, () => {
        const request = pdfRequest(withFile, { f: [upload('p.png', 'image/png', 1)] as never });
        return maker.make({
          ...request,
          readImage: () => {
            seen.push(findRequestScope());
            return readImage();
          },
        });
      });
    const made = makeIn(first, async () => undefined);
    // Started by the end of the first.
    const stuck = makeIn(second, () => never());
    const next = make('next');
    await made;
    second.fail(new Error('outside'));
    await expect(stuck).rejects.toThrow('outside');
    expect((await readPdf(await next)).text).toBe('next');
    expect(seen.map((scope) => [first, second].indexOf(scope as never))).toEqual([0, 1]);
  });
});

describe('[after-actions.pdfs.limits] processes', () => {
  it('start with the first PDF and end with close, whatever they are doing', async () => {
    open({});
    const before = childPids();
    await make('first');
    const [pid] = childPids().filter((other) => !before.includes(other));
    expect(pid).toBeDefined();
    const busy = failure('#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }');
    await sleep(300);
    await maker.close();
    expect(isAlive(pid!)).toBe(false);
    expect((await busy)?.message).toBe('The PDF process was stopped.');
    await expect(make('late')).rejects.toThrow('The service is stopping.');
  });

  it('have none of the service in their environment', async () => {
    open({});
    const before = childPids();
    await make('first');
    const [pid] = childPids().filter((other) => !before.includes(other));
    if (!existsSync(`/proc/${pid}/environ`)) return;
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => name !== '' && !name!.startsWith('NODE_CHANNEL'))).toEqual([]);
  });

  it('end when their parent is killed, even in the middle of a layout', async () => {
    const file = await findTypstProcess();
    // A parent that starts a process, gives it an endless job, says its number, and is killed.
    const parent = spawn(process.execPath, ['-e', parentProgram(file)], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [words] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(words.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    for (let tries = 0; isAlive(pid) && tries < 1_000; tries++) await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });

  it('that cannot start fail the PDF and not the service', async () => {
    open({ processFile: '/nowhere/typst-process.js' });
    await expect(make('x')).rejects.toThrow(/The PDF process ended/);
    await expect(make('x')).rejects.toThrow(/The PDF process ended/);
  });
});

function parentProgram(file: string): string {
  const job = {
    kind: 'typeset',
    main: '/main.typ',
    sources: [
      { path: '/main.typ', text: '#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }' },
    ],
    data: [],
    pictures: [],
    conformance: { isArchive: false },
  };
  return `
    const child = require('node:child_process').fork(${JSON.stringify(file)}, ['2000'], { serialization: 'advanced' });
    child.on('message', () => { child.send(${JSON.stringify(job)}); setTimeout(() => console.log(child.pid), 500); });
  `;
}

function childPids(): number[] {
  const file = `/proc/self/task/${process.pid}/children`;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === process.pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined; // It ended meanwhile.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '');
  } catch {
    return false;
  }
}
