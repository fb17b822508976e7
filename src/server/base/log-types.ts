// The interface of the log; base/log.ts implements it.
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ServiceLog extends Log {
  /** The line that every request writes, at the level of `info`. */
  request(facts: RequestFacts): void;
}

export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly user: string | undefined;
}
