// Emails prove nothing until their owner has shown that they reach them: squatting and pre-hijacking.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApiKey } from '../../src/server/identity/api-keys.ts';
import { completeSignIn } from '../../src/server/identity/complete-sign-in.ts';
import { addFactor } from '../../src/server/identity/factors/add-factor.ts';
import { requireUser, verifyUserCommand } from '../../src/server/program/people-commands.ts';
import { openDb } from '../../src/server/store/connection/db.ts';
import { migrate } from '../../src/server/store/connection/migrate.ts';
import { migrations } from '../../src/server/store/migrations/all.ts';
import { codeAt } from '../support/authenticator.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { createVisitor, type Visitor } from '../support/provider-visitor.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let provider: IdentityProvider;
let smtp: TestSmtp;
let service: TestService;
let alice: Person;
let chelsea: Person;
beforeAll(async () => {
  provider = await startIdentityProvider();
  smtp = await startSmtp();
  service = await startService({ ...provider.settings, SMTP_URL: smtp.url });
  ({ alice, chelsea } = service.people);
});
afterAll(async () => {
  await service?.close();
  await smtp?.close();
  await provider?.close();
});
beforeEach(() => {
  smtp.onEmail = async () => {};
});

const password = 'three green birds';
const squat = async (email: string) => {
  const reply = await service.call('POST', '/user', { token: chelsea.token, body: { email, password } });
  expect(reply.status).toBe(200);
  return reply.body.id as string;
};
const logIn = (email: string, typed = password) =>
  service.call('POST', '/auth/login', { body: { email, password: typed } });
const invite = (email: string, { token }: Person = alice) =>
  service.call('POST', '/user/invite', { token, body: { email } });
const accept = (token: string, chosen = 'seven quiet rivers') =>
  service.call('POST', '/auth/accept', { body: { token, password: chosen } });
const lastTokenTo = async (email: string) => {
  await service.services.background.finished();
  const last = smtp.emails.filter(({ recipients }) => recipients.includes(email)).at(-1);
  return /#token=([\w-]{43})/.exec(last?.text ?? '')?.[1] ?? '';
};
async function signInByProvider(email: string, locale = 'en') {
  provider.person = { sub: email, email, email_verified: true };
  const visitor = createVisitor(service);
  return { visitor, visit: await visitor.open(`/auth/provider?locale=${locale}`) };
}
const me = (visitor: Visitor) => {
  const cookie = `formstead_session=${visitor.cookies.get('formstead_session')}`;
  return service.call('GET', '/me', { headers: { cookie, 'x-formstead-app': 'admin' } });
};
const verified = async (email: string) => {
  const [row] = await service.services.db.sql`select email_verified_at from users where lower(email) = lower(${email})`;
  return row?.['email_verified_at'] != null;
};
const place = (account: string | undefined) => Object.assign(service.services.config.oidc as object, { account });

