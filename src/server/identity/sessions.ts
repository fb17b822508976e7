// GET /auth/sessions, DELETE /auth/sessions, DELETE /auth/sessions/{session}: where somebody is signed in, and an end to it.
// [identity.sessions] [identity.sessions.end]
import type { OpenSession } from '../../api-types/identity.ts';
import type { ApiList, ApiMessage } from '../../api-types/lists.ts';
import { errors } from '../errors.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import { isoNow, type Services } from '../services.ts';
import { findAccount } from '../store/accounts.ts';
import { endSession, listSessions, type SessionRow } from '../store/sessions.ts';
import { recordActivity } from './activity-log.ts';
import { isPastAccountLimits } from './authenticate.ts';

export async function listOwnSessions(request: ApiRequest, services: Services): Promise<ApiList<OpenSession>> {
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

export async function endOneSession(request: ApiRequest<{ session: string }>, services: Services): Promise<ApiMessage> {
  const ended = (await openSessions(request, services)).filter(({ id }) => id === request.params.session);
  if (ended.length === 0) throw errors.sessionNotFound();
  await end(ended, request, services);
  return { message: responseText(request, { en: 'The session was ended.', he: 'הכניסה הסתיימה.' }) };
}

/** The one that asks goes on. */
export async function endOtherSessions(request: ApiRequest, services: Services): Promise<ApiMessage> {
  const { session: current } = callerOf(request);
  const ended = (await openSessions(request, services)).filter(({ id }) => id !== current);
  if (ended.length > 0) await end(ended, request, services);
  return { message: responseText(request, { en: 'All other sessions were ended.', he: 'כל הכניסות האחרות הסתיימו.' }) };
}

function openSessions(request: ApiRequest, { db, clock }: Services): Promise<SessionRow[]> {
  return listSessions(db.sql, { user: callerOf(request).user.id, now: isoNow(clock) });
}

async function end(ended: readonly SessionRow[], request: ApiRequest, services: Services): Promise<void> {
  const { user } = callerOf(request);
  await services.db.transaction(async (tx) => {
    for (const { id, expiresAt } of ended) await endSession(tx, { session: id, expiresAt });
    await recordActivity(tx, { type: 'sessionEnd', user, request }, services);
  });
}
