// A factor joins those of a user; with the first one come recovery codes. [identity.factors.add] [identity.factors.recovery]
import type { AddedFactor, Factor } from '../../../api-types/factors.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { brokenUnique } from '../../store/connection/db.ts';
import { type FactorRow, insertFactor, listFactors } from '../../store/identity/factors.ts';
import { lockSignedInUser } from '../../store/identity/users.ts';
import { recordActivity } from '../activity-log.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'secrets' | 'auditChain'>;

export const maxFactors = 20;
export const maxFactorName = 100;

export async function addFactor(
  request: ApiRequest,
  factor: Omit<FactorRow, 'userId' | 'createTime' | 'lastUse'>,
  services: Needs,
): Promise<AddedFactor> {
  const { user } = callerOf(request);
  try {
    return await services.db.transaction(async (tx) => {
      if ((await lockSignedInUser(tx, user)) === undefined) throw errors.invalidToken();
      const others = await listFactors(tx, user.id);
      if (others.length >= maxFactors) throw errors.factorsFull();
      const row = { ...factor, userId: user.id, createTime: isoNow(services.clock), lastUse: null };
      await insertFactor(tx, row);
      const codes = others.length > 0 ? {} : { recoveryCodes: await makeRecoveryCodes(tx, user.id, services) };
      await recordActivity(tx, { type: 'factorAdd', user, request, about: factor.name }, services);
      return { factor: presentFactor(row), ...codes };
    });
  } catch (error) {
    // Confirmed twice, or a passkey that somebody has already.
    if (brokenUnique(error) === 'factors_pkey') throw errors.setUpTooOld();
    if (brokenUnique(error) === 'factors_credential_id_key') throw errors.passkeyNotAdded(error);
    throw error;
  }
}

export function presentFactor({ id, kind, name, createTime, lastUse }: FactorRow): Factor {
  return { id, kind, name, createTime, lastUse };
}
