// What makes or lengthens a way in, or takes a protection away, asks a session of the management app for a fresh proof.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import type { Route } from '../../src/server/http/route.ts';
import { maxOwnPasswordGuesses } from '../../src/server/identity/own-password.ts';
import { codeAt, Passkey } from '../support/authenticator.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Person, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const origin = 'http://forms.test';
const quarter = 15 * 60_000;
const now = () => service.services.clock.now();

interface Session {
  readonly headers: Record<string, string>;
  readonly token: string;
}
async function openSession({ email, password }: Person, code?: string): Promise<Session> {
  const body = { email, password, ...(code && { code }) };
  const reply = await service.call('POST', '/auth/session', { body });
  expect(reply.status).toBe(200);
  const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { headers: { cookie, 'x-formstead-app': 'admin' }, token: cookie.slice(cookie.indexOf('=') + 1) };
}
const confirm = ({ headers }: Session, body: object, at: { call: TestService['call'] } = service) =>
  at.call('POST', '/auth/confirm', { headers, body });
const makeKey = ({ headers }: Session) => service.call('POST', '/api-keys', { headers, body: {} });
const addApp = async ({ headers }: Session) => {
  const begun = await service.call('POST', '/me/factors/totp', { headers, body: {} });
  const { secret, setUp } = begun.body as { secret: string; setUp: string };
  const body = { setUp, code: codeAt(secret, now()) };
  const added = await service.call('POST', '/me/factors/totp/confirm', { headers, body });
  expect(added.status).toBe(200);
  return { secret, codes: added.body.recoveryCodes as string[] };
};

/** Requests of somebody signed in that need no fresh proof, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  updateMe: 'name, language and theme: neither a way in nor a protection',
  changePassword: 'brings the current password itself, however fresh the session is',
  endSession: 'only takes a way in away',
  endOtherSessions: 'the same',
  revokeApiKey: 'the same',
  withdrawInvitation: 'the same',
  beginConfirmation: 'is how the proof is given',
  confirmSignIn: 'the same',
  verifyEmail: 'sends a link to the own mailbox',
  confirmEmail: 'needs that link',
  dismissNotice: 'hides a notice of one day: neither a way in nor a protection',
};
/** By what it is about, so that a new endpoint is among them until somebody decides. */
const isAboutPeople = ({ tag, path }: Route) =>
  tag === 'Identity and keys' ||
  /\/(?:me|user|account|api-keys|auth|factors|password|email|invite|audit)(?:\/|$)/.test(path);
const changes = apiRoutes.filter(
  (route) =>
    isAboutPeople(route) &&
    route.method !== 'GET' &&
    route.access !== 'public' &&
    !/^\/(?:entry|form)\b/.test(route.path),
);

test('[identity.fresh] every request about people, keys, factors and settings asks for a fresh proof or says why not', () => {
  expect(changes.length).toBeGreaterThan(15);
  const undecided = changes.filter(
    ({ operationId, needsFreshSignIn }) => !needsFreshSignIn === !exceptions[operationId],
  );
  expect(undecided.map(({ operationId }) => operationId)).toEqual([]);
  const known = new Set(changes.map(({ operationId }) => operationId));
  expect(Object.keys(exceptions).filter((name) => !known.has(name))).toEqual([]);
});

test('[identity.fresh] a session of the app older than 15 minutes gets the 403 from each of them, its token elsewhere too; login tokens and keys do not', async () => {
  const ann = await service.person('ann@example.com');
  const session = await openSession(ann);
  service.advance(quarter + 1000);
  const fresh = apiRoutes.filter(({ needsFreshSignIn }) => needsFreshSignIn);
  expect(fresh.length).toBeGreaterThan(10);
  for (const { method, path, operationId } of fresh) {
    const address = path.replaceAll(/:\w+/g, '0'.repeat(24));
    const ask = (options: object) =>
      service.call(method, address, { ...(method !== 'DELETE' && { body: {} }), ...options });
    for (const options of [{ headers: session.headers }, { token: session.token }]) {
      const { status, body } = await ask({ ...options, query: { locale: 'he' } });
      expect([operationId, status, body.id, body.message]).toEqual([
        operationId,
        403,
        'fresh_sign_in_needed',
        expect.stringContaining('עבר זמן'),
      ]);
    }
    for (const options of [{ token: ann.token }, { key: ann.key }])
      expect([operationId, (await ask(options)).body?.id]).not.toEqual([operationId, 'fresh_sign_in_needed']);
  }
  // Everything else goes on.
  expect((await service.call('GET', '/me', { headers: session.headers })).status).toBe(200);
  expect((await confirm(session, { password: ann.password })).status).toBe(200);
  expect((await makeKey(session)).status).toBe(200);
  service.advance(quarter - 1000);
  expect((await makeKey(session)).status).toBe(200);
  service.advance(2000);
  expect((await makeKey(session)).body.id).toBe('fresh_sign_in_needed');
});

