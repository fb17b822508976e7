// Under which names a try to sign in is counted, so that nobody can guess for long and no stranger can lock an owner out.
// [identity.login.guessing]
//
//   a device that signed in before      its own allowance, whatever others do
//   an address that signed in before    the allowance of this email at this address
//   any other address                   the same, and one for all emails at the address, one for the network around it; when
//                                       many such addresses fail for one email, each has only a few tries left
//
// No bound counts strangers' failures for an email by itself: whoever knows the email could use it up from anywhere.
import { addressGroup, networkGroup } from '../base/address-group.ts';
import type { Services } from '../base/services.ts';
import { countGuesses, type GuessBounds, hashedEmail } from './guess-limits.ts';

/** Failures in a window. */
export const signInBounds = {
  device: 30,
  /** One email from one address. */
  pair: 30,
  /** One email from one address that it never signed in from, while many such addresses fail. */
  pairUnderAttack: 3,
  /** One email from one network: IPv4 /24, IPv6 /48. */
  network: 60,
  /** All emails from one address. */
  address: 300,
  /** Failures for one email from addresses it never signed in from, after which each has fewer tries. */
  attack: 100,
} as const;

/** How long an address stays known after the last sign-in from it. */
export const knownAddressMs = 90 * 24 * 60 * 60 * 1000;

/** Counted, never refused. */
const unbounded = 2_000_000_000;

export interface SignInTry {
  readonly bounds: GuessBounds;
  /** The name whose failures a right password forgives. */
  readonly own: string;
  readonly isTrusted: boolean;
}

export async function signInTry(
  asked: { email: string; ip: string; device: string | undefined; isKnownAddress: boolean },
  services: Pick<Services, 'clock' | 'db'>,
): Promise<SignInTry> {
  if (asked.device !== undefined) {
    const own = `device:${asked.device}`;
    return { bounds: { [own]: signInBounds.device }, own, isTrusted: true };
  }
  const email = hashedEmail(asked.email);
  const address = addressGroup(asked.ip);
  const own = `pair:${email}:${address}`;
  if (asked.isKnownAddress) return { bounds: { [own]: signInBounds.pair }, own, isTrusted: true };
  const strangers = `strangers:${email}`;
  const isAttack = (await countGuesses(strangers, services)) >= signInBounds.attack;
  const bounds = {
    [own]: isAttack ? signInBounds.pairUnderAttack : signInBounds.pair,
    [`network:${email}:${networkGroup(asked.ip)}`]: signInBounds.network,
    [`address:${address}`]: signInBounds.address,
    [strangers]: unbounded,
  };
  return { bounds, own, isTrusted: false };
}
