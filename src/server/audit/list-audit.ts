// GET /audit: the account's audit trail, newest first. [identity.audit.list]
import type { AuditEvent } from '../../api-types/audit.ts';
import type { ApiList } from '../../api-types/lists.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import { nextPageLink, readCursor, writeCursor } from '../http/lists.ts';
import { mapInSlices } from '../scheduling/run-in-slices.ts';
import { type AuditFilter, type AuditLine, listAuditLines } from '../store/identity/audit.ts';

const defaultLimit = 100;

export interface AuditQuery extends AuditFilter {
  readonly limit?: number;
  readonly after?: string;
}

export async function listAudit(
  request: ApiRequest<unknown, AuditQuery>,
  services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>,
): Promise<ApiResponse<ApiList<AuditEvent>>> {
  const { limit = defaultLimit, after, ...filter } = request.query;
  const { account } = callerOf(request);
  const before = after === undefined ? undefined : readCursor(after, services.secrets.cursor);
  const page = { account, filter, before, limit: limit + 1 };
  const rows = await services.longReads.run(account, () => listAuditLines(services.db.sql, page), request.signal);
  const listed = rows.slice(0, limit);
  // A thousand lines with their details are some megabytes.
  const texts = await mapInSlices(listed, (line) => JSON.stringify(presentLine(line)));
  const json = `{"data":[${texts.join(',')}]}`;
  const last = listed.at(-1);
  if (rows.length <= limit || last === undefined) return ApiResponse.ofJson(json);
  const cursor = writeCursor(last.id, services.secrets.cursor);
  const link = nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor });
  return ApiResponse.ofJson(json, { link });
}

export function presentLine(line: AuditLine & { seq: number | null }): AuditEvent {
  const { id, seq, time, action, user, email, credential, keyId, ip, userAgent, object, objectId, name, detail } = line;
  const known = {
    id,
    number: seq,
    time,
    action,
    user,
    email,
    credential,
    apiKey: keyId,
    ip,
    userAgent,
    object,
    objectId,
    name,
    detail: detail === null ? null : (JSON.parse(detail) as object),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) as unknown as AuditEvent;
}