test('[identity.fresh.proof] passwords: a wrong one is the 401 of sign-in, and few are looked at, however many come at once', async () => {
  const ben = await service.person('ben@example.com');
  const session = await openSession(ben);
  service.advance(quarter + 1000);
  expect((await confirm(session, {})).status).toBe(400);
  expect((await confirm(session, { password: ben.password, code: '123456' })).status).toBe(400);
  expect((await confirm(session, { code: '123456' })).body.message).toBe('Wrong code');
  const replies = await Promise.all(
    Array.from({ length: maxOwnPasswordGuesses + 5 }, (_, n) =>
      confirm(session, { password: `no ${n}` }, n % 2 ? second : service),
    ),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(maxOwnPasswordGuesses);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await confirm(session, { password: ben.password })).status).toBe(429);
  expect((await makeKey(session)).status).toBe(403);
  // Another session of the same person is not held up.
  const other = await openSession(ben);
  expect((await confirm(other, { password: ben.password })).status).toBe(200);
  const log = await service.call('GET', '/log', { token: other.token });
  expect(log.body.data.filter(({ type }: { type: string }) => type === 'loginFailed').length).toBe(
    maxOwnPasswordGuesses,
  );
  service.advance(quarter + 1000);
  const until = Date.parse((await confirm(session, { password: ben.password })).body.freshUntil);
  expect(Math.abs(until - now() - quarter)).toBeLessThan(60_000);
});

test('[identity.fresh.proof] codes of the app count once, recovery codes too; nobody else’s do', async () => {
  const cleo = await service.person('cleo@example.com');
  const session = await openSession(cleo);
  const { secret, codes } = await addApp(session);
  service.advance(quarter + 1000);
  const code = codeAt(secret, now());
  const replies = await Promise.all([service, second, service, second].map((at) => confirm(session, { code }, at)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await confirm(session, { code })).body.message).toBe('Wrong code');
  expect((await makeKey(session)).status).toBe(200);
  service.advance(quarter + 1000);
  const [recovery = ''] = codes;
  expect((await confirm(session, { code: recovery })).status).toBe(200);
  expect((await confirm(session, { code: recovery })).body.message).toBe('Wrong code');
  service.advance(quarter + 1000);
  const eve = await service.person('eve@example.com');
  const foreign = await openSession(eve);
  expect((await confirm(foreign, { code: codeAt(secret, now()) })).status).toBe(401);
});

test('[identity.fresh.proof] a passkey confirms the session that asked, once; a signature for signing in confirms nothing, and the reverse', async () => {
  const dan = await service.person('dan@example.com');
  const session = await openSession(dan);
  const passkey = new Passkey(origin);
  const creation = await service.call('POST', '/me/factors/passkey/options', { headers: session.headers, body: {} });
  const added = await service.call('POST', '/me/factors/passkey', {
    headers: session.headers,
    body: { credential: passkey.create(creation.body) },
  });
  expect(added.status).toBe(200);
  service.advance(quarter + 1000);
  const optionsOf = async ({ headers }: Session) =>
    (await service.call('POST', '/auth/confirm/options', { headers, body: {} })).body;
  const options = await optionsOf(session);
  expect(options).toMatchObject({ hasPassword: true, hasCode: false, hasProvider: false });
  expect(options.passkey.allowCredentials).toMatchObject([{ id: passkey.id.toString('base64url') }]);
  const signIn = (await service.call('POST', '/auth/passkey/options', { body: {} })).body;
  const statusOf = async (credential: object, of = session) => (await confirm(of, { credential })).status;
  expect(await statusOf(passkey.get(signIn, dan.user))).toBe(401);
  const credential = passkey.get(options.passkey, dan.user);
  expect((await service.call('POST', '/auth/passkey', { body: { credential } })).status).toBe(401);
  const other = await openSession(dan, added.body.recoveryCodes[0]);
  expect(await statusOf(passkey.get((await optionsOf(session)).passkey, dan.user), other)).toBe(401);
  const stranger = await openSession(await service.person('sam@example.com'));
  expect(await statusOf(credential, stranger)).toBe(401);
  const replies = await Promise.all([service, second, service].map((at) => confirm(session, { credential }, at)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  expect((await makeKey(session)).status).toBe(200);
  // An authenticator that was asked for this key may leave out whose it is.
  const silent = passkey.get((await optionsOf(session)).passkey, dan.user, { userHandle: '' });
  expect(await statusOf(silent)).toBe(200);
});

test('[identity.fresh] a proof of a clock that was ahead lasts no longer', async () => {
  const fay = await service.person('fay@example.com');
  const session = await openSession(fay);
  const proved = (time: number) =>
    service.services.db
      .sql`update sessions set proved_at = ${new Date(time).toISOString()} where user_id = ${fay.user}`;
  for (const [ms, status] of [
    [24 * 3_600_000, 403],
    [-quarter, 403],
    [-quarter + 60_000, 200],
  ] as const) {
    await proved(now() + ms);
    expect([ms, (await makeKey(session)).status]).toEqual([ms, status]);
  }
  // One that a version before this opened has no time, and is asked.
  await service.services.db.sql`update sessions set proved_at = null, is_of_app = null where user_id = ${fay.user}`;
  expect((await makeKey(session)).body.id).toBe('fresh_sign_in_needed');
});

test('[identity.fresh] a session from before this was recorded is of the app once its cookie is used; a login token from before is not asked', async () => {
  const { sql } = service.services.db;
  const gil = await service.person('gil@example.com');
  const session = await openSession(gil);
  await sql`update sessions set is_of_app = null where user_id = ${gil.user}`;
  service.advance(quarter);
  const byToken = async (token: string) =>
    (await service.call('POST', '/api-keys', { token, body: {} })).body.id as string;
  expect(await byToken(gil.token)).not.toBe('fresh_sign_in_needed');
  await service.call('GET', '/me', { headers: session.headers });
  await service.services.lastUses.flush();
  const rows = await sql`select is_of_app as marked from sessions where user_id = ${gil.user} order by is_of_app`;
  expect(rows.map(({ marked }) => marked)).toEqual([true, null]);
  expect(await byToken(session.token)).toBe('fresh_sign_in_needed');
  expect(await byToken(gil.token)).not.toBe('fresh_sign_in_needed');
});
