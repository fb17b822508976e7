// How often a secret may be tried: passwords at sign-in and at their change, the setup token, emails of other accounts.
// Counted in the database, so for all processes together; over a bound the response is a 429 with Retry-After.
// [identity.login.guessing]
import { hash } from 'node:crypto';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import {
  clearGuesses,
  type GuessCount,
  type GuessWindow,
  giveBackGuesses,
  listGuesses,
  takeGuesses,
} from '../store/identity/guesses.ts';

export const guessWindowMs = 15 * 60 * 1000;

/** A name that guesses are counted under, with how many each window has. */
export type GuessBounds = Readonly<Record<string, number>>;

type GuessServices = Pick<Services, 'db' | 'clock'>;

/** Throws the 429 when a bound is reached already, without counting anything: what is refused need not wait for its turn. */
export async function refuseSpentGuesses(bounds: GuessBounds, services: GuessServices): Promise<void> {
  const found = await listGuesses(services.db.sql, Object.keys(bounds), windowOf(services).from);
  const spent = found.filter(({ name, count }) => count >= (bounds[name] ?? 0));
  if (spent.length > 0) throw errors.tooManyLogins(secondsLeft(spent, services));
}

/**
 * Counts a guess and looks at it: what is right does not count, and forgives the failures under the name `own`. Throws the
 * 429 when a bound is reached. However many come at once, no more are looked at than the bounds say.
 */
export async function makeGuess(
  guess: { bounds: GuessBounds; own: string; isRight: () => Promise<boolean> },
  services: GuessServices,
): Promise<boolean> {
  const { db } = services;
  const taken = await countGuess(guess.bounds, services);
  let isRight: boolean;
  try {
    isRight = await guess.isRight();
  } catch (error) {
    await db.transaction((tx) => giveBackGuesses(tx, taken));
    throw error;
  }
  if (!isRight) return false;
  await db.transaction(async (tx) => {
    await giveBackGuesses(tx, taken);
    await clearGuesses(tx, guess.own);
  });
  return true;
}

/** Counts one guess under every name, or under none and throws the 429; the names. */
export async function countGuess(bounds: GuessBounds, services: GuessServices): Promise<string[]> {
  const { db } = services;
  const taken = await db.transaction((tx) => takeGuesses(tx, bounds, windowOf(services)));
  const refused = Object.keys(bounds).filter((name) => !taken.includes(name));
  if (refused.length === 0) return taken;
  if (taken.length > 0) await db.transaction((tx) => giveBackGuesses(tx, taken));
  throw errors.tooManyLogins(secondsLeft(await listGuesses(db.sql, refused, windowOf(services).from), services));
}

/** How many guesses the name has had in the window. */
export async function countGuesses(name: string, services: GuessServices): Promise<number> {
  const [found] = await listGuesses(services.db.sql, [name], windowOf(services).from);
  return found?.count ?? 0;
}

/** Hashed: the table holds no list of typed emails. */
export function hashedEmail(email: string): string {
  return hash('sha256', email.trim().toLowerCase(), 'base64url');
}

function windowOf({ clock }: GuessServices): GuessWindow {
  return { time: isoNow(clock), from: new Date(clock.now() - guessWindowMs).toISOString() };
}

function secondsLeft(spent: readonly GuessCount[], { clock }: GuessServices): number {
  const ends = spent.map(({ windowStart }) => Date.parse(windowStart) + guessWindowMs);
  return Math.max(1, Math.ceil((Math.max(0, ...ends) - clock.now()) / 1000));
}
