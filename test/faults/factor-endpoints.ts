// Requests of the fault runs about second factors, each of a person of its own.
import { codeAt, Passkey } from '../support/authenticator.ts';
import { endpoint, expectOk, plain, signedIn } from './endpoint.ts';
import { newMark, type World } from './world.ts';

async function newPerson(world: World) {
  const email = `${newMark().replace(' ', '')}@example.com`;
  const body = { email, password: 'a phrase that is long enough' };
  const user = expectOk(await world.call('POST', '/user', body, signedIn(world))).body.id as string;
  const { token } = expectOk(await world.call('POST', '/auth/login', body, { key: undefined })).body;
  const call = (method: string, path: string, sent?: unknown) =>
    world.call(method, path, sent, { key: undefined, token });
  const post = async (path: string, sent: object = {}) => expectOk(await call('POST', path, sent)).body;
  return { user, call, post };
}
type FaultPerson = Awaited<ReturnType<typeof newPerson>>;

const countFactors = async ({ sql }: World, { user }: FaultPerson) =>
  (await sql`select count(*)::int as n from factors where user_id = ${user}`)[0]?.['n'] as number;

async function beginApp({ post }: FaultPerson) {
  const { secret, setUp } = await post('/me/factors/totp');
  return { setUp, code: codeAt(secret, Date.now()) };
}

async function addPasskey({ origin }: World, { post }: FaultPerson) {
  const passkey = new Passkey(origin);
  await post('/me/factors/passkey', { credential: passkey.create(await post('/me/factors/passkey/options')) });
  return passkey;
}

plain('POST /auth/passkey/options', '/auth/passkey/options', {}, { key: undefined });
endpoint('POST /auth/passkey', async (world) => {
  const person = await newPerson(world);
  const passkey = await addPasskey(world, person);
  const options = expectOk(await world.call('POST', '/auth/passkey/options', {}, { key: undefined })).body;
  const credential = passkey.get(options, person.user);
  return { send: () => world.call('POST', '/auth/passkey', { credential }, { key: undefined }) };
});
endpoint('GET /me/factors', async (world) => {
  const { call } = await newPerson(world);
  return { send: () => call('GET', '/me/factors') };
});
for (const path of ['/me/factors/totp', '/me/factors/passkey/options']) {
  endpoint(`POST ${path}`, async (world) => {
    const { call } = await newPerson(world);
    return { send: () => call('POST', path, {}) };
  });
}
endpoint('POST /me/factors/totp/confirm', async (world) => {
  const person = await newPerson(world);
  const body = await beginApp(person);
  return {
    send: () => person.call('POST', '/me/factors/totp/confirm', body),
    countDone: () => countFactors(world, person),
  };
});
endpoint('POST /me/factors/passkey', async (world) => {
  const person = await newPerson(world);
  const passkey = new Passkey(world.origin);
  const credential = passkey.create(await person.post('/me/factors/passkey/options'));
  return {
    send: () => person.call('POST', '/me/factors/passkey', { credential }),
    countDone: () => countFactors(world, person),
  };
});
endpoint('POST /me/factors/recovery-codes', async (world) => {
  const person = await newPerson(world);
  await person.post('/me/factors/totp/confirm', await beginApp(person));
  return { send: () => person.call('POST', '/me/factors/recovery-codes', {}) };
});
endpoint('DELETE /me/factors/:factor', async (world) => {
  const person = await newPerson(world);
  const { factor } = await person.post('/me/factors/totp/confirm', await beginApp(person));
  return { send: () => person.call('DELETE', `/me/factors/${factor.id}`) };
});
endpoint('DELETE /user/:userId/factors', async (world) => {
  const person = await newPerson(world);
  await person.post('/me/factors/totp/confirm', await beginApp(person));
  return { send: () => world.call('DELETE', `/user/${person.user}/factors`, undefined, signedIn(world)) };
});
