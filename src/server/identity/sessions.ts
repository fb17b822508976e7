// GET /auth/sessions, DELETE /auth/sessions, DELETE /auth/sessions/{session}: where somebody is signed in, and an end to it.
// [identity.sessions] [identity.sessions.end]
import type { OpenSession } from '../../api-types/identity.ts';
import type { ApiList, ApiMessage } from '../../api-types/lists.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import { findAccount } from '../store/identity/accounts.ts';
import { endOtherSessionsOf, endSession, listSessions, type SessionRow } from '../store/identity/sessions.ts';
import { recordActivity } from './activity-log.ts';
import { isPastAccountLimits } from './authenticate.ts';

/** A program that logs in for each of its runs has thousands. docs/limits.md */
export const maxListedSessions = 500;

export async function listOwnSessions(
  request: ApiRequest,
  services: Pick<Services, 'clock' | 'db' | 'lastUses'>,
): Promise<ApiList<OpenSession>> {
  const { session: current } = callerOf(request);
  await services.lastUses.flush();
  const rows = await openSessions(request, services);
  const account = await findAccount(services.db.sql, callerOf(request).account);
  const accountSettings = account?.settings ?? '{}';
  const now = services.clock.now();
  const isGood = ({ createTime, lastUse }: SessionRow) =>
    !isPastAccountLimits({ issuedAt: Date.parse(createTime) }, { accountSettings, lastUse }, now);
  return {
    data: rows.filter(isGood).map(({ userId: _own, expiresAt, ...row }) => ({
      ...row,
      expireTime: expiresAt,
      isCurrent: row.id === current,
    })),
  };
}

export async function endOneSession(
  request: ApiRequest<{ session: string }>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  const { user } = callerOf(request);
  const [ended] = await openSessions(request, services, request.params.session);
  if (ended === undefined) throw errors.sessionNotFound();
  await services.db.transaction(async (tx) => {
    await endSession(tx, { session: ended.id, expiresAt: ended.expiresAt });
    await recordActivity(tx, { type: 'sessionEnd', user, request }, services);
  });
  return { message: responseText(request, 'sessionEnded') };
}

/** Ends all sessions but the current one, also those past the account's limits: the limits may change. */
export async function endOtherSessions(
  request: ApiRequest,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  const { user, session = '' } = callerOf(request);
  await services.db.transaction(async (tx) => {
    const count = await endOtherSessionsOf(tx, { user: user.id, except: session, now: isoNow(services.clock) });
    if (count > 0) await recordActivity(tx, { type: 'sessionEnd', user, request }, services);
  });
  return { message: responseText(request, 'otherSessionsEnded') };
}

function openSessions(
  request: ApiRequest,
  { db, clock }: Pick<Services, 'clock' | 'db'>,
  only?: string,
): Promise<SessionRow[]> {
  const asked = { user: callerOf(request).user.id, now: isoNow(clock), limit: maxListedSessions };
  return listSessions(db.sql, only === undefined ? asked : { ...asked, only });
}
