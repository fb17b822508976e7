// The audit trail of an account. [identity.audit]
import type { ActivityType } from './identity.ts';

export type AuditObject = 'account' | 'user' | 'key' | 'form' | 'entry' | 'optionsSet' | 'view' | 'audit';

/** What is done to forms, entries and sets, and to the trail itself; the rest is as in the activity log. */
export type AuditAction =
  | ActivityType
  | 'accountClose'
  | 'accountReopen'
  | 'formCreate'
  | 'formChange'
  | 'formDelete'
  | 'entryView'
  | 'entriesView'
  | 'entryEdit'
  | 'entryRename'
  | 'entryDelete'
  | 'entriesDelete'
  | 'entriesGenerate'
  | 'entriesExport'
  | 'noteAdd'
  | 'noteDelete'
  | 'teamChange'
  | 'emailResend'
  | 'setCreate'
  | 'setRename'
  | 'setChange'
  | 'setDelete'
  | 'viewCreate'
  | 'viewChange'
  | 'viewDelete'
  | 'auditExport'
  | 'auditExpire';

/** GET /audit. What is not known is not there. */
export interface AuditEvent {
  readonly id: string;
  /** Its place in the account's chain; missing for a moment. */
  readonly number?: number;
  readonly time: string;
  readonly action: AuditAction;
  /** Missing: the operator, at the command line. */
  readonly user?: string;
  readonly email?: string;
  readonly credential?: 'apiKey' | 'loginToken';
  readonly apiKey?: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly object: AuditObject;
  readonly objectId?: string;
  /** What the object was called then. */
  readonly name?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}
