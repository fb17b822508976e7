// Makes users: from the command line, from ADMIN_EMAIL at the first start, and from the one-time setup link.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Locale } from '../../core/locale/locale.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { brokenUnique, type Transaction } from '../store/connection/db.ts';
import { findAccount } from '../store/identity/accounts.ts';
import { findSetting, keepFirstSetting, takeSetting } from '../store/identity/settings.ts';
import { countUsers, insertAccount, insertUser } from '../store/identity/users.ts';
import { keepOperatorAccount } from './operators.ts';
import type { HashCaller } from './passwords.ts';

export interface UserToAdd {
  readonly email: string;
  /** Missing: the user signs in by the identity provider only. */
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  /** Missing: a new account is made. */
  readonly account?: string | undefined;
  /** Language of the management app; missing: nobody chose one yet. [identity.user.language] */
  readonly locale?: Locale | undefined;
}

export interface AddedUser {
  readonly user: string;
  readonly account: string;
}

type UserServices = Pick<Services, 'db' | 'clock' | 'newId' | 'config' | 'passwords'>;

export async function createUser(wanted: UserToAdd, services: UserServices): Promise<AddedUser> {
  const { password } = wanted;
  const passwordHash = password === undefined ? null : await services.passwords.hash(password);
  return services.db.transaction((tx) =>
    insertUserWithHash(tx, { ...wanted, passwordHash, isVerified: true }, services),
  );
}

export async function insertUserWithHash(
  tx: Transaction,
  wanted: Omit<UserToAdd, 'password'> & {
    passwordHash: string | null;
    /** Somebody vouches for the email: a mailed link, an identity provider, or the operator. */
    isVerified: boolean;
  },
  services: UserServices,
): Promise<AddedUser> {
  const time = isoNow(services.clock);
  const account = wanted.account ?? services.newId();
  if (wanted.account === undefined) {
    await insertAccount(tx, { id: account, time });
    await keepOperatorAccount(tx, account);
  } else {
    const known = await findAccount(tx, account);
    if (known === undefined) throw new Error(`There is no account with ID ${account}.`);
    if (known.closedAt !== null) throw new Error(`The account with ID ${account} is closed.`);
  }
  const user = services.newId();
  const email = wanted.email.trim();
  const name = wanted.name?.trim() || email.slice(0, email.indexOf('@'));
  const settings = JSON.stringify({ ...(wanted.locale && { locale: wanted.locale }), theme: 'auto' });
  try {
    const emailVerifiedAt = wanted.isVerified ? time : null;
    const { passwordHash } = wanted;
    await insertUser(tx, { id: user, account, email, name, settings, passwordHash, emailVerifiedAt, time });
  } catch (error) {
    if (brokenUnique(error) === 'users_email') throw errors.emailTaken();
    throw error;
  }
  return { user, account };
}

const setupSetting = 'setupToken';

/** On a start without users: makes the configured first user, or gives the address of the setup page. */
export async function prepareFirstUser(services: UserServices): Promise<{ setupUrl?: string; added?: AddedUser }> {
  const { config, db } = services;
  if ((await countUsers(db.sql)) > 0) return {};
  if (config.adminEmail !== undefined && config.adminPassword !== undefined) {
    try {
      return { added: await createUser({ email: config.adminEmail, password: config.adminPassword }, services) };
    } catch (error) {
      // Another process that started at the same moment made it first.
      if ((await countUsers(db.sql)) > 0) return {};
      throw error;
    }
  }
  const token = await keepFirstSetting(db.sql, setupSetting, randomBytes(24).toString('base64url'));
  return { setupUrl: `${config.appUrl}/admin/setup?token=${token}` };
}

/** Compared as hashes, so that the time taken tells nothing of the token. */
export async function isSetupToken(token: string, { db }: Pick<Services, 'db'>): Promise<boolean> {
  const expected = await findSetting(db.sql, setupSetting);
  const isEqual = timingSafeEqual(digest(token), digest(expected ?? ''));
  return isEqual && expected !== undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The setup link works once, and only while there are no users. The token comes first: nobody else makes us hash. */
export async function addFirstUser(
  wanted: UserToAdd & { password: string; token: string; caller: HashCaller },
  services: UserServices,
): Promise<AddedUser> {
  if (!(await isSetupToken(wanted.token, services))) throw errors.setupDone();
  const { passwords } = services;
  const passwordHash = await passwords.inTurn(wanted.caller, () => passwords.hash(wanted.password));
  return services.db.transaction(async (tx) => {
    if (!(await takeSetting(tx, setupSetting, wanted.token))) throw errors.setupDone();
    if ((await countUsers(tx)) > 0) throw errors.setupDone();
    return insertUserWithHash(tx, { ...wanted, account: undefined, passwordHash, isVerified: true }, services);
  });
}
