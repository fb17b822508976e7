import { afterAll, beforeAll, expect, test } from 'vitest';
import { cborBytes, Passkey, type PasskeyTraits } from '../support/authenticator.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Person, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  service = await startService({ PUBLIC_URL: 'https://forms.test' });
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const origin = 'https://forms.test';
const refused = [401, 'The passkey was not accepted'];

async function creation({ token }: Pick<Person, 'token'>) {
  const { status, body } = await service.call('POST', '/me/factors/passkey/options', { token, body: {} });
  expect(status).toBe(200);
  return body;
}
const add = ({ token }: Pick<Person, 'token'>, credential: object, at: { call: TestService['call'] } = service) =>
  at.call('POST', '/me/factors/passkey', { token, body: { credential, name: 'Phone' } });
async function addTo(person: Person): Promise<Passkey> {
  const passkey = new Passkey(origin);
  expect((await add(person, passkey.create(await creation(person)))).status).toBe(200);
  return passkey;
}
async function options() {
  const { body } = await service.call('POST', '/auth/passkey/options', { body: {} });
  return body as { challenge: string };
}
const signIn = (credential: object, at: { call: TestService['call'] } = service) =>
  at.call('POST', '/auth/passkey', { body: { credential } });
const outcome = async (reply: ReturnType<typeof signIn>) => {
  const { status, body } = await reply;
  return [status, body.message];
};

