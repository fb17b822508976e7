// Tells which request the running code belongs to. An error that no code catches ends that request and not the process: the handlers of
// uncaught errors look here for it. Code shared by several requests runs each request's part with `isolate`. [running.request-errors]
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  /**
   * Whose turn the work of the request takes: the account of the caller. Without a credential, the account whose form is used, and before
   * that is known the address.
   */
  caller(): string | undefined;
  /** The form of this account is used. */
  worksFor(account: string): void;
  /** Ends the request because of an error that no code of it caught. */
  fail(error: unknown): void;
  /** Rejects when the request has failed, also before the call. Work that would never settle after that can stop waiting. */
  untilFailed(): Promise<never>;
}

/** One for the process, as its handlers of uncaught errors are. */
const scopes = new AsyncLocalStorage<RequestScope | undefined>();

export function findRequestScope(): RequestScope | undefined {
  return scopes.getStore();
}

export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs the work as part of the request. An error that it throws ends the request. */
export function isolate(scope: RequestScope | undefined, work: () => void): void {
  try {
    if (scope === undefined || scopes.getStore() === scope) work();
    else scopes.run(scope, work);
  } catch (error) {
    if (scope === undefined) throw error;
    scope.fail(error);
  }
}

/** The callback, for other code to call later: it runs as part of the request that it is made in. */
export function keepScope(callback: () => void): () => void {
  const scope = scopes.getStore();
  return () => isolate(scope, callback);
}

/** The result of the work, or the error that ended its request meanwhile: after an error outside the work, it may never settle. */
export function orFailed<T>(work: Promise<T>): Promise<T> {
  const scope = scopes.getStore();
  return scope === undefined ? work : Promise.race([work, scope.untilFailed()]);
}

/**
 * For what requests share and what outlives them, such as pooled connections: their errors belong to no request, and they keep none in
 * memory. Without any context: labels of a request are not theirs either.
 */
export const outsideRequests: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

/** Shared work that a request sets off and that runs later. */
export function runLater(work: () => void, ms: number): NodeJS.Timeout {
  return outsideRequests(() => setTimeout(work, ms).unref());
}

/** After an uncaught error: newer versions of Node.js would run the next callbacks in the scope of the one that threw. */
export function leaveScope(): void {
  scopes.enterWith(undefined);
}
