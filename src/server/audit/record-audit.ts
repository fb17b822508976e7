// Notes who did what, in the transaction that does it: either both are there or neither. [identity.audit]
import type { AuditAction, AuditObject } from '../../api-types/audit.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Caller } from '../identity/caller.ts';
import type { Runner } from '../store/connection/db.ts';
import { insertAuditLine } from '../store/identity/audit.ts';

export interface Audited {
  readonly action: AuditAction;
  readonly object: AuditObject;
  readonly objectId?: string | undefined;
  readonly name?: string | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

export interface Actor {
  readonly account: string;
  readonly user: { readonly id: string; readonly email: string } | undefined;
  /** Undefined for somebody who is only about to sign in. */
  readonly caller?: Pick<Caller, 'kind' | 'apiKey'> | undefined;
  readonly ip: string;
  readonly userAgent: string;
}

type AuditServices = Pick<Services, 'clock' | 'newId' | 'auditChain'>;

/** Names and details are for people: what is longer is cut. */
const maxNameLength = 300;

export async function recordAudit(
  sql: Runner,
  audited: Audited,
  request: Pick<ApiRequest, 'ip' | 'userAgent' | 'caller'>,
  services: AuditServices,
): Promise<void> {
  const { caller, ip, userAgent } = request;
  if (caller === undefined) throw new Error('Only what somebody of an account does is in its audit trail.');
  await recordAuditOf(sql, audited, { account: caller.account, user: caller.user, caller, ip, userAgent }, services);
}

export async function recordAuditOf(
  sql: Runner,
  audited: Audited,
  actor: Actor,
  services: AuditServices,
): Promise<void> {
  const { action, object, objectId = null, name, detail } = audited;
  await insertAuditLine(sql, {
    id: services.newId(),
    account: actor.account,
    time: isoNow(services.clock),
    action,
    user: actor.user?.id ?? null,
    email: actor.user?.email ?? null,
    credential: actor.caller?.kind ?? null,
    keyId: actor.caller?.apiKey ?? null,
    ip: actor.ip,
    userAgent: actor.userAgent,
    object,
    objectId,
    name: name?.slice(0, maxNameLength) ?? null,
    detail: detail === undefined ? null : JSON.stringify(detail),
  });
  services.auditChain.wake();
}
