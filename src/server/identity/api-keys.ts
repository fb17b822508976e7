// API keys: make, list, revoke. [identity.keys] [identity.keys.create] [identity.keys.list] [identity.keys.revoke] [identity.keys.use]
import { randomInt } from 'node:crypto';
import type { ApiKey, NewApiKey } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { errors } from '../errors.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import {
  type ApiKeyRow,
  deleteApiKey,
  findApiKeyOwner,
  insertApiKey,
  listApiKeys,
  type NewApiKeyRow,
} from '../store/api-keys.ts';
import { shareUser } from '../store/users.ts';
import { recordActivity } from './activity-log.ts';
import { hashKeySecret } from './authenticate.ts';

const secretAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;

export async function createApiKey(request: ApiRequest, services: Services): Promise<NewApiKey> {
  const { user } = callerOf(request);
  const time = isoNow(services.clock);
  const key: NewApiKeyRow = {
    id: services.newId(),
    account: user.account,
    userId: user.id,
    email: user.email,
    createTime: time,
    modifyTime: time,
  };
  const secret = Array.from({ length: secretLength }, () => secretAlphabet[randomInt(secretAlphabet.length)]).join('');
  await services.db.transaction(async (tx) => {
    // Who is being removed at this moment must not leave another way in.
    if (!(await shareUser(tx, user.id))) throw errors.invalidToken();
    await insertApiKey(tx, { ...key, secretHash: hashKeySecret(secret) });
    await recordActivity(tx, { type: 'keyCreate', user, request }, services);
  });
  return { ...presentApiKey({ ...key, lastUse: null, lastAddress: null }), token: key.id + secret };
}

export async function listOwnApiKeys(request: ApiRequest, services: Services): Promise<ApiList<ApiKey>> {
  const keys = await listApiKeys(services.db.sql, callerOf(request).user.id);
  return { data: keys.map(presentApiKey) };
}

export async function revokeApiKey(request: ApiRequest<{ apiKey: string }>, services: Services): Promise<void> {
  const { user } = callerOf(request);
  const id = request.params.apiKey;
  const owner = await findApiKeyOwner(services.db.sql, id);
  if (owner === undefined) throw errors.apiKeyNotFound(id);
  if (owner !== user.id) throw errors.insufficientPermissions();
  await services.db.transaction(async (tx) => {
    if (!(await deleteApiKey(tx, id, user.id))) throw errors.apiKeyNotFound(id);
    await recordActivity(tx, { type: 'keyRevoke', user, request }, services);
  });
}

function presentApiKey(key: ApiKeyRow): ApiKey {
  return {
    _id: key.id,
    account: key.account,
    user: key.userId,
    email: key.email,
    createTime: key.createTime,
    modifyTime: key.modifyTime,
    ...(key.lastUse !== null && { lastUse: key.lastUse }),
    ...(key.lastAddress !== null && { lastAddress: key.lastAddress }),
  };
}
