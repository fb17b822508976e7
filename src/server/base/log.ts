// The service's log: JSON lines on standard error, so that standard output stays for what a command answers.
// [running.log]
import { type DestinationStream, pino } from 'pino';
import type { LogLevel } from './config.ts';
import { type LogDestination, openLogDestination } from './log-destination.ts';
import type { ServiceLog } from './log-types.ts';

export interface OpenedLog extends ServiceLog {
  /** Passes on what was gathered; the end of the process writes it at the latest. */
  flush(): void;
}

export function openLog(level: LogLevel, destination = openLogDestination()): OpenedLog {
  const lines = gatherLines(destination);
  const logger = pino({ level, base: undefined, timestamp: createTimestamp() }, lines);
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    request: (facts) => logger.info(facts, 'request'),
    flush: () => lines.flush(),
  };
}

/** Lines are gathered up to this many characters or this long; a write for each would be one of the dearest parts of a request. */
const maxGathered = 16_000;
const gatherMs = 250;

function gatherLines(destination: LogDestination): DestinationStream & { flush(): void } {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;

  function passOn(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== '') destination.write(lines);
    lines = '';
  }
  process.on('exit', () => {
    passOn();
    destination.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length >= maxGathered) passOn();
      else timer ??= setTimeout(passOn, gatherMs).unref();
    },
    flush: passOn,
  };
}

/** Many lines fall into one millisecond; its text is written once. */
function createTimestamp(): () => string {
  let [last, text] = [0, ''];
  return () => {
    const now = Date.now();
    if (now !== last) [last, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}
