// The account's activity log: sign-ins, password changes, keys and users. GET /log. What is in it is in the audit trail too.
// [identity.log] [identity.audit]
import type { Activity, ActivityType } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { recordAuditOf } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import { nextPageLink, readCursor, writeCursor } from '../http/lists.ts';
import type { Runner } from '../store/connection/db.ts';
import { insertActivity, listActivity } from '../store/identity/activity-log.ts';
import type { UserRow } from '../store/identity/users.ts';

const defaultLogLimit = 100;

export interface LogQuery {
  readonly limit?: number;
  readonly after?: string;
}

export async function listLog(
  request: ApiRequest<unknown, LogQuery>,
  services: Pick<Services, 'config' | 'db' | 'secrets'>,
): Promise<ApiResponse<ApiList<Activity>>> {
  const { limit = defaultLogLimit, after } = request.query;
  const before = after === undefined ? undefined : readCursor(after, services.secrets.cursor);
  const rows = await listActivity(services.db.sql, { account: callerOf(request).account, before, limit: limit + 1 });
  const data = rows.slice(0, limit).map(({ about, ...row }) => (about === null ? row : { ...row, about }));
  const last = data.at(-1);
  if (rows.length <= limit || last === undefined) return ApiResponse.ofBody({ data });
  const cursor = writeCursor(last.id, services.secrets.cursor);
  const link = nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor });
  return ApiResponse.ofBody({ data }, { link });
}

export async function recordActivity(
  sql: Runner,
  activity: {
    type: ActivityType;
    user: UserRow;
    request: Pick<ApiRequest, 'ip' | 'userAgent'> & { caller?: ApiRequest['caller'] };
    about?: string;
    /** For the audit trail alone. */
    detail?: Readonly<Record<string, unknown>> | undefined;
  },
  services: Pick<Services, 'clock' | 'newId' | 'auditChain'>,
): Promise<void> {
  const { type, user, request, about = null, detail } = activity;
  await insertActivity(sql, {
    id: services.newId(),
    account: user.account,
    type,
    time: isoNow(services.clock),
    ip: request.ip,
    userAgent: request.userAgent,
    user: user.id,
    email: user.email,
    about,
  });
  const object = type.startsWith('key') ? 'key' : type === 'accountChange' ? 'account' : 'user';
  const actor = { account: user.account, user, caller: request.caller, ip: request.ip, userAgent: request.userAgent };
  await recordAuditOf(sql, { action: type, object, name: about ?? undefined, detail }, actor, services);
}
