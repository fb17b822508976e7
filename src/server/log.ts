// The service's log: JSON lines on standard error, so that standard output stays for what a command answers.
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

/** Lines are gathered up to this size or this long; a write for each would be one of the dearest parts of a request. */
const gathered = { minLength: 16_000, periodicFlush: 250 };

export function openLog(level: LogLevel): Logger {
  return pino(
    { level, base: undefined, timestamp: createTimestamp() },
    pino.destination({ fd: 2, sync: false, ...gathered }),
  );
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
