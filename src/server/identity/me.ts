// GET /me and POST /me/password. SPEC.md "Identity and keys", CONTRACT.md section 3.
import { errors } from '../errors.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import { setPassword } from '../store/users.ts';
import { recordActivity } from './activity-log.ts';
import { hashPassword, isPasswordRight } from './password.ts';
import { presentUser } from './present-user.ts';

export async function getMe(request: ApiRequest) {
  return presentUser(callerOf(request).user);
}

/** Ends every other session of the user; the one that asked goes on. */
export async function changePassword(
  request: ApiRequest<unknown, unknown, { password: string; newPassword: string }>,
  services: Services,
): Promise<void> {
  const { user, session } = callerOf(request);
  if (!(await isPasswordRight(request.payload.password, user.passwordHash))) {
    await recordActivity(services.db.sql, { type: 'loginFailed', user, request }, services);
    throw errors.wrongPassword();
  }
  const passwordHash = await hashPassword(request.payload.newPassword);
  const time = isoNow(services.clock);
  await services.db.transaction(async (tx) => {
    await setPassword(tx, { user: user.id, passwordHash, time, keptSession: session ?? null });
    await recordActivity(tx, { type: 'passwordChange', user, request }, services);
  });
}
