// Codes for those who have lost their factor: shown once, each good once, stored as hashes. [identity.factors.recovery]
import { createHmac, randomBytes } from 'node:crypto';
import type { RecoveryCodes } from '../../../api-types/factors.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import type { Runner } from '../../store/connection/db.ts';
import { listFactors, replaceRecoveryCodes } from '../../store/identity/factors.ts';
import { lockSignedInUser } from '../../store/identity/users.ts';
import { recordActivity } from '../activity-log.ts';
import { toBase32 } from './totp.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'secrets' | 'auditChain'>;

const codeCount = 10;
/** 80 bits: sixteen letters, which nobody guesses. */
const codeBytes = 10;

/** POST /me/factors/recovery-codes: new ones; those before are no longer good. */
export async function renewRecoveryCodes(request: ApiRequest, services: Needs): Promise<RecoveryCodes> {
  const { user } = callerOf(request);
  const codes = await services.db.transaction(async (tx) => {
    if ((await lockSignedInUser(tx, user)) === undefined) throw errors.invalidToken();
    if ((await listFactors(tx, user.id)).length === 0) throw errors.secondFactorSetUpFirst();
    const made = await makeRecoveryCodes(tx, user.id, services);
    await recordActivity(tx, { type: 'recoveryCodesNew', user, request }, services);
    return made;
  });
  return { recoveryCodes: codes };
}

export async function makeRecoveryCodes(
  tx: Runner,
  user: string,
  { secrets }: Pick<Services, 'secrets'>,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(readRecoveryCode(code) ?? '', { user, key: secrets.factor }));
  await replaceRecoveryCodes(tx, user, hashes);
  return codes;
}

/** `abcd-efgh-2345-6abc` */
function newRecoveryCode(): string {
  return (toBase32(randomBytes(codeBytes)).toLowerCase().match(/.{4}/g) ?? []).join('-');
}

/** As it is stored, however it was typed; undefined for what is none. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  return /^[a-z2-7]{16}$/.test(code) ? code : undefined;
}

export function hashRecoveryCode(code: string, { user, key }: { user: string; key: Buffer }): string {
  return createHmac('sha256', key).update(`recovery:${user}:${code}`).digest('base64url');
}
