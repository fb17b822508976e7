// Uncaught errors of this process. One that belongs to a request ends that request, see http/guard-requests.ts. Any other ends the
// process, after the log has named the requests in flight; the primary starts another in its place. [running.request-errors]

import type { Log } from '../../base/log-types.ts';
import { findRequestScope, leaveScope } from '../../base/request-scope.ts';
import type { InFlightRequest } from './in-flight-requests.ts';

/** For the access log: connections that are destroyed report their requests in the next turns of the event loop. */
const lastLinesMs = 50;

export function guardProcess(options: {
  readonly log: Log;
  readonly listInFlight: () => readonly InFlightRequest[];
  /** Destroys the connections. */
  readonly endRequests: () => void;
}): void {
  const { log, listInFlight, endRequests } = options;
  let isEnding = false;
  const take = (error: unknown) => {
    const scope = findRequestScope();
    leaveScope();
    if (scope !== undefined) return scope.fail(error);
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    log.error({ stack, requests: listInFlight() }, `an error of no request ends this process: ${message}`);
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), lastLinesMs);
    endRequests();
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
}
