// The service's log: JSON lines on standard error, so that standard output stays for what a command answers.
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export function openLog(level: LogLevel): Logger {
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false }),
  );
}
