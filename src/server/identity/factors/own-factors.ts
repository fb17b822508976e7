// GET /me/factors and DELETE /me/factors/{factor}. [identity.factors.list] [identity.factors.remove]
import type { Factors } from '../../../api-types/factors.ts';
import type { ApiMessage } from '../../../api-types/lists.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { responseText } from '../../http/response-text.ts';
import { findAccount } from '../../store/identity/accounts.ts';
import { countRecoveryCodes, deleteFactor, listFactors, replaceRecoveryCodes } from '../../store/identity/factors.ts';
import { lockUser } from '../../store/identity/users.ts';
import { readAccountSettings } from '../account-settings.ts';
import { recordActivity } from '../activity-log.ts';
import { presentFactor } from './add-factor.ts';

export async function listOwnFactors(request: ApiRequest, { db }: Pick<Services, 'db'>): Promise<Factors> {
  const { user } = callerOf(request);
  const factors = await listFactors(db.sql, user.id);
  const account = await findAccount(db.sql, user.account);
  return {
    data: factors.map(presentFactor),
    recoveryCodesLeft: await countRecoveryCodes(db.sql, user.id),
    isRequired: readAccountSettings(account?.settings ?? '{}').requireSecondFactor,
  };
}

/** Removing the last factor also removes the recovery codes. */
export async function removeOwnFactor(
  request: ApiRequest<{ factor: string }>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  const { user } = callerOf(request);
  await services.db.transaction(async (tx) => {
    if ((await lockUser(tx, user.id)) === undefined) throw errors.invalidToken();
    const factors = await listFactors(tx, user.id);
    const removed = factors.find(({ id }) => id === request.params.factor);
    if (removed === undefined) throw errors.factorNotFound();
    await deleteFactor(tx, { id: removed.id, user: user.id });
    if (factors.length === 1) await replaceRecoveryCodes(tx, user.id, []);
    await recordActivity(tx, { type: 'factorRemove', user, request, about: removed.name }, services);
  });
  return { message: responseText(request, 'factorRemoved') };
}
