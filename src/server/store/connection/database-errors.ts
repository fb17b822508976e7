// Which errors of the database are its absence, not a fault of the request or of this program. [errors.unavailable]
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { errors } from '../../base/errors.ts';

/** Thrown by this side of the connection when a wait has lasted too long. */
export class DatabaseTimeout extends Error {
  readonly code = 'DATABASE_TIMEOUT';
}

/** A connection was lost, closed or never made; `code` says which. */
export class ConnectionError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const unavailableCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'NOT_PRIMARY',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
  // PostgreSQL: admin shutdown, crash shutdown, cannot connect now, idle session, too many connections, read-only server.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '25006',
  // Statement, lock, idle transaction and transaction time-outs.
  '57014',
  '55P03',
  '25P03',
  '25P04',
  // Disk full (the operating system's words and PostgreSQL's), out of memory, I/O error.
  'ENOSPC',
  'EDQUOT',
  '53000',
  '53100',
  '53200',
  '58030',
  // Lost on the way: protocol and connection exceptions, of poolers above all.
  '08000',
  '08003',
  '08006',
  '08P01',
  // Deadlock and serialisation failure, after several tries.
  '40P01',
  '40001',
]);

export const isUnavailableCode = (code: string) => unavailableCodes.has(code);

/** A database that is away, busy or full is a 503 that may be retried; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseTimeout) return errors.unavailable(error);
  const code = codeOf(error);
  if (code === undefined || !unavailableCodes.has(code)) return error;
  // Other parts know such codes too.
  const { errno } = error as { errno?: unknown };
  const isDatabaseError = error instanceof DatabaseError || error instanceof ConnectionError || errno !== undefined;
  return isDatabaseError ? errors.unavailable(error) : error;
}

/** The connection was lost before the response: the statement may have been carried out, or may still be. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof DatabaseError) && asUnavailable(error) !== error;
}

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

const maxLossMs = 5_000;
const lossPauseMs = 200;
/** The server ends the connection, and the statement with it. */
const endedByServer = new Set(['57P01', '57P02', '57P03']);
/** A pooler's words for a server that it cannot reach, and those of one that is not the primary. */
const lostOnTheWay = new Set(['08000', '08003', '08006', '08P01', '25006']);

/** A connection failed, or led to nobody who can be used. */
export function isLoss(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return isOutcomeUnknown(error) || endedByServer.has(code) || lostOnTheWay.has(code);
}

/** For statements that are safe to repeat: a lost connection is not the end of them. */
export async function tryAgainOnLoss<T>(run: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + maxLossMs; ; await sleep(lossPauseMs)) {
    try {
      return await run();
    } catch (error) {
      const isLost = isOutcomeUnknown(error) || endedByServer.has(codeOf(error) ?? '');
      if (!isLost || performance.now() > deadline) throw error;
    }
  }
}
