// Which user somebody is who signed in at the identity provider: the one who did so before, else the one with the same verified
// email, if that user has verified it too, else a new one in the account that the settings name. Nothing is made for anybody else.
// [identity.provider.link] [identity.provider.account] [identity.provider.refused]

import type { Locale } from '../../../core/locale/locale.ts';
import { cleanText } from '../../../core/values/clean-text.ts';
import { isoNow } from '../../base/clock.ts';
import type { OidcConfig } from '../../base/config-oidc.ts';
import { ServiceError } from '../../base/errors.ts';
import { isMailAddress } from '../../base/mail-address.ts';
import type { Services } from '../../base/services.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import { brokenUnique, type Transaction } from '../../store/connection/db.ts';
import { lockAccount } from '../../store/identity/accounts.ts';
import { findIdentity, linkIdentity, type ProviderSubject } from '../../store/identity/provider-identities.ts';
import { findUserByEmail, findUsersByIds, lockUser, type UserRow } from '../../store/identity/users.ts';
import { recordActivity } from '../activity-log.ts';
import { insertUserWithHash } from '../create-user.ts';
import { accountOfClaims } from './account-of-claims.ts';
import type { Claims, ProviderIdentity } from './provider-client.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'db' | 'passwords' | 'auditChain'>;

export type ProviderRefusal = 'noEmail' | 'unverified' | 'noAccount' | 'barred' | 'removed' | 'otherIdentity';

/** The user who has the email, and whose email nobody has proved. */
export interface UnverifiedHolder {
  readonly unverified: UserRow;
}

type Outcome = UserRow | ProviderRefusal | UnverifiedHolder;

export interface ProviderSignIn {
  readonly identity: ProviderIdentity;
  readonly oidc: OidcConfig;
  readonly request: Pick<ApiRequest, 'ip' | 'userAgent'>;
  /** Of a user who is made now. */
  readonly locale: Locale;
}

export async function findProviderUser(signIn: ProviderSignIn, services: Needs): Promise<Outcome> {
  const { identity } = signIn;
  const known = await findIdentity(services.db.sql, identity);
  if (known?.user !== undefined) return refuseBarred(known.user);
  const profile = hasProfile(identity.claims, signIn.oidc) ? {} : await identity.loadProfile();
  // An email counts together with what is said of it in the same place.
  const withEmail = [identity.claims, profile].filter((claims) => readEmail(claims) !== undefined);
  if (withEmail.length === 0) return 'noEmail';
  const email = withEmail.filter(isVerified).map(readEmail)[0];
  if (email === undefined) return 'unverified';
  const person = { ...signIn, claims: { ...profile, ...identity.claims }, email, wasRemoved: known !== undefined };
  try {
    return await services.db.transaction((tx) => linkOrCreate(tx, person, services));
  } catch (error) {
    // The same person in another window was a moment earlier.
    if (!isLostRace(error)) throw error;
    return services.db.transaction((tx) => linkOrCreate(tx, person, services));
  }
}

interface VerifiedPerson extends ProviderSignIn {
  readonly claims: Claims;
  readonly email: string;
  readonly wasRemoved: boolean;
}

async function linkOrCreate(tx: Transaction, person: VerifiedPerson, services: Needs): Promise<Outcome> {
  const { identity, request, email } = person;
  const time = isoNow(services.clock);
  const subject: ProviderSubject = { issuer: identity.issuer, subject: identity.subject };
  const found = await findUserByEmail(tx, email);
  const user = found && (await lockUser(tx, found.id));
  if (user !== undefined) {
    if (user.disabledAt !== null) return 'barred';
    // Made by somebody else, who knows its password: it is not theirs.
    if (user.emailVerifiedAt === null) return { unverified: user };
    if (!(await linkIdentity(tx, { ...subject, user: user.id, time }))) return 'otherIdentity';
    await recordActivity(tx, { type: 'providerLink', user, request }, services);
    return user;
  }
  if (person.wasRemoved) return 'removed';
  const account = accountOfClaims(person.claims, person.oidc);
  // Locked: it is not closed meanwhile.
  if (account === undefined || (await lockAccount(tx, account))?.closedAt !== null) return 'noAccount';
  const wanted = {
    email,
    name: readName(person.claims),
    account,
    locale: person.locale,
    passwordHash: null,
    isVerified: true,
  };
  const added = await insertUserWithHash(tx, wanted, services);
  const made = (await findUsersByIds(tx, [added.user])).get(added.user);
  if (made === undefined) throw new Error('A user that was just made is not there.');
  if (!(await linkIdentity(tx, { ...subject, user: made.id, time })))
    throw new Error('The identity is linked already.');
  await recordActivity(tx, { type: 'userAdd', user: made, request, about: email }, services);
  return made;
}

function refuseBarred(user: UserRow): UserRow | ProviderRefusal {
  return user.disabledAt === null ? user : 'barred';
}

function isLostRace(error: unknown): boolean {
  if (error instanceof ServiceError) return error.situation === 'emailTaken';
  return brokenUnique(error)?.startsWith('provider_identities') === true;
}

/** Whether the ID token alone says everything that is needed. */
function hasProfile(claims: Claims, { accountClaim, accountRules }: OidcConfig): boolean {
  const needed = [...accountRules.map(({ claim }) => claim), ...(accountClaim === undefined ? [] : [accountClaim])];
  return isVerified(claims) && ['email', 'name', ...needed].every((name) => claims[name] !== undefined);
}

function readEmail({ email }: Claims): string | undefined {
  const text = typeof email === 'string' ? email.trim() : '';
  return isMailAddress(text) ? text : undefined;
}

/** Microsoft has a claim of its own instead: the owner of the email's domain is verified. Some send texts. */
function isVerified({ email_verified: verified, xms_edov: isOfOwnDomain }: Claims): boolean {
  return ([true, 1, '1', 'true'] as unknown[]).includes(verified === undefined ? isOfOwnDomain : verified);
}

const maxNameLength = 200;

function readName({ name }: Claims): string | undefined {
  return typeof name === 'string' ? cleanText(name.trim().slice(0, maxNameLength)) || undefined : undefined;
}
