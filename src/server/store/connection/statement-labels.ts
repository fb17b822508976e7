// SQL_COMMENTS: what a request asks the database carries the request's id in a comment, so that a statement in the database's own log or
// activity leads to a line of ours. Off unless asked for: a statement with a comment of its own is planned each time. [running.log.sql]
import { AsyncLocalStorage } from 'node:async_hooks';

export interface StatementLabels {
  /** Statements of the work, and of whatever it starts, belong to this request. */
  run<T>(requestId: string, work: () => T): T;
  /** The id that a statement gets which is begun here. */
  find(): string | undefined;
}

/** Where the setting is off. */
export const noLabels: StatementLabels = { run: (_requestId, work) => work(), find: () => undefined };

export function createStatementLabels(): StatementLabels {
  const requests = new AsyncLocalStorage<string>();
  return {
    run: (requestId, work) => requests.run(requestId, work),
    find() {
      const id = requests.getStore();
      // It becomes part of a statement.
      return id !== undefined && /^[\w-]{1,100}$/.test(id) ? id : undefined;
    },
  };
}

declare module '../../base/services.ts' {
  interface Services {
    /** Which request a statement is for. */
    readonly labels: StatementLabels;
  }
}
