// API keys: make, list, change, revoke.
// [identity.keys] [identity.keys.create] [identity.keys.list] [identity.keys.revoke] [identity.keys.use] [identity.keys.replace]
import { randomInt } from 'node:crypto';
import type { ApiKey, NewApiKey } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import {
  type ApiKeyRow,
  deleteApiKey,
  findApiKeyOwner,
  insertApiKey,
  listApiKeys,
  lockApiKey,
  type NewApiKeyRow,
  setApiKey,
} from '../store/identity/api-keys.ts';
import { lockSignedInUser, type UserRow } from '../store/identity/users.ts';
import { recordActivity } from './activity-log.ts';
import { hashKeySecret } from './authenticate.ts';

const secretAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;

export interface NewKeyPayload {
  readonly name?: string;
  /** In the future. */
  readonly expireTime?: string;
  /** One of the caller's own keys, which goes on working. */
  readonly replaces?: string;
}

export async function createApiKey(
  request: ApiRequest<unknown, unknown, NewKeyPayload | undefined>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<NewApiKey> {
  const { user } = callerOf(request);
  const wanted = request.payload ?? {};
  if (wanted.replaces !== undefined) await refuseForeignKey(wanted.replaces, user, services);
  return makeApiKey({ user, request, ...wanted, createdBy: null }, services);
}

export interface KeyToMake extends NewKeyPayload {
  readonly user: UserRow;
  readonly request: Pick<ApiRequest, 'ip' | 'userAgent'>;
  /** Null: the user. */
  readonly createdBy: string | null;
}

export async function makeApiKey(
  wanted: KeyToMake,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<NewApiKey> {
  const { user, request } = wanted;
  refusePast(wanted.expireTime, services);
  const time = isoNow(services.clock);
  const key: NewApiKeyRow = {
    id: services.newId(),
    account: user.account,
    userId: user.id,
    email: user.email,
    createTime: time,
    modifyTime: time,
    name: wanted.name ?? null,
    expireTime: wanted.expireTime ?? null,
    replaces: wanted.replaces ?? null,
    createdBy: wanted.createdBy,
  };
  const secret = Array.from({ length: secretLength }, () => secretAlphabet[randomInt(secretAlphabet.length)]).join('');
  await services.db.transaction(async (tx) => {
    // Who is being removed, or loses the user to the owner of its email, must not leave another way in.
    if ((await lockSignedInUser(tx, user)) === undefined) throw errors.invalidToken();
    await insertApiKey(tx, { ...key, secretHash: hashKeySecret(secret) });
    await recordActivity(tx, { type: 'keyCreate', user, request, ...aboutKey(key) }, services);
  });
  return { ...presentApiKey({ ...key, lastUse: null, lastAddress: null }), token: key.id + secret };
}

export async function listOwnApiKeys(request: ApiRequest, services: Pick<Services, 'db'>): Promise<ApiList<ApiKey>> {
  const keys = await listApiKeys(services.db.sql, callerOf(request).user.id);
  return { data: keys.map(presentApiKey) };
}

export interface KeyChange {
  readonly name?: string | null;
  readonly expireTime?: string | null;
}

/** What is not sent stays as it is. Never with a key: one that somebody stole would go on for ever. */
export async function changeApiKey(
  request: ApiRequest<{ apiKey: string }, unknown, KeyChange>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiKey> {
  const { user } = callerOf(request);
  const id = request.params.apiKey;
  const { name, expireTime } = request.payload;
  await refuseForeignKey(id, user, services);
  refusePast(expireTime ?? undefined, services);
  return services.db.transaction(async (tx) => {
    const now = await lockApiKey(tx, id);
    if (now === undefined) throw errors.apiKeyNotFound(id);
    if (name === undefined && expireTime === undefined) return presentApiKey(now);
    const changed = {
      ...now,
      name: name === undefined ? now.name : name,
      expireTime: expireTime === undefined ? now.expireTime : expireTime,
      modifyTime: isoNow(services.clock),
    };
    await setApiKey(tx, changed);
    await recordActivity(tx, { type: 'keyChange', user, request, ...aboutKey(changed) }, services);
    return presentApiKey(changed);
  });
}

export async function revokeApiKey(
  request: ApiRequest<{ apiKey: string }>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<void> {
  const { user } = callerOf(request);
  const id = request.params.apiKey;
  await refuseForeignKey(id, user, services);
  await services.db.transaction(async (tx) => {
    const key = await lockApiKey(tx, id);
    if (key === undefined || !(await deleteApiKey(tx, id, user.id))) throw errors.apiKeyNotFound(id);
    await recordActivity(tx, { type: 'keyRevoke', user, request, ...aboutKey(key) }, services);
  });
}

async function refuseForeignKey(id: string, user: UserRow, { db }: Pick<Services, 'db'>): Promise<void> {
  const owner = await findApiKeyOwner(db.sql, id);
  if (owner === undefined) throw errors.apiKeyNotFound(id);
  if (owner !== user.id) throw errors.insufficientPermissions();
}

function refusePast(expireTime: string | undefined, { clock }: Pick<Services, 'clock'>): void {
  if (expireTime === undefined || Date.parse(expireTime) > clock.now()) return;
  throw errors.requestInvalid('"expireTime" must be in the future', { source: 'payload', keys: ['expireTime'] });
}

/** choice: only a key with a name is named in the log; by its id nobody knows it again. */
function aboutKey({ name }: Pick<ApiKeyRow, 'name'>): { about?: string } {
  return name === null ? {} : { about: name };
}

function presentApiKey(key: ApiKeyRow): ApiKey {
  const { name, createdBy, lastUse, lastAddress, expireTime, replaces } = key;
  return {
    _id: key.id,
    account: key.account,
    user: key.userId,
    email: key.email,
    createTime: key.createTime,
    modifyTime: key.modifyTime,
    ...(name !== null && { name }),
    ...(createdBy !== null && { createdBy }),
    ...(lastUse !== null && { lastUse }),
    ...(lastAddress !== null && { lastAddress }),
    ...(expireTime !== null && { expireTime }),
    ...(replaces !== null && { replaces }),
  };
}
