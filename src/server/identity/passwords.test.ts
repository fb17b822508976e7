// The queues in front of hashing: addresses take turns, known people pass strangers, what is too much is refused at once.
import { expect, test } from 'vitest';
import { cpuOf } from '../../../test/support/cpu-time.ts';
import { ServiceError } from '../base/errors.ts';
import { hashPassword, isPasswordRight } from './password.ts';
import { createPasswords } from './passwords.ts';

/** Work that waits until it is let go, and notes when it begins. */
function openWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, work, endNext: () => ends.shift()?.() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('[identity.login.hashing] one address with 64 tries: at most 2 at once, and another address comes next', async () => {
  const passwords = createPasswords();
  const { begun, work, endNext } = openWork();
  const busy = { key: '192.0.2.1', isTrusted: false };
  const all = Array.from({ length: 64 }, (_, at) => passwords.inTurn(busy, work(`busy ${at}`)));
  const other = passwords.inTurn({ key: '192.0.2.2', isTrusted: false }, work('other'));
  await settle();
  expect(begun).toEqual(['busy 0', 'busy 1']);
  for (let at = 0; at < 2; at += 1) {
    endNext();
    await settle();
  }
  expect(begun).toContain('other');
  for (let at = 0; at < 65; at += 1) {
    endNext();
    await settle();
  }
  expect(await other).toBe('other');
  expect(await Promise.all(all)).toHaveLength(64);
});

test('[identity.login.hashing] who is known does not wait for strangers, however many addresses they have', async () => {
  const passwords = createPasswords();
  const { begun, work, endNext } = openWork();
  const strangers = Array.from({ length: 402 }, (_, at) =>
    passwords.inTurn({ key: `stranger ${at}`, isTrusted: false }, work('stranger')),
  );
  const late = passwords.inTurn({ key: 'one more', isTrusted: false }, work('one more'));
  await expect(late).rejects.toMatchObject({ situation: 'busy', headers: { 'retry-after': expect.any(String) } });
  const known = passwords.inTurn({ key: 'owner', isTrusted: true }, work('owner'));
  await settle();
  expect(begun).toEqual(['stranger', 'stranger', 'owner']);
  for (let at = 0; at < 403; at += 1) {
    endNext();
    await settle();
  }
  expect([await known, (await Promise.all(strangers)).length]).toEqual(['owner', 402]);
});

test('[identity.login.hashing] one address with too much waiting gets a 429 with Retry-After at once', async () => {
  const passwords = createPasswords();
  const { work, endNext } = openWork();
  const caller = { key: '192.0.2.1', isTrusted: false };
  const taken = Array.from({ length: 102 }, () => passwords.inTurn(caller, work('taken')));
  const refusal = await passwords.inTurn(caller, work('refused')).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ServiceError);
  expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  for (let at = 0; at < 102; at += 1) {
    endNext();
    await settle();
  }
  await Promise.all(taken);
});

test('[identity.login.hashing] a hash tells its cost, and without one the same work is done', async () => {
  const cost = { N: 1024, r: 8, p: 1 };
  const hash = await hashPassword('correct horse', cost);
  expect(hash).toMatch(/^scrypt:1024:8:1:/);
  expect(await isPasswordRight('correct horse', hash)).toBe(true);
  expect(await isPasswordRight('wrong horse', hash)).toBe(false);
  for (const missing of [null, undefined]) expect(await isPasswordRight('', missing, cost)).toBe(false);
  const passwords = createPasswords();
  const fourTimes = (work: () => Promise<unknown>) =>
    cpuOf(async () => {
      for (let at = 0; at < 4; at += 1) await work();
    });
  const real = await passwords.hash('correct horse');
  const known = await fourTimes(() => passwords.isRight('wrong', real));
  const unknown = await fourTimes(() => passwords.isRight('wrong', undefined));
  expect(unknown).toBeGreaterThan(known / 2);
});
