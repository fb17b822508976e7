// Turns the headers of a request into a caller, or throws its 401.
// [identity.keys.header] [identity.keys.expiry] [identity.bad-credential] [errors.unauthorized]
import { hash, timingSafeEqual } from 'node:crypto';
import { type Clock, maxLeadMs } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Secrets } from '../http/secrets.ts';
import { createBatchLoader, type Load } from '../store/connection/batch-loader.ts';
import type { Db } from '../store/connection/db.ts';
import { type ApiKeyHolder, findApiKeyHolders } from '../store/identity/api-keys.ts';
import { findSessionHolders, type SessionHolder } from '../store/identity/sessions.ts';
import type { UserRow } from '../store/identity/users.ts';
import { readAccountSettings } from './account-settings.ts';
import type { Caller } from './caller.ts';
import type { LastUses } from './last-uses.ts';
import { type LoginToken, readLoginToken } from './login-token.ts';

export interface CredentialLoader {
  readonly apiKey: Load<ApiKeyHolder>;
  /** By `<user id>.<session>`; undefined when the user is gone or the session was ended. */
  readonly session: Load<SessionHolder>;
}

/** One: what waits meanwhile shares the next, and the larger a batch, the less each look-up in it costs. */
const maxLookupsUnderWay = 1;

export function createCredentialLoader(db: Db): CredentialLoader {
  return {
    apiKey: createBatchLoader({ load: (ids) => findApiKeyHolders(db.sql, ids), maxInFlight: maxLookupsUnderWay }),
    session: createBatchLoader({ load: (keys) => loadSessions(db, keys), maxInFlight: maxLookupsUnderWay }),
  };
}

async function loadSessions(db: Db, keys: string[]): Promise<Map<string, SessionHolder>> {
  const asked = keys.map((key) => {
    const dot = key.indexOf('.');
    return { user: key.slice(0, dot), session: key.slice(dot + 1) };
  });
  const holders = await findSessionHolders(db.sql, asked);
  return new Map([...holders].map(([session, holder]) => [`${holder.user.id}.${session}`, holder]));
}

export interface Credentials {
  readonly apiKey: string | undefined;
  readonly token: string | undefined;
  /** The token came in the cookie of the management app. */
  readonly isCookie?: boolean;
  /** Where it comes from. */
  readonly ip: string;
}

/** A bad credential is never ignored, on public endpoints neither; with both a key and a token both must be good. */
export function authenticate(credentials: Credentials, services: AuthenticationServices): Promise<Caller | undefined> {
  const { apiKey, token, ip } = credentials;
  // What nearly all requests bring.
  if (token === undefined && apiKey !== undefined) return authenticateKey(apiKey, ip, services);
  return authenticateAll(credentials, services);
}

interface AuthenticationServices {
  readonly credentials: CredentialLoader;
  readonly secrets: Secrets;
  readonly lastUses: LastUses;
  readonly clock: Clock;
}

async function authenticateAll(
  credentials: Credentials,
  services: AuthenticationServices,
): Promise<Caller | undefined> {
  const { apiKey, token, ip } = credentials;
  const byToken = token === undefined ? undefined : await authenticateToken(token, credentials, services);
  const byKey = apiKey === undefined ? undefined : await authenticateKey(apiKey, ip, services);
  return byKey ?? byToken;
}

const keyPattern = /^([0-9a-fA-F]{24})([0-9A-Za-z]{32})$/;

async function authenticateKey(apiKey: string, ip: string, services: AuthenticationServices): Promise<Caller> {
  const [, id, secret] = keyPattern.exec(apiKey) ?? [];
  if (id === undefined || secret === undefined) throw errors.invalidApiKey();
  const holder = await services.credentials.apiKey(id.toLowerCase());
  if (holder === undefined || !isSecretRight(secret, holder)) throw errors.invalidApiKey();
  if (holder.expireTime !== null && services.clock.now() >= Date.parse(holder.expireTime)) throw errors.invalidApiKey();
  services.lastUses.key(id.toLowerCase(), ip);
  const { user } = holder;
  return {
    kind: 'apiKey',
    user,
    account: user.account,
    session: undefined,
    apiKey: id.toLowerCase(),
    mustSetUpFactor: false,
  };
}

/** Right secrets of holders who are still being answered: requests with one key often come together. */
const rightSecrets = new WeakMap<ApiKeyHolder, Buffer>();

function isSecretRight(secret: string, holder: ApiKeyHolder): boolean {
  const sent = Buffer.from(secret);
  const known = rightSecrets.get(holder);
  if (known !== undefined) return timingSafeEqual(sent, known);
  const isRight = timingSafeEqual(Buffer.from(hashKeySecret(secret)), Buffer.from(holder.secretHash));
  if (isRight) rightSecrets.set(holder, sent);
  return isRight;
}

export function hashKeySecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

async function authenticateToken(
  text: string,
  { ip, isCookie = false }: Credentials,
  services: AuthenticationServices,
): Promise<Caller> {
  const now = services.clock.now();
  const token = readLoginToken(text, { key: services.secrets.loginToken, now });
  const holder = await services.credentials.session(`${token.user}.${token.session}`);
  if (holder === undefined || isRevoked(token, holder.user)) throw errors.invalidToken();
  if (isPastAccountLimits(token, holder, now)) throw errors.expiredToken();
  services.lastUses.session(token.session, { ip, isOfApp: isCookie });
  const { user, mustSetUpFactor } = holder;
  // A token that was taken out of the cookie is of the app all the same.
  const isStale = (isCookie || holder.isOfApp === true) && !isFresh(holder.provedAt, now);
  return {
    kind: 'loginToken',
    user,
    account: user.account,
    session: token.session,
    mustSetUpFactor,
    isStale,
    isCookie,
  };
}

/** How long a proof counts for what matters. [identity.fresh] */
export const freshMs = 15 * 60_000;

function isFresh(provedAt: string | null, now: number): boolean {
  const time = provedAt === null ? Number.NaN : Date.parse(provedAt);
  // A proof of a clock that was ahead does not last longer than any other.
  return now < time + freshMs && time <= now + maxLeadMs;
}

/** The account may have shortened its sessions after this one began. [identity.sessions.lifetime] */
export function isPastAccountLimits(
  { issuedAt }: Pick<LoginToken, 'issuedAt'>,
  holder: Pick<SessionHolder, 'accountSettings' | 'lastUse'>,
  now: number,
): boolean {
  const { sessionHours, sessionIdleMinutes } = readAccountSettings(holder.accountSettings);
  if (sessionHours !== null && now >= issuedAt + sessionHours * 3_600_000) return true;
  const lastUse = holder.lastUse === null ? issuedAt : Date.parse(holder.lastUse);
  return sessionIdleMinutes !== null && now >= lastUse + sessionIdleMinutes * 60_000;
}

function isRevoked({ session, issuedAt, generation }: LoginToken, user: UserRow): boolean {
  if (session === user.keptSession) return false;
  // The generation alone would do but for tokens, and processes, of older versions of the service.
  return issuedAt < Date.parse(user.tokensFrom) || (generation ?? user.tokenGeneration) !== user.tokenGeneration;
}

declare module '../base/services.ts' {
  interface Services {
    readonly credentials: CredentialLoader;
  }
}
