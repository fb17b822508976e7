// Where log lines go: standard error, without ever stopping the service. A full disk, a pipe that is not read and one that is closed
// cost lines, which are counted and reported when there is room again; they never cost a request or a stop.
//
// pino's own destination (10.4, Node.js 20) was measured for that, with 10,000 lines: where standard error is a pipe that is not read, a
// process does not end after its stop, whether pino writes at once or by itself later; on a full disk it does not end in the second case
// and counts no lines in the first. [running.log]
import { fstatSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

export interface LogDestination {
  write(line: string): void;
  /** Writes what was gathered now. The end of the process writes it at the latest. */
  flush(): void;
}

/** Lines are gathered up to this many characters or this long: a write for each would be one of the largest costs of a request. */
const maxGathered = 16_000;
const gatherMs = 250;
/** Characters that wait while a write is in progress; more are dropped. */
const maxWaiting = 1_000_000;
const pauseAfterErrorMs = 1_000;

export function openLogDestination(fd = 2): LogDestination {
  // What is written to standard error past the log, such as the link of the first user, must not end the process either.
  process.stderr.on('error', () => {});
  const writeOnce = chooseWriter(fd);
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let lostLines = 0;
  /** What waits is to be written as soon as the write in progress has ended. */
  let isDue = false;
  let isBusy = false;
  let isClosed = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    isDue = true;
    writeNext();
  }

  function writeNext(): void {
    if (isBusy || waiting === '' || isClosed) return;
    isBusy = true;
    isDue = false;
    const [text, lost] = [waiting, lostLines];
    waiting = '';
    // Lines that are dropped while this is being written are for the next report.
    lostLines = 0;
    writeOnce(lossReport(lost) + text, (error) => {
      if (error !== undefined) {
        lostLines += lost + countLines(text);
        isClosed = error.code === 'EPIPE';
      }
      const goOn = () => {
        isBusy = false;
        if (isDue) writeNext();
      };
      if (error === undefined) goOn();
      else setTimeout(goOn, pauseAfterErrorMs).unref();
    });
  }

  process.on('exit', () => {
    if (waiting === '' || isClosed) return;
    try {
      writeSync(fd, waiting);
    } catch {
      // The process ends: there is no later time to write these.
    }
  });

  return {
    write(line) {
      if (isClosed) return;
      if (waiting.length + line.length > maxWaiting) lostLines += 1;
      else waiting += line;
      if (waiting.length >= maxGathered) flush();
      else timer ??= setTimeout(flush, gatherMs).unref();
    },
    flush,
  };
}

function lossReport(lostLines: number): string {
  if (lostLines === 0) return '';
  return `{"level":40,"time":"${new Date().toISOString()}","lostLines":${lostLines},"msg":"log lines were lost"}\n`;
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