test('[identity.emails.verified] [identity.emails.claim] pre-hijacking: a provider never links to a user whose email nobody proved; the owner takes the address by a mailed link', async () => {
  place(alice.account);
  const email = 'victim@example.com';
  const squatter = await squat(email);
  const attacker = (await logIn(email)).body.token as string;
  const key = (await service.call('POST', '/api-keys', { token: attacker, body: {} })).body.token as string;
  for (const [locale, words] of [
    ['en', 'nobody has confirmed that the address is theirs'],
    ['he', 'ואיש לא אישר שהכתובת שלו'],
  ] as const) {
    const { visit, visitor } = await signInByProvider(email, locale);
    expect([visit.status, visit.text]).toEqual([403, expect.stringContaining(words)]);
    expect(visitor.cookies.has('formstead_session')).toBe(false);
  }
  const token = await lastTokenTo(email);
  const facts = await service.call('POST', '/auth/link', { body: { token } });
  expect(facts.body).toMatchObject({ kind: 'claim', email });
  // It is no password link and no proof for whoever holds the user.
  expect((await accept(token)).status).toBe(403);
  const confirmed = await service.call('POST', '/me/email/confirm', { token: attacker, body: { token } });
  expect(confirmed.status).toBe(403);

  const claim = () => service.call('POST', '/auth/claim', { body: { token } });
  const replies = await Promise.all([claim(), claim(), claim()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect((await logIn(email)).status).toBe(401);
  for (const options of [{ token: attacker }, { key }])
    expect((await service.call('GET', '/me', options)).status).toBe(401);
  const { visitor } = await signInByProvider(email);
  const { body } = await me(visitor);
  expect([body.account, body.email, body.hasPassword]).toEqual([alice.account, email, false]);
  expect(body.id).not.toBe(squatter);
  const log = (await service.call('GET', '/log', { key: chelsea.key })).body.data;
  expect(log.slice(0, 2)).toMatchObject([
    { type: 'userDisplace', about: email, user: squatter },
    { type: 'keyCreate' },
  ]);
  // Nothing of it is in the account of the owner.
  expect(JSON.stringify((await service.call('GET', '/log', { key: alice.key })).body)).not.toContain(squatter);
});

test('[identity.emails.verified] [running.migrations] of the users before emails were verified those are verified whom no colleague made with a password, or who gave a proof', async () => {
  const database = await createFreshDatabase();
  const db = await openDb(database.url, { maxConnections: 2 });
  try {
    const before = migrations.filter(({ number }) => number < 38);
    await migrate(db, before);
    const { sql } = db;
    const id = (end: string) => end.padStart(24, '0');
    const [account, founder] = [id('a'), id('f')];
    await sql`insert into accounts (id, create_time) values (${account}, now())`;
    let last = 0;
    const nextId = () => {
      last += 1;
      return id(`1${last}`);
    };
    const addUser = async (name: string, { hasSignedIn = true, user = nextId() } = {}) => {
      const lastLogin = hasSignedIn ? new Date().toISOString() : null;
      await sql`insert into users (id, account, email, name, settings, tokens_from, last_login, create_time, modify_time, changed_at)
        values (${user}, ${account}, ${`${name}@example.com`}, '', '{}', now(), ${lastLogin}, now(), now(), now())`;
      return user;
    };
    const log = (type: string, user: string, about: string | null = null, age = '0') => sql`insert into activity_log
      (id, account, type, time, ip, user_agent, user_id, email, about)
      values (${nextId()}, ${account}, ${type}, now() - ${age}::interval, '', '', ${user}, '', ${about})`;
    await addUser('founder', { user: founder });
    await addUser('from-command-line', { hasSignedIn: false });
    await log('userJoin', await addUser('invited'));
    for (const name of ['squatted', 'squatted-and-never-used', 'reset', 'of-provider'])
      await log('userAdd', founder, `${name}@Example.com`);
    await addUser('squatted');
    await addUser('squatted-and-never-used', { hasSignedIn: false });
    await log('passwordReset', await addUser('reset'));
    await sql`insert into provider_identities (issuer, subject, user_id, create_time)
      values ('i', 's', ${await addUser('of-provider')}, now())`;
    // Added, removed, and invited later.
    await log('userAdd', founder, 'returned@example.com', '30 days');
    await log('userJoin', await addUser('returned'));
    // The founder was removed by a squatter, who has the lowest id then.
    const alone = id('b');
    await sql`insert into accounts (id, create_time) values (${alone}, now())`;
    await log('userAdd', founder, 'alone@example.com');
    await sql`update activity_log set account = ${alone} where about = 'alone@example.com'`;
    await sql`update users set account = ${alone} where id = ${await addUser('alone')}`;
    await sql`insert into person_links (id, token_hash, kind, account, email, create_time, expires_at)
      values (${id('c')}, 'x', 'invitation', ${account}, 'open@example.com', now(), now())`;
    const opened = [
      ['passkey', 3],
      ['provider', 3],
      ['invitation', 3],
      ['password', 30],
      ['password', 3],
      ['passwordAndCode', 3],
    ] as const;
    for (const [method, days] of opened)
      await sql`insert into sessions (id, user_id, method, create_time, last_use, expires_at, ip, user_agent)
        values (${`${method}${days}`}, ${founder}, ${method}, now(), now(), now() + ${`${days} days`}::interval, '', '')`;
    await migrate(db);
    // Those that may be login tokens: the first use of the cookie decides.
    const open = await sql`select id from sessions where is_of_app is null order by id collate "C"`;
    expect(open.map((row) => row['id'])).toEqual(['password3', 'passwordAndCode3']);
    const rows = await sql`select email from users where email_verified_at is null`;
    expect(rows.map(({ email }) => String(email).split('@')[0]).sort()).toEqual([
      'alone',
      'squatted',
      'squatted-and-never-used',
    ]);
    expect([...(await sql`select proves_email from person_links`)]).toEqual([{ proves_email: false }]);
  } finally {
    await db.close();
    await database.drop();
  }
});

test('[identity.emails.displaced] an unverified user keeps nobody from being invited elsewhere; accepting the mailed link displaces it', async () => {
  const email = 'wanted@example.com';
  const squatter = await squat(email);
  expect((await invite(email, chelsea)).status).toBe(409);
  // The ruled answer: each email address belongs to one user.
  const added = await service.call('POST', '/user', { token: alice.token, body: { email, password } });
  expect(added.status).toBe(409);
  const invited = await invite(email);
  expect([invited.status, invited.body.link]).toEqual([200, undefined]);
  const token = await lastTokenTo(email);
  expect(smtp.emails.at(-1)?.text).toContain('that user and its API keys are removed');
  const facts = await service.call('POST', '/auth/link', { body: { token } });
  expect(facts.body).toMatchObject({ kind: 'invitation', displaces: true });
  expect((await accept(token)).status).toBe(200);
  expect((await logIn(email)).status).toBe(401);
  const joined = await logIn(email, 'seven quiet rivers');
  expect([joined.status, joined.body.user.account]).toEqual([200, alice.account]);
  expect(joined.body.user.id).not.toBe(squatter);
  expect(await verified(email)).toBe(true);
  expect((await invite(email, chelsea)).status).toBe(409);
});

test('[identity.emails.displaced] [identity.emails.claim] the last user of an account is displaced too: the operator gets a notice, and the account keeps what it has', async () => {
  place(undefined);
  const takes = {
    invitation: async (email: string) => {
      await invite(email);
      return accept(await lastTokenTo(email));
    },
    claim: async (email: string) => {
      await signInByProvider(email);
      return service.call('POST', '/auth/claim', { body: { token: await lastTokenTo(email) } });
    },
  };
  for (const [way, take] of Object.entries(takes)) {
    const founder = await service.person(`founder-${way}@example.com`);
    const form = await service.call('POST', '/form', { key: founder.key, body: { name: 'Kept' } });
    const colleague = `last-${way}@example.com`;
    await service.call('POST', '/user', { token: founder.token, body: { email: colleague, password } });
    const { token } = (await logIn(colleague)).body as { token: string };
    expect((await service.call('DELETE', `/user/${founder.user}`, { token })).status).toBe(200);
    const emptied = async () => {
      await service.services.background.finished();
      return [
        ...(await service.services.db.sql`select account, detail from notices where kind = 'accountEmpty'
        and about = ${founder.account}`),
      ].map(({ account, detail }) => [account, JSON.parse(String(detail)).email]);
    };
    expect(await emptied()).toEqual([]);
    expect([way, (await take(colleague)).status]).toEqual([way, 200]);
    expect(await emptied()).toEqual([[null, colleague]]);
    const [kept] = await service.services.db.sql`select account from forms where id = ${form.body.id}`;
    expect(kept?.['account']).toBe(founder.account);
  }
  const notices = await service.services.db.sql`select 1 from notices where kind = 'accountEmpty'`;
  // An account with users left is not reported.
  expect(notices.length).toBe(2);
});

test('[identity.emails.displaced] [identity.emails.verified] a link that is handed over proves nothing: whoever invites has it too', async () => {
  const email = 'handed@example.com';
  await squat(email);
  smtp.onEmail = async () => {
    throw refusal(451, 'later');
  };
  const invited = await invite(email);
  const token = /#token=([\w-]{43})/.exec(invited.body.link)?.[1] ?? '';
  expect(invited.status).toBe(200);
  expect((await service.call('POST', '/auth/link', { body: { token } })).body.displaces).toBeUndefined();
  expect((await accept(token)).status).toBe(409);
  expect((await logIn(email)).status).toBe(200);
  // Without a user in the way it makes one, whose email is not verified.
  const free = 'free@example.com';
  const other = await invite(free);
  expect((await accept(/#token=([\w-]{43})/.exec(other.body.link)?.[1] ?? '')).status).toBe(200);
  expect(await verified(free)).toBe(false);
  // An invitation that was handed over once and is mailed now proves it again.
  smtp.onEmail = async () => {};
  await invite(email);
  expect((await accept(await lastTokenTo(email))).status).toBe(200);
  expect(await verified(email)).toBe(true);
});

test('[identity.emails.verify] people prove their own email by a link that works in their own session only', async () => {
  place(undefined);
  const email = 'own@example.com';
  await squat(email);
  const { token } = (await logIn(email)).body as { token: string };
  const emails = async () =>
    (await service.call('GET', '/user/emails', { token })).body.data as { email: string; isVerified: boolean }[];
  expect((await emails()).find((one) => one.email === email)?.isVerified).toBe(false);
  expect((await emails()).find((one) => one.email === chelsea.email)?.isVerified).toBe(true);
  expect(await emails()).not.toContainEqual(expect.objectContaining({ email: alice.email }));
  const send = () => service.call('POST', '/me/email/verify', { token, body: {} });
  expect((await send()).status).toBe(200);
  const link = await lastTokenTo(email);
  const confirm = (caller: string, given = link) =>
    service.call('POST', '/me/email/confirm', { token: caller, body: { token: given } });
  // Somebody who only has the mailbox, and somebody else who is signed in.
  expect((await service.call('POST', '/me/email/confirm', { body: { token: link } })).status).toBe(401);
  expect((await confirm(alice.token)).status).toBe(403);
  expect((await service.call('POST', '/auth/claim', { body: { token: link } })).status).toBe(403);
  expect((await accept(link)).status).toBe(403);
  expect((await confirm(token)).status).toBe(200);
  expect((await confirm(token)).status).toBe(403);
  expect((await emails()).find((one) => one.email === email)?.isVerified).toBe(true);
  // From now on the provider leads to this user.
  const { visitor } = await signInByProvider(email);
  expect((await me(visitor)).body).toMatchObject({ email, account: chelsea.account, hasPassword: true });
  // Few emails a day, and none for who is verified.
  const before = smtp.emails.length;
  expect((await send()).status).toBe(200);
  expect(smtp.emails.length).toBe(before);
});

test('[identity.emails.verify] a link for a new password proves the email, and so does the operator', async () => {
  const [reset, vouched] = ['reset@example.com', 'vouched@example.com'];
  await squat(reset);
  await squat(vouched);
  await service.call('POST', '/auth/forgot', { body: { email: reset } });
  expect((await accept(await lastTokenTo(reset))).status).toBe(200);
  expect(await verified(reset)).toBe(true);
  await verifyUserCommand(vouched, service.services);
  await verifyUserCommand(vouched, service.services);
  expect(await verified(vouched)).toBe(true);
  const { visit } = await signInByProvider(vouched);
  expect(visit.status).toBe(200);
});

/** What somebody with a session of the user can leave behind: a key, an authenticator app and recovery codes. */
async function settleIn(email: string) {
  const { token } = (await logIn(email)).body as { token: string };
  const key = (await service.call('POST', '/api-keys', { token, body: { name: 'Back door' } })).body.token as string;
  const begun = (await service.call('POST', '/me/factors/totp', { token, body: {} })).body;
  const code = codeAt(begun.secret, service.services.clock.now());
  const confirmed = await service.call('POST', '/me/factors/totp/confirm', {
    token,
    body: { setUp: begun.setUp, code },
  });
  expect(confirmed.status).toBe(200);
  return { token, key };
}
const waysIn = async (email: string) => {
  const [row] = await service.services.db.sql`select
    (select count(*) from factors f where f.user_id = u.id) as factors,
    (select count(*) from recovery_codes c where c.user_id = u.id) as codes,
    (select count(*) from api_keys k where k.user_id = u.id) as keys
    from users u where u.email = ${email}`;
  return { factors: Number(row?.['factors']), codes: Number(row?.['codes']), keys: Number(row?.['keys']) };
};

test('[identity.emails.first-proof] pre-hijacking by a forgotten password: the first link of the owner removes factors, codes, keys and sessions of before', async () => {
  const email = 'prehijacked@example.com';
  const user = await squat(email);
  const left = await settleIn(email);
  await service.call('POST', '/auth/forgot', { body: { email } });
  const token = await lastTokenTo(email);
  const mail = smtp.emails.at(-1)?.text ?? '';
  expect(mail).toContain(`${chelsea.email} added this address to an account`);
  expect(mail).toContain('second factors, API keys and sessions');
  expect((await accept(token)).status).toBe(200);
  expect([await waysIn(email), await verified(email)]).toEqual([{ factors: 0, codes: 0, keys: 0 }, true]);
  for (const options of [{ token: left.token }, { key: left.key }])
    expect((await service.call('GET', '/me', options)).status).toBe(401);
  const own = await logIn(email, 'seven quiet rivers');
  expect([own.status, own.body.user?.id]).toEqual([200, user]);
  const log = (await service.call('GET', '/log', { key: chelsea.key })).body.data as { type: string; about?: string }[];
  expect(log.map(({ type, about }) => [type, about]).slice(1, 4)).toEqual([
    ['passwordReset', undefined],
    ['factorsReset', email],
    ['keyRevoke', 'Back door'],
  ]);
});

test('[identity.emails.first-proof] a later link for a password, or a link that the user confirms in their own session, removes nothing', async () => {
  const [verifiedBefore, inSession] = ['settled@example.com', 'in-session@example.com'];
  await squat(verifiedBefore);
  await verifyUserCommand(verifiedBefore, service.services);
  await settleIn(verifiedBefore);
  await service.call('POST', '/auth/forgot', { body: { email: verifiedBefore } });
  const token = await lastTokenTo(verifiedBefore);
  expect(smtp.emails.at(-1)?.text).not.toContain('API keys');
  expect((await accept(token)).status).toBe(200);
  expect(await waysIn(verifiedBefore)).toEqual({ factors: 1, codes: 10, keys: 1 });
  await squat(inSession);
  const own = await settleIn(inSession);
  await service.call('POST', '/me/email/verify', { token: own.token, body: {} });
  const body = { token: await lastTokenTo(inSession) };
  expect((await service.call('POST', '/me/email/confirm', { token: own.token, body })).status).toBe(200);
  expect(await waysIn(inSession)).toEqual({ factors: 1, codes: 10, keys: 1 });
});

test('[identity.emails.first-proof] requests that were let in before the reset leave nothing behind after it', async () => {
  const email = 'racing@example.com';
  await squat(email);
  // As a request has it that was let in, or whose password was right, a moment before.
  const user = await requireUser(email, service.services);
  await service.call('POST', '/auth/forgot', { body: { email } });
  expect((await accept(await lastTokenTo(email))).status).toBe(200);
  const request = { ip: '192.0.2.1', userAgent: 'late', caller: { kind: 'loginToken', user } } as never;
  const factor = { id: 'f'.repeat(24), kind: 'totp', name: 'Late', secret: '' } as const;
  const late = [
    () => makeApiKey({ user, request, createdBy: null }, service.services),
    () => addFactor(request, { ...factor, credentialId: null, transports: null, counter: 0 }, service.services),
    () => completeSignIn({ user, method: 'password', request, isOfApp: false }, service.services),
    () => completeSignIn({ user, method: 'passkey', request, isOfApp: true }, service.services),
  ];
  for (const attempt of late) await expect(attempt()).rejects.toMatchObject({ status: 401 });
  expect(await waysIn(email)).toEqual({ factors: 0, codes: 0, keys: 0 });
});

test('[identity.emails.displaced] [identity.emails.claim] somebody whom the operator barred is not displaced, and a verified user takes no claim', async () => {
  const email = 'barred@example.com';
  const user = await squat(email);
  const { sql } = service.services.db;
  await sql`update users set disabled_at = now() where id = ${user}`;
  expect((await invite(email)).status).toBe(409);
  await sql`update users set disabled_at = null where id = ${user}`;
  await signInByProvider(email);
  const token = await lastTokenTo(email);
  await verifyUserCommand(email, service.services);
  expect((await service.call('POST', '/auth/claim', { body: { token } })).status).toBe(403);
  expect((await logIn(email)).status).toBe(200);
});
