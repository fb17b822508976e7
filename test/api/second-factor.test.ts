import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetFactors } from '../../src/server/identity/factors/reset-factors.ts';
import { codeBounds } from '../../src/server/identity/factors/second-factor.ts';
import { codeAt } from '../support/authenticator.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Person, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  // Addresses are named by whoever asks, as behind a proxy.
  service = await startService({ TRUST_PROXY: '1' });
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const step = 30_000;
const now = () => service.services.clock.now();
const nextCode = (secret: string) => {
  service.advance(step);
  return codeAt(secret, now());
};
const logIn = (
  { email, password }: Pick<Person, 'email' | 'password'>,
  code?: string,
  options: { from?: string; at?: { call: TestService['call'] } } = {},
) => {
  const headers = { 'x-forwarded-for': options.from ?? '192.0.2.1' };
  return (options.at ?? service).call('POST', '/auth/login', {
    headers,
    body: { email, password, ...(code !== undefined && { code }) },
  });
};
const outcome = async (reply: ReturnType<typeof logIn>) => {
  const { status, body } = await reply;
  return [status, body.message];
};
const wrong = [401, 'Wrong code'];
const right = [200, undefined];
const logTypes = async (token: string) => {
  const { body } = await service.call('GET', '/log', { token });
  return body.data.map(({ type }: { type: string }) => type) as string[];
};

async function addApp(person: Pick<Person, 'token'>, name?: string) {
  const begun = await service.call('POST', '/me/factors/totp', { token: person.token, body: {} });
  expect(begun.status).toBe(200);
  const { secret, setUp } = begun.body as { secret: string; setUp: string };
  const body = { setUp, code: codeAt(secret, now()), ...(name !== undefined && { name }) };
  const added = await service.call('POST', '/me/factors/totp/confirm', { token: person.token, body });
  expect(added.status).toBe(200);
  return { secret, setUp, factor: added.body.factor, codes: (added.body.recoveryCodes ?? []) as string[] };
}

