// GET /me, PATCH /me and POST /me/password. [identity.user.change] [identity.password] [identity.token.ends]
import type { User } from '../../api-types/identity.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { endResets } from '../store/identity/person-links.ts';
import { lockUser, setPassword, setProfile } from '../store/identity/users.ts';
import { recordActivity } from './activity-log.ts';
import { checkOwnPassword } from './own-password.ts';
import { checkNewPassword } from './password-rules.ts';
import { presentUser } from './present-user.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'passwords' | 'auditChain'>;

export async function getMe(request: ApiRequest): Promise<User> {
  return presentUser(callerOf(request).user);
}

export interface Profile {
  readonly name?: string;
  readonly settings?: { readonly locale?: string; readonly theme?: string };
}

/** What is not sent stays as it is, each setting by itself. */
export async function changeMe(
  request: ApiRequest<unknown, unknown, Profile>,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<User> {
  const { user, kind } = callerOf(request);
  const { name, settings } = request.payload;
  const changed = await services.db.transaction(async (tx) => {
    const now = await lockUser(tx, user.id);
    if (now === undefined || (name === undefined && settings === undefined)) return now;
    const time = isoNow(services.clock);
    const merged = JSON.stringify({ ...(JSON.parse(now.settings) as object), ...settings });
    await setProfile(tx, { user: user.id, name: name ?? now.name, settings: merged, time });
    return { ...now, name: name ?? now.name, settings: merged, modifyTime: time, changedAt: time };
  });
  // Removed by a colleague a moment ago.
  if (changed === undefined) throw kind === 'apiKey' ? errors.invalidApiKey() : errors.invalidToken();
  return presentUser(changed);
}

export interface PasswordPayload {
  readonly password: string;
  readonly newPassword: string;
}

/** Ends every other session of the user; the one that asked goes on. */
export async function changePassword(
  request: ApiRequest<unknown, unknown, PasswordPayload>,
  services: Needs,
): Promise<void> {
  const { user, session } = callerOf(request);
  const { password, newPassword } = request.payload;
  let passwordHash = '';
  const isRight = await checkOwnPassword(request, password, services, async () => {
    checkNewPassword(newPassword, { key: 'newPassword', email: user.email, name: user.name, former: password });
    passwordHash = await services.passwords.hash(newPassword);
  });
  if (!isRight) throw errors.wrongPassword();
  const time = isoNow(services.clock);
  await services.db.transaction(async (tx) => {
    await setPassword(tx, { user: user.id, passwordHash, time, keptSession: session ?? null });
    // A link that was asked for before would change it again.
    await endResets(tx, user.id);
    await recordActivity(tx, { type: 'passwordChange', user, request }, services);
  });
}
