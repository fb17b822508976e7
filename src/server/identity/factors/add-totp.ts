// POST /me/factors/totp and /me/factors/totp/confirm: an authenticator app becomes a factor once it shows a right code. What was
// begun travels with the caller, encrypted, so that nothing is stored that nobody finishes. [identity.factors.totp]
import type { AddedFactor, TotpSetUp } from '../../../api-types/factors.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { addFactor } from './add-factor.ts';
import { decryptSecret, encryptSecret } from './factor-secret.ts';
import { totpOf } from './second-factor.ts';
import { findTotpStep, newTotpSecret, toBase32, totpUri } from './totp.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'secrets' | 'auditChain'>;

const setUpMs = 30 * 60_000;

export async function beginTotp(
  request: ApiRequest,
  services: Pick<Services, 'config' | 'clock' | 'newId' | 'secrets'>,
): Promise<TotpSetUp> {
  const { user } = callerOf(request);
  const { config, secrets, clock, newId } = services;
  const secret = newTotpSecret();
  const begun: BegunTotp = [newId(), clock.now() + setUpMs, secret.toString('base64url')];
  return {
    secret: toBase32(secret),
    uri: totpUri({ secret, email: user.email, issuer: `Formstead (${new URL(config.appUrl).host})` }),
    setUp: encryptSecret(Buffer.from(JSON.stringify(begun)), { key: secrets.factor, boundTo: setUpOf(user.id) }),
  };
}

type BegunTotp = [factor: string, goodUntil: number, secret: string];

export interface ConfirmPayload {
  readonly setUp: string;
  readonly code: string;
  readonly name?: string;
}

export async function confirmTotp(
  request: ApiRequest<unknown, unknown, ConfirmPayload>,
  services: Needs,
): Promise<AddedFactor> {
  const { user } = callerOf(request);
  const { secrets, clock } = services;
  const { setUp, code, name = 'Authenticator app' } = request.payload;
  const text = decryptSecret(setUp, { key: secrets.factor, boundTo: setUpOf(user.id) });
  if (text === undefined) throw errors.setUpTooOld();
  const [id, goodUntil, coded] = JSON.parse(text.toString()) as BegunTotp;
  if (clock.now() >= goodUntil) throw errors.setUpTooOld();
  const bytes = Buffer.from(coded, 'base64url');
  const counter = findTotpStep(bytes, code.replace(/\s/g, ''), clock.now());
  if (counter === undefined) throw errors.codeNotRight();
  const secret = encryptSecret(bytes, { key: secrets.factor, boundTo: totpOf(user.id, id) });
  // The code that confirms has been used.
  const factor = { id, kind: 'totp', name, secret, credentialId: null, transports: null, counter } as const;
  return addFactor(request, factor, services);
}

function setUpOf(user: string): string {
  return `set up:${user}`;
}
