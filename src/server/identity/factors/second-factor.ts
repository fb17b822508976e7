// The second step of signing in: whoever has a factor must show it, whatever the first step was. Asked only when the first one
// is right. [identity.factors] [identity.factors.guessing]
import { addressGroup } from '../../base/address-group.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import {
  type FactorRow,
  isKnownAddress,
  listFactors,
  useFactor,
  useRecoveryCode,
} from '../../store/identity/factors.ts';
import type { UserRow } from '../../store/identity/users.ts';
import { recordActivity } from '../activity-log.ts';
import { readDevice } from '../device-cookie.ts';
import { type GuessBounds, makeGuess, refuseSpentGuesses } from '../guess-limits.ts';
import { knownAddressMs } from '../sign-in-bounds.ts';
import { decryptSecret } from './factor-secret.ts';
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'auditChain'>;

/** Wrong codes in a window. Nobody gets here without the password. */
export const codeBounds = {
  /** From one device, or from one address. */
  own: 10,
  /** Six digits from all addresses and devices that the user never signed in from: a recovery code is good all the same. */
  strangers: 20,
} as const;

export interface SecondStep {
  readonly user: UserRow;
  readonly code: string | undefined;
  readonly request: Pick<ApiRequest, 'ip' | 'userAgent'> & { readonly cookies?: string | undefined };
}

/** Whether a code was asked for and right; throws the 401 or the 429. */
export async function checkSecondFactor(step: SecondStep, services: Needs): Promise<boolean> {
  const { user, code, request } = step;
  const { db } = services;
  const factors = await listFactors(db.sql, user.id);
  if (factors.length === 0) return false;
  const kinds = [...new Set(factors.map(({ kind }) => kind))].sort();
  if (code === undefined || code.trim() === '') throw errors.secondFactorMissing(kinds);
  const recoveryCode = readRecoveryCode(code);
  const { own, bounds } = await codeTry(step, recoveryCode !== undefined, services);
  await refuseSpentGuesses(bounds, services);
  const isRight = () =>
    recoveryCode === undefined
      ? isTotpRight(code.replace(/\s/g, ''), factors, services)
      : isRecoveryCodeRight(recoveryCode, step, services);
  if (await makeGuess({ bounds, own, isRight }, services)) return true;
  await recordActivity(db.sql, { type: 'codeFailed', user, request }, services);
  throw errors.wrongCode(kinds);
}

/** Under which names a wrong code is counted: strangers who have the password must not use up what the owner has. */
async function codeTry(
  { user, request }: SecondStep,
  isRecoveryCode: boolean,
  { db, secrets, clock }: Pick<Services, 'clock' | 'db' | 'secrets'>,
): Promise<{ own: string; bounds: GuessBounds }> {
  const device = readDevice(request.cookies, { key: secrets.device, now: clock.now() });
  if (device?.user === user.id) {
    const own = `code:${user.id}:device:${device.id}`;
    return { own, bounds: { [own]: codeBounds.own } };
  }
  const address = addressGroup(request.ip);
  const own = `code:${user.id}:${address}`;
  const bounds = { [own]: codeBounds.own };
  const from = new Date(clock.now() - knownAddressMs).toISOString();
  if (isRecoveryCode || (await isKnownAddress(db.sql, { user: user.id, address, from }))) return { own, bounds };
  return { own, bounds: { ...bounds, [`code:${user.id}:strangers`]: codeBounds.strangers } };
}

async function isTotpRight(
  code: string,
  factors: readonly FactorRow[],
  services: Pick<Services, 'clock' | 'log' | 'db' | 'secrets'>,
): Promise<boolean> {
  const { secrets, clock, db, log } = services;
  for (const { id, userId, kind, secret } of factors) {
    if (kind !== 'totp') continue;
    const bytes = decryptSecret(secret, { key: secrets.factor, boundTo: totpOf(userId, id) });
    if (bytes === undefined) {
      log.warn({ factor: id }, 'the secret of an authenticator app cannot be read: was SECRET changed?');
      continue;
    }
    const step = findTotpStep(bytes, code, clock.now());
    // A code counts once: whoever looked over a shoulder comes too late.
    if (step !== undefined)
      return db.transaction((tx) => useFactor(tx, { id, counter: step, time: isoNow(clock), mayStay: false }));
  }
  return false;
}

/** What the secret of an authenticator app is bound to. */
export function totpOf(user: string, factor: string): string {
  return `totp:${user}:${factor}`;
}

async function isRecoveryCodeRight(code: string, step: SecondStep, services: Needs): Promise<boolean> {
  const { user, request } = step;
  const hash = hashRecoveryCode(code, { user: user.id, key: services.secrets.factor });
  return services.db.transaction(async (tx) => {
    if (!(await useRecoveryCode(tx, { user: user.id, hash }))) return false;
    await recordActivity(tx, { type: 'recoveryCodeUse', user, request }, services);
    return true;
  });
}