test('[identity.factors.passkey] a passkey signs in without a password, in another process too; the password alone no longer does', async () => {
  const ann = await service.person('ann@example.com');
  const passkey = new Passkey(origin);
  const asked = await creation(ann);
  expect(asked).toMatchObject({
    rp: { id: 'forms.test', name: 'Formstead' },
    user: { name: ann.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const credential = passkey.create(asked);
  const added = await add(ann, credential, second);
  expect(added.body).toMatchObject({ factor: { kind: 'passkey', name: 'Phone' } });
  expect(added.body.recoveryCodes).toHaveLength(10);
  // The same again.
  expect((await add(ann, credential)).status).toBe(400);
  expect((await creation(ann)).excludeCredentials).toMatchObject([{ id: credential.id }]);

  const reply = await signIn(passkey.get(await options(), ann.user), second);
  expect([reply.status, reply.body.user.id]).toEqual([200, ann.user]);
  const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';');
  const headers = { cookie, 'x-formstead-app': 'admin' };
  const sessions = await service.call('GET', '/auth/sessions', { headers });
  expect(sessions.body.data[0]).toMatchObject({ method: 'passkey', isCurrent: true });
  const { email, password } = ann;
  const byPassword = await service.call('POST', '/auth/login', { body: { email, password } });
  expect([byPassword.body.message, byPassword.body.factors]).toEqual(['Second factor required', ['passkey']]);
  const code = added.body.recoveryCodes[0];
  expect((await service.call('POST', '/auth/login', { body: { email, password, code } })).status).toBe(200);
});

test('[identity.factors.challenge] a challenge is good for one sign-in, wherever, for five minutes, and for nothing else', async () => {
  const ben = await service.person('ben@example.com');
  const passkey = await addTo(ben);
  const credential = passkey.get(await options(), ben.user);
  const replies = await Promise.all([service, second, service, second].map((at) => outcome(signIn(credential, at))));
  expect(replies.filter(([status]) => status === 200)).toHaveLength(1);
  expect(await outcome(signIn(credential))).toEqual(refused);
  const old = passkey.get(await options(), ben.user);
  service.advance(5 * 60_000);
  expect(await outcome(signIn(old))).toEqual(refused);
  expect(await outcome(signIn(passkey.get(await creation(ben), ben.user)))).toEqual(refused);
  const own = { challenge: Buffer.alloc(56, 1).toString('base64url') };
  expect(await outcome(signIn(passkey.get(own, ben.user)))).toEqual(refused);
  // One that was made for somebody else does not add a passkey.
  const other = await service.person('other@example.com');
  expect((await add(ben, new Passkey(origin).create(await creation(other)))).status).toBe(400);
  expect((await add(ben, new Passkey(origin).create(await options()))).status).toBe(400);
  const { sql } = service.services.db;
  // Asking alone stores nothing.
  const count = async () => (await sql`select count(*) as n from used_challenges`)[0]?.['n'];
  const before = await count();
  await options();
  expect(await count()).toBe(before);
});

const wrongs: readonly (readonly [string, PasskeyTraits])[] = [
  ['another origin', { origin: 'https://evil.test' }],
  ['a page without https', { origin: 'http://forms.test' }],
  ['another host', { rpId: 'evil.test' }],
  ['nobody was asked for a finger or a PIN', { isVerified: false }],
  ['a frame of another site', { crossOrigin: true }],
];
test('[identity.factors.passkey] refused: other origins and hosts, no verification, other users, wrong signatures, a copy', async () => {
  const cleo = await service.person('cleo@example.com');
  const passkey = await addTo(cleo);
  for (const [name, traits] of wrongs) {
    const signed = passkey.get(await options(), cleo.user, traits);
    expect([name, ...(await outcome(signIn(signed)))]).toEqual([name, ...refused]);
    const made = new Passkey(origin).create(await creation(cleo), traits);
    expect([name, (await add(cleo, made)).status]).toEqual([name, 400]);
  }
  const { bob } = service.people;
  expect(await outcome(signIn(passkey.get(await options(), bob.user)))).toEqual(refused);
  expect(await outcome(signIn(new Passkey(origin).get(await options(), cleo.user)))).toEqual(refused);
  const good = passkey.get(await options(), cleo.user);
  const forged = { ...good, response: { ...good.response, signature: Buffer.alloc(70, 1).toString('base64url') } };
  expect(await outcome(signIn(forged))).toEqual(refused);
  for (const odd of ['', 'a', '{}', 'e30', 'bnVsbA'])
    expect(await outcome(signIn({ ...good, response: { ...good.response, clientDataJSON: odd || 'x' } }))).toEqual(
      refused,
    );
  // An authenticator that counts must count up: a copy of it comes too late.
  expect((await signIn(passkey.get(await options(), cleo.user, { counter: 5 }))).status).toBe(200);
  expect(await outcome(signIn(passkey.get(await options(), cleo.user, { counter: 5 })))).toEqual(refused);
  expect((await signIn(passkey.get(await options(), cleo.user, { counter: 6 }))).status).toBe(200);
  // A certificate is not read, and what is nested without end is refused.
  const statement = Buffer.concat([
    Buffer.from('a163783563', 'hex'),
    Buffer.from('81', 'hex'),
    cborBytes(Buffer.alloc(9)),
  ]);
  for (const traits of [
    { format: 'packed', statement },
    { format: 'tpm', statement },
    { format: 'none', statement: Buffer.alloc(9000, 0x81) },
  ])
    expect((await add(cleo, new Passkey(origin).create(await creation(cleo), traits))).status).toBe(400);
});

test('[identity.users.barred][identity.factors.passkey] a barred or removed user’s passkey opens nothing', async () => {
  const dan = await service.person('dan@example.com');
  const eve = await service.person('eve@example.com', dan.account);
  const passkey = await addTo(dan);
  const { sql } = service.services.db;
  await sql`update users set disabled_at = now() where id = ${dan.user}`;
  expect(await outcome(signIn(passkey.get(await options(), dan.user)))).toEqual(refused);
  await sql`update users set disabled_at = null where id = ${dan.user}`;
  expect((await signIn(passkey.get(await options(), dan.user))).status).toBe(200);
  expect((await service.call('DELETE', `/user/${dan.user}`, { token: eve.token })).status).toBe(200);
  expect(await outcome(signIn(passkey.get(await options(), dan.user)))).toEqual(refused);
});
