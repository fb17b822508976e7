// How often an account hears that an email is in use. An email belongs to one user, so it has to be told; not any number of times:
// that would list our users. [identity.login.guessing]
import { ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { countGuess } from './guess-limits.ts';

/** In the window of guesses. */
const maxTakenEmails = 30;

/** choice: the 409 thirty times, then the 429. Any other error is passed on. */
export async function refuseProbing(
  error: unknown,
  account: string,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<never> {
  if (error instanceof ServiceError && error.situation === 'emailTaken') {
    await countGuess({ [`emailTaken:${account}`]: maxTakenEmails }, services);
  }
  throw error;
}
