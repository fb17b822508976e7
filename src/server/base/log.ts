// The service's log: JSON lines on standard error, so that standard output stays for what a command answers.
// [running.log]
import { pino } from 'pino';
import type { LogLevel } from './config.ts';
import { openLogDestination } from './log-destination.ts';
import type { ServiceLog } from './log-types.ts';

export interface OpenedLog extends ServiceLog {
  /** Writes the lines that were gathered; the end of the process writes them at the latest. */
  flush(): void;
}

export function openLog(level: LogLevel, destination = openLogDestination()): OpenedLog {
  const logger = pino({ level, base: undefined, timestamp: createTimestamp() }, destination);
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    request: (facts) => logger.info(facts, 'request'),
    flush: () => destination.flush(),
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