test('[identity.factors.totp][identity.factors][identity.factors.list] an app counts once it has shown a code; then the password alone is a 401 that says what is missing', async () => {
  const ann = await service.person('ann@example.com');
  const begun = await service.call('POST', '/me/factors/totp', { token: ann.token, body: {} });
  expect(begun.body.uri).toContain(`secret=${begun.body.secret}`);
  expect(await outcome(logIn(ann))).toEqual(right);
  const confirm = (body: object) => service.call('POST', '/me/factors/totp/confirm', { token: ann.token, body });
  const { secret, setUp } = begun.body;
  expect((await confirm({ setUp, code: codeAt(secret, now() - 10 * step) })).status).toBe(400);
  // What bob began, and what was begun too long ago, is not hers to end.
  const bob = await service.call('POST', '/me/factors/totp', { token: service.people.bob.token, body: {} });
  const others = { setUp: bob.body.setUp, code: codeAt(bob.body.secret, now()) };
  expect((await confirm(others)).body.message).toBe('This took too long. Please start again.');
  const first = codeAt(secret, now());
  const { body } = await confirm({ setUp, code: first, name: ' My phone ' });
  expect(body.factor).toMatchObject({ kind: 'totp', name: 'My phone', lastUse: null });
  expect(body.recoveryCodes).toHaveLength(10);
  expect((await confirm({ setUp, code: codeAt(secret, now()) })).status).toBe(400);

  const missing = await logIn(ann);
  expect([missing.status, missing.body, missing.headers.get('x-service-error')]).toEqual([
    401,
    { statusCode: 401, error: 'Unauthorized', message: 'Second factor required', factors: ['totp'] },
    'secondFactorMissing',
  ]);
  expect(await outcome(logIn({ ...ann, password: 'wrong' }, codeAt(secret, now())))).toEqual([
    401,
    'Wrong username/ password',
  ]);
  expect(await outcome(logIn(ann, ''))).toEqual([401, 'Second factor required']);
  // The code that confirmed has been used.
  expect(await outcome(logIn(ann, first))).toEqual(wrong);
  const code = nextCode(secret);
  const signedIn = await logIn(ann, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(signedIn.status).toBe(200);
  const sessions = await service.call('GET', '/auth/sessions', { token: signedIn.body.token });
  expect(sessions.body.data[0]).toMatchObject({ method: 'passwordAndCode', isCurrent: true });
  // Nor is any code good a second time, wherever.
  expect(await outcome(logIn(ann, code, { at: second }))).toEqual(wrong);
  const factors = await service.call('GET', '/me/factors', { token: ann.token });
  expect(factors.body).toMatchObject({ data: [{ name: 'My phone' }], recoveryCodesLeft: 10 });
  expect(factors.body.data[0].lastUse).not.toBeNull();
  expect((await service.call('GET', '/me/factors', { key: ann.key })).status).toBe(403);
  expect((await service.call('GET', '/me', { key: ann.key })).status).toBe(200);
  expect(await logTypes(ann.token)).toEqual(expect.arrayContaining(['factorAdd', 'codeFailed', 'login']));
});

test('[identity.factors.totp] one code sent to two services at once signs in once', async () => {
  const twin = await service.person('twin@example.com');
  const { secret } = await addApp(twin);
  const code = nextCode(secret);
  const replies = await Promise.all([service, second, service, second].map((at) => outcome(logIn(twin, code, { at }))));
  expect(replies.filter(([status]) => status === 200)).toHaveLength(1);
});

test('[identity.factors.recovery] a recovery code works once, over two services at once too; new ones replace them', async () => {
  const rita = await service.person('rita@example.com');
  const refused = await service.call('POST', '/me/factors/recovery-codes', { token: rita.token, body: {} });
  expect([refused.status, refused.body.message]).toEqual([403, 'Set up a second factor first.']);
  const { codes } = await addApp(rita);
  const [one = '', two = '', three = ''] = codes;
  expect(one).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  const replies = await Promise.all([service, second, service, second].map((at) => outcome(logIn(rita, one, { at }))));
  expect(replies.filter(([status]) => status === 200)).toHaveLength(1);
  expect(await outcome(logIn(rita, two.replaceAll('-', ' ').toUpperCase()))).toEqual(right);
  expect(await outcome(logIn(rita, two))).toEqual(wrong);
  // Nobody else's.
  const rob = await service.person('rob@example.com');
  await addApp(rob);
  expect(await outcome(logIn(rob, three))).toEqual(wrong);
  const left = await service.call('GET', '/me/factors', { token: rita.token });
  expect(left.body.recoveryCodesLeft).toBe(8);
  const renewed = await service.call('POST', '/me/factors/recovery-codes', { token: rita.token, body: {} });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect(await outcome(logIn(rita, three))).toEqual(wrong);
  expect(await outcome(logIn(rita, renewed.body.recoveryCodes[9]))).toEqual(right);
  expect(await logTypes(rita.token)).toEqual(expect.arrayContaining(['recoveryCodeUse', 'recoveryCodesNew']));
});

test('[identity.factors.guessing] strangers with the password have few guesses, and take none from the owner', async () => {
  const olga = await service.person('olga@example.com');
  const { secret, codes } = await addApp(olga);
  // At home: an address she has signed in from.
  expect(await outcome(logIn(olga, nextCode(secret)))).toEqual(right);
  const guess = (address: number) => outcome(logIn(olga, '000000', { from: `198.51.100.${address}` }));
  // One address has ten, whatever it sends at once.
  const first = await Promise.all(Array.from({ length: codeBounds.own + 5 }, () => guess(1)));
  expect(first.filter(([status]) => status === 401)).toHaveLength(codeBounds.own);
  expect(first.filter(([status]) => status === 429)).toHaveLength(5);
  // All strangers together have twenty.
  let looked = codeBounds.own;
  for (let address = 2; address <= 40; address += 1) if ((await guess(address))[0] === 401) looked += 1;
  expect(looked).toBe(codeBounds.strangers);
  // A right code from there is not looked at either, but a recovery code, which nobody guesses, is.
  const code = nextCode(secret);
  expect((await outcome(logIn(olga, code, { from: '203.0.113.9' })))[0]).toBe(429);
  expect(await outcome(logIn(olga, codes[0], { from: '203.0.113.10' }))).toEqual(right);
  // She signs in at home meanwhile.
  expect(await outcome(logIn(olga, code))).toEqual(right);
  service.advance(16 * 60_000);
  expect(await outcome(logIn(olga, nextCode(secret), { from: '203.0.113.9' }))).toEqual(right);
});

test('[identity.factors.remove] without the last factor the password is enough again, and no recovery code is left', async () => {
  const rene = await service.person('rene@example.com');
  const { factor } = await addApp(rene);
  const other = await addApp(rene, 'Tablet');
  expect(other.codes).toEqual([]);
  expect(await outcome(logIn(rene, nextCode(other.secret)))).toEqual(right);
  const { bob } = service.people;
  const remove = (id: string, token: string) => service.call('DELETE', `/me/factors/${id}`, { token });
  expect((await remove(factor.id, bob.token)).status).toBe(404);
  expect((await remove(factor.id, rene.token)).status).toBe(200);
  expect((await remove(factor.id, rene.token)).status).toBe(404);
  expect((await logIn(rene)).status).toBe(401);
  expect((await remove(other.factor.id, rene.token)).status).toBe(200);
  expect(await outcome(logIn(rene))).toEqual(right);
  const { body } = await service.call('GET', '/me/factors', { token: rene.token });
  expect(body).toEqual({ data: [], recoveryCodesLeft: 0, isRequired: false });
});

test('[identity.factors.reset] a colleague or the command line resets a lost factor, nobody of another account does', async () => {
  const lea = await service.person('lea@example.com');
  const max = await service.person('max@example.com', lea.account);
  await addApp(lea);
  const reset = (token: string) => service.call('DELETE', `/user/${lea.user}/factors`, { token });
  expect((await reset(service.people.chelsea.token)).status).toBe(403);
  expect((await logIn(lea)).status).toBe(401);
  expect((await reset(max.token)).status).toBe(200);
  expect(await outcome(logIn(lea))).toEqual(right);
  const { body } = await service.call('GET', '/log', { token: max.token });
  const line = body.data.find(({ type }: { type: string }) => type === 'factorsReset');
  expect(line).toMatchObject({ email: max.email, about: lea.email });
  await addApp(lea);
  expect(await resetFactors(lea.user, service.services)).toBe(1);
  expect(await outcome(logIn(lea))).toEqual(right);
  expect((await service.call('DELETE', `/user/${'f'.repeat(24)}/factors`, { token: max.token })).status).toBe(404);
});

test('[identity.factors.required] an account that asks for it lets people without a factor do nothing but set one up', async () => {
  const head = await service.person('head@example.com');
  const hand = await service.person('hand@example.com', head.account);
  const demand = (requireSecondFactor: boolean) =>
    service.call('PATCH', '/account', { token: head.token, body: { settings: { requireSecondFactor } } });
  expect([(await demand(true)).status, (await demand(false)).status]).toEqual([403, 200]);
  const { secret } = await addApp(head);
  expect((await demand(true)).body.settings.requireSecondFactor).toBe(true);

  const { token } = (await logIn(hand)).body;
  const tryAll = async () => {
    const get = (path: string) => service.call('GET', path, { token });
    const replies = [await get('/form'), await get('/user'), await get('/account'), await get('/me')];
    const made = await service.call('POST', '/api-keys', { token, body: {} });
    return [...replies, made].map(({ status }) => status);
  };
  expect(await tryAll()).toEqual([403, 403, 403, 200, 403]);
  const { body } = await service.call('GET', '/form', { token });
  expect(body.message).toBe('Set up a second factor first.');
  // Keys go on, and whoever has a factor notices nothing.
  expect((await service.call('GET', '/form', { key: hand.key })).status).toBe(200);
  expect((await service.call('GET', '/form', { token: head.token })).status).toBe(200);
  await addApp({ token });
  expect(await tryAll()).toEqual([200, 200, 200, 200, 200]);
  expect(await outcome(logIn(head, nextCode(secret)))).toEqual(right);
});

test('[identity.factors.add] a user has at most twenty, each with a name of its own', async () => {
  const full = await service.person('full@example.com');
  await addApp(full, 'First');
  await service.services.db.sql`insert into factors (id, user_id, kind, name, secret, counter, create_time)
    select lpad(to_hex(n), 24, '0'), ${full.user}, 'totp', 'More', '', 0, now() from generate_series(1, 19) n`;
  const { body: begun } = await service.call('POST', '/me/factors/totp', { token: full.token, body: {} });
  const body = { setUp: begun.setUp, code: codeAt(begun.secret, now()) };
  const refused = await service.call('POST', '/me/factors/totp/confirm', { token: full.token, body });
  expect([refused.status, refused.headers.get('x-service-error')]).toEqual([403, 'factorsFull']);
  const tooLong = { ...body, name: 'x'.repeat(101) };
  expect((await service.call('POST', '/me/factors/totp/confirm', { token: full.token, body: tooLong })).status).toBe(
    400,
  );
});

test('[identity.factors.secret] a copy of the database has neither secrets of apps nor recovery codes', async () => {
  const dora = await service.person('dora@example.com');
  const { secret, codes } = await addApp(dora);
  const { sql } = service.services.db;
  const rows = await sql`select * from factors where user_id = ${dora.user}`;
  const hashes = await sql`select * from recovery_codes where user_id = ${dora.user}`;
  const stored = JSON.stringify([rows, hashes]);
  expect([rows.length, hashes.length]).toEqual([1, 10]);
  expect(stored).not.toContain(secret);
  for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  // Put in another's place, it is nobody's.
  const dan = await service.person('dan@example.com');
  await addApp(dan);
  await sql`update factors set secret = ${rows[0]?.['secret'] as string} where user_id = ${dan.user}`;
  expect(await outcome(logIn(dan, nextCode(secret)))).toEqual(wrong);
  // Whoever is barred learns nothing, whatever code they have.
  await sql`update users set disabled_at = now() where id = ${dora.user}`;
  expect(await outcome(logIn(dora))).toEqual([401, 'Wrong username/ password']);
});
