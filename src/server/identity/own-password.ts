// Somebody who is signed in shows their password again: to change it, or to confirm that it is them.
// [identity.password] [identity.fresh.proof]

import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { recordActivity } from './activity-log.ts';
import { makeGuess, refuseSpentGuesses } from './guess-limits.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'passwords' | 'auditChain'>;

/** Wrong passwords that a session may give in the window of guesses. */
export const maxOwnPasswordGuesses = 10;

/** False, and a line in the log, for a wrong one; throws the 429. `whenRight` runs in the same turn for hashing. */
export async function checkOwnPassword(
  request: ApiRequest,
  password: string,
  services: Needs,
  whenRight: () => Promise<void> = async () => {},
): Promise<boolean> {
  const { user, session } = callerOf(request);
  const { passwords } = services;
  // By session: whoever took over one has few guesses, and the owner's other sessions have their own.
  const own = `change:${user.id}:${session}`;
  const bounds = { [own]: maxOwnPasswordGuesses };
  await refuseSpentGuesses(bounds, services);
  const isRight = await passwords.inTurn({ key: user.id, isTrusted: true }, async () => {
    if (!(await makeGuess({ bounds, own, isRight: () => passwords.isRight(password, user.passwordHash) }, services)))
      return false;
    await whenRight();
    return true;
  });
  if (!isRight) await recordActivity(services.db.sql, { type: 'loginFailed', user, request }, services);
  return isRight;
}
