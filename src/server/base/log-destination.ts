// Where log lines go: standard error, without ever stopping the service. A full disk, a pipe that nobody reads and one that is
// closed cost lines, which are counted and reported when there is room again; they never cost a request or a stop.
import { fstatSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

export interface LogDestination {
  write(text: string): void;
  /** What there is still to write, as far as it goes without waiting. */
  flushSync(): void;
}

/** Characters that wait while a write is in progress; more are dropped. */
const maxWaiting = 1_000_000;
const pauseAfterErrorMs = 1_000;

export function openLogDestination(fd = 2): LogDestination {
  // What is written to standard error past the log, such as the link of the first user, must not end the process either.
  process.stderr.on('error', () => {});
  const writeOnce = chooseWriter(fd);
  let waiting = '';
  let lostLines = 0;
  let isBusy = false;
  let isClosed = false;

  function next(): void {
    if (isBusy || waiting === '' || isClosed) return;
    isBusy = true;
    const text = withLossReport(waiting);
    waiting = '';
    writeOnce(text, (error) => {
      if (error === undefined) lostLines = 0;
      else {
        lostLines += countLines(text) - (lostLines > 0 ? 1 : 0);
        isClosed = error.code === 'EPIPE';
      }
      const goOn = () => {
        isBusy = false;
        next();
      };
      if (error === undefined) goOn();
      else setTimeout(goOn, pauseAfterErrorMs).unref();
    });
  }

  function withLossReport(text: string): string {
    if (lostLines === 0) return text;
    return `{"level":40,"time":"${new Date().toISOString()}","lostLines":${lostLines},"msg":"log lines were lost"}\n${text}`;
  }

  return {
    write(text) {
      if (isClosed) return;
      if (waiting.length + text.length > maxWaiting) lostLines += countLines(text);
      else waiting += text;
      next();
    },
    flushSync() {
      if (waiting === '' || isClosed) return;
      try {
        writeSync(fd, waiting);
      } catch {
        // The process ends: nobody is left who could write these later.
      }
      waiting = '';
    },
  };
}

type WriteOnce = (text: string, done: (error?: NodeJS.ErrnoException) => void) => void;

/**
 * A pipe or socket that is full blocks the thread that writes to it, and a blocked thread of Node's pool keeps the process from ending:
 * these are written from the event loop. A file is never full in that way, it fails.
 */
function chooseWriter(fd: number): WriteOnce {
  const kind = fstatSync(fd);
  if (!kind.isFIFO() && !kind.isSocket()) {
    return (text, done) => write(fd, text, (error) => done(error ?? undefined));
  }
  const stream = new Socket({ fd, readable: false, writable: true });
  stream.unref();
  let lastError: NodeJS.ErrnoException | undefined;
  stream.on('error', (error) => {
    lastError = error;
  });
  return (text, done) => {
    if (stream.destroyed) done(lastError ?? Object.assign(new Error('The log was closed.'), { code: 'EPIPE' }));
    else stream.write(text, (error) => done(error ?? undefined));
  };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
