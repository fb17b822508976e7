// Somebody has lost their second factor: a colleague (DELETE /user/{userId}/factors) or the operator's command removes all of
// them, and the password alone is good again. The person hears of it. [identity.factors.reset]
import type { ApiMessage } from '../../../api-types/lists.ts';
import { localeOf } from '../../../core/locale/locale.ts';
import { mailWords } from '../../../words/all/server/mail.ts';
import { errors } from '../../base/errors.ts';
import { readMailAddress } from '../../base/mail-address.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { responseText } from '../../http/response-text.ts';
import type { Transaction } from '../../store/connection/db.ts';
import { deleteFactors, replaceRecoveryCodes } from '../../store/identity/factors.ts';
import { findUsersByIds, lockUser, shareUser, type UserRow } from '../../store/identity/users.ts';
import { recordActivity } from '../activity-log.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'mail' | 'auditChain'>;

const mailMs = 20_000;

export async function resetFactorsOfColleague(
  request: ApiRequest<{ userId: string }>,
  services: Needs,
): Promise<ApiMessage> {
  const { user, account } = callerOf(request);
  const { userId } = request.params;
  const reset = await services.db.transaction(async (tx) => {
    const known = (await findUsersByIds(tx, [userId])).get(userId);
    if (known === undefined) throw errors.userNotFound(userId);
    if (known.account !== account) throw errors.insufficientPermissions();
    // In the order of their ids, as whoever locks several does.
    const locked =
      user.id < userId
        ? [await shareUser(tx, user.id), await lockUser(tx, userId)]
        : [await lockUser(tx, userId), await shareUser(tx, user.id)];
    if (locked.includes(undefined) || locked.includes(false)) throw errors.invalidToken();
    const count = await removeFactors(tx, userId);
    await recordActivity(tx, { type: 'factorsReset', user, request, about: known.email }, services);
    return { user: known, count };
  });
  if (reset.count > 0 && userId !== user.id) await tellPerson(reset.user, services);
  return { message: responseText(request, 'factorsRemoved') };
}

/** For the command line: how many there were. */
export async function resetFactors(userId: string, services: Needs): Promise<number> {
  const reset = await services.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw errors.userNotFound(userId);
    const request = { ip: '', userAgent: 'formstead' };
    const count = await removeFactors(tx, userId);
    await recordActivity(tx, { type: 'factorsReset', user, request, about: user.email }, services);
    return { user, count };
  });
  if (reset.count > 0) await tellPerson(reset.user, services);
  return reset.count;
}

/** Recovery codes go along. How many factors there were. */
export async function removeFactors(tx: Transaction, user: string): Promise<number> {
  await replaceRecoveryCodes(tx, user, []);
  return deleteFactors(tx, user);
}

/** It is done, whether the email arrives or not. */
async function tellPerson(user: UserRow, services: Pick<Services, 'config' | 'newId' | 'log' | 'mail'>): Promise<void> {
  const { locale } = JSON.parse(user.settings) as { locale?: string };
  const words = mailWords[localeOf(locale)].factorsRemoved;
  const to = readMailAddress(user.email);
  if (to === undefined) return;
  const parts = {
    subject: words.subject,
    text: `${words.text}\n\n${services.config.appUrl}/admin/account/security/\n`,
  };
  const message = {
    id: services.newId(),
    from: services.config.mailFrom,
    to: [to],
    replyTo: [],
    ...parts,
    attachments: [],
  };
  try {
    await services.mail.send(message, { timeoutMs: mailMs });
  } catch (error) {
    services.log.warn({ user: user.id, error: String((error as Error).cause ?? error) }, 'an email was not sent');
  }
}
