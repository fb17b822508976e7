// GET /user, POST /user, DELETE /user/{userId}: the people of an account. Every one has the same permissions,
// but keys neither add nor remove anybody, as they make no keys.
// [identity.users] [identity.users.removal] [identity.permissions]

import type { User } from '../../api-types/identity.ts';
import type { ApiList, ApiMessage } from '../../api-types/lists.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import { lockAccount } from '../store/identity/accounts.ts';
import { deleteUser, findUsersByIds, listUsers, lockUsers, shareUser } from '../store/identity/users.ts';
import { recordActivity } from './activity-log.ts';
import { insertUserWithHash } from './create-user.ts';
import { refuseProbing } from './email-probing.ts';
import { checkNewPassword } from './password-rules.ts';
import { presentUser } from './present-user.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'db' | 'passwords' | 'auditChain'>;

export async function listOwnUsers(request: ApiRequest, services: Pick<Services, 'db'>): Promise<ApiList<User>> {
  const users = await listUsers(services.db.sql, callerOf(request).account);
  return { data: users.map(presentUser) };
}

export interface NewUserPayload {
  readonly email: string;
  readonly password: string;
  readonly name?: string;
}

export async function addUser(request: ApiRequest<unknown, unknown, NewUserPayload>, services: Needs): Promise<User> {
  const { user, account } = callerOf(request);
  const { password, ...wanted } = request.payload;
  checkNewPassword(password, { key: 'password', email: wanted.email, name: wanted.name });
  const passwordHash = await services.passwords.inTurn({ key: user.id, isTrusted: true }, () =>
    services.passwords.hash(password),
  );
  const added = await services.db
    .transaction(async (tx) => {
      // Who is being removed at this moment must not leave another way in.
      if (!(await shareUser(tx, user.id))) throw errors.invalidToken();
      // Nor does an account that is being closed get somebody who would not be barred.
      if ((await lockAccount(tx, account))?.closedAt !== null) throw errors.invalidToken();
      const made = await insertUserWithHash(tx, { ...wanted, account, passwordHash, isVerified: false }, services);
      await recordActivity(tx, { type: 'userAdd', user, request, about: wanted.email }, services);
      return (await findUsersByIds(tx, [made.user])).get(made.user);
    })
    .catch((error: unknown) => refuseProbing(error, account, services));
  if (added === undefined) throw new Error('A user that was just made is not there.');
  return presentUser(added);
}

/** Login tokens end with their user, keys are removed with theirs. What names the user's id goes on naming it. */
export async function removeUser(
  request: ApiRequest<{ userId: string }>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  const { user, account } = callerOf(request);
  const { userId } = request.params;
  if (userId === user.id) throw errors.removeYourself();
  await services.db.transaction(async (tx) => {
    // Two who remove each other at once: one of them is too late, so nobody's account is left without a user.
    const users = await lockUsers(tx, account);
    if (!users.some(({ id }) => id === user.id)) throw errors.invalidToken();
    const removed = users.find(({ id }) => id === userId);
    if (removed === undefined) {
      const isElsewhere = (await findUsersByIds(tx, [userId])).size > 0;
      throw isElsewhere ? errors.insufficientPermissions() : errors.userNotFound(userId);
    }
    await deleteUser(tx, userId);
    await recordActivity(tx, { type: 'userRemove', user, request, about: removed.email }, services);
  });
  return { message: responseText(request, 'userRemoved') };
}
