// The people of the tests: alice and bob share an account, chelsea has another.
import { createUser } from '../../src/server/identity/create-user.ts';
import type { HashCost } from '../../src/server/identity/password.ts';
import type { OpenedServices } from '../../src/server/program/open-services.ts';
import { send } from './send.ts';

/** Passwords hashed with it are not secrets; only what a test is not about should take no time. */
export const quickCost: HashCost = { N: 16, r: 8, p: 1 };

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly user: string;
  readonly account: string;
  readonly token: string;
  readonly key: string;
}

export interface People {
  readonly alice: Person;
  readonly bob: Person;
  readonly chelsea: Person;
}

/** A service that listens at `url`. */
export interface Host {
  readonly url: string;
  readonly services: OpenedServices;
}

export async function addPeople(host: Host): Promise<People> {
  const alice = await addPerson(host, 'alice@example.com');
  const bob = await addPerson(host, 'bob@example.com', alice.account);
  const chelsea = await addPerson(host, 'chelsea@example.com');
  return { alice, bob, chelsea };
}

export async function addPerson({ url, services }: Host, email: string, account?: string): Promise<Person> {
  const password = `${email} password`;
  const added = await createUser({ email, password, account }, services);
  const login = await send('POST', `${url}/v1.0/auth/login`, { body: { email, password } });
  const key = await send('POST', `${url}/v1.0/api-keys`, { token: login.body.token, body: {} });
  return { email, password, ...added, token: login.body.token, key: key.body.token };
}
