// Hashing passwords is slow on purpose, so it has queues of its own: a few at once, addresses in turn. One address with many
// tries waits for itself; people who signed in here before do not wait for strangers at all. [identity.login.hashing]
import { errors, ServiceError } from '../base/errors.ts';
import { createFairLimiter, type FairLimiter } from '../scheduling/limiter.ts';
import { type HashCost, hashPassword, isCheaper, isPasswordRight, usualCost } from './password.ts';

export interface HashCaller {
  /** Whose turn it is: the group of an address, or the id of somebody signed in. */
  readonly key: string;
  /** Signed in now, or known from before. */
  readonly isTrusted: boolean;
}

export interface Passwords {
  /** Runs work that hashes when the caller's turn comes; a full queue throws the 429 or the 503. */
  inTurn<T>(caller: HashCaller, work: () => Promise<T>): Promise<T>;
  /** Both without a queue: for work in turn, and for the command line. */
  hash(password: string): Promise<string>;
  isRight(password: string, hash: string | null | undefined): Promise<boolean>;
  /** Whether the hash was made when passwords cost less. */
  isCheaper(hash: string): boolean;
}

/** Node computes hashes in 4 threads, which files and names need too. */
const strangersLimits = { maxAtOnce: 2, maxWaitingPerAccount: 100, maxWaiting: 400 };
const trustedLimits = { maxAtOnce: 1, maxWaitingPerAccount: 100, maxWaiting: 400 };

/** Tests give a cost that takes no time. */
export function createPasswords({ cost = usualCost }: { cost?: HashCost | undefined } = {}): Passwords {
  const strangers = createFairLimiter(strangersLimits);
  const trusted = createFairLimiter(trustedLimits);
  return {
    inTurn: (caller, work) => runInTurn(caller.isTrusted ? trusted : strangers, caller.key, work),
    hash: (password) => hashPassword(password, cost),
    isRight: (password, hash) => isPasswordRight(password, hash, cost),
    isCheaper: (hash) => isCheaper(hash, cost),
  };
}

const retrySeconds = 5;

async function runInTurn<T>(limiter: FairLimiter, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await limiter.run(key, work);
  } catch (error) {
    // What is full here is not an account's queue but an address's.
    if (error instanceof ServiceError && error.situation === 'tooMuchAtOnce')
      throw errors.tooManyRequests(retrySeconds);
    throw error;
  }
}

declare module '../base/services.ts' {
  interface Services {
    readonly passwords: Passwords;
  }
}
