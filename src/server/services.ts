// What handlers work with; made once at the start and passed along. Tests put real stand-ins in its place.
import type { Config } from './config.ts';
import type { FormCache } from './forms/load-form.ts';
import type { CredentialLoader } from './identity/authenticate.ts';
import type { Secrets } from './identity/secrets.ts';
import type { NewId } from './new-id.ts';
import type { Db } from './store/db.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Clock {
  now(): number;
}

export interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly secrets: Secrets;
  readonly credentials: CredentialLoader;
  readonly forms: FormCache;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
