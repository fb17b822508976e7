// What handlers work with, made once at the start by program/open-services.ts. Each part is declared beside the code that makes it
// (`declare module`), so this file imports no feature. A function names the few parts that it needs: Pick<Services, 'db' | 'clock'>.
// Tests put real stand-ins in their place.
import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { ServiceLog } from './log-types.ts';
import type { NewId } from './new-id.ts';
import type { Outbound } from './outbound.ts';

export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: ServiceLog;
  /** GET an address that a form chose, through the guard. */
  readonly outbound: Outbound;
  /** GET an address that a form chose: its own options sets in process, any other through the outbound guard. */
  readonly fetchForForm: (url: string, qs: Record<string, JsonValue>) => Promise<unknown>;
}
