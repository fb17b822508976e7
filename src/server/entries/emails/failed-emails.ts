// GET /emails/failed: emails of an account that did not reach everybody, over all its forms. [after-actions.emails.failed]
import type { ApiList } from '../../../api-types/lists.ts';
import type { FailedEmail } from '../../../api-types/notes.ts';
import { leftAfterMs } from '../../after-actions/send-left-emails.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../../http/api-request.ts';
import { nextPageLink, readCursor, writeCursor } from '../../http/lists.ts';
import { mapInSlices } from '../../scheduling/run-in-slices.ts';
import { listAttempts } from '../../store/jobs/email-attempts.ts';
import { type FailedPlace, listFailedEmails, listFormNames } from '../../store/jobs/failed-emails.ts';
import type { SentEmailFacts } from '../../store/jobs/sent-emails.ts';
import { presentEmail } from './present-email.ts';

export const maxFailed = 100;
const defaultLimit = 50;

export interface FailedEmailsQuery {
  readonly limit?: number;
  readonly after?: string;
}

export async function listFailed(
  request: ApiRequest<unknown, FailedEmailsQuery>,
  services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>,
): Promise<ApiResponse<ApiList<FailedEmail>>> {
  const { db, secrets, config } = services;
  const { limit = defaultLimit, after } = request.query;
  const { account } = callerOf(request);
  const place = after === undefined ? undefined : readPlace(readCursor(after, secrets.cursor));
  const page = { account, after: place, limit: limit + 1, leftAfterMs };
  const rows = await services.longReads.run(account, () => listFailedEmails(db.sql, page), request.signal);
  const listed = rows.slice(0, limit);
  const attempts = await listAttempts(db.sql, [...new Set(listed.map(({ entry }) => entry))]);
  const names = new Map((await listFormNames(db.sql, [...new Set(listed.map(({ form }) => form))])).map(nameOf));
  const data = await mapInSlices(listed, ({ entry, form, idx, email, n, facts, actionTime }): FailedEmail => {
    const recorded = { ...(JSON.parse(facts) as SentEmailFacts), n, actionTime, isDeleted: false };
    const own = attempts.filter((one) => one.email === email);
    return { ...presentEmail(recorded, own), entry, idx, form, formName: names.get(form) ?? '' };
  });
  const last = listed.at(-1);
  if (rows.length <= limit || last === undefined) return ApiResponse.ofBody({ data });
  const cursor = writeCursor(`${last.time} ${last.entry} ${last.email}`, secrets.cursor);
  return ApiResponse.ofBody({ data }, { link: nextPageLink({ apiUrl: config.apiUrl, path: request.path, cursor }) });
}

/** A cursor of another list is signed as well. */
function readPlace(position: string): FailedPlace {
  const [, time, entry, email] = /^(\S+Z) ([0-9a-f]{24}) ([0-9a-f]{24})$/.exec(position) ?? [];
  if (time === undefined || entry === undefined || email === undefined) {
    throw errors.requestInvalid('"after" must be a cursor from a Link header', { source: 'query', keys: ['after'] });
  }
  return { time, entry, email };
}

function nameOf({ id, name }: { id: string; name: string | null }): [string, string] {
  const text: unknown = name === null ? '' : JSON.parse(name);
  return [id, typeof text === 'string' ? text : ''];
}
