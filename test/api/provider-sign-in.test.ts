// Sign-in through a real identity provider: who is let in, as whom, and what is made for them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OidcConfig } from '../../src/server/base/config-oidc.ts';
import { verifyUserCommand } from '../../src/server/program/people-commands.ts';
import { unlinkIdentities } from '../../src/server/store/identity/provider-identities.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { createVisitor, type Visitor } from '../support/provider-visitor.ts';
import { startSecondService } from '../support/second-service.ts';
import { type CallOptions, startService, type TestService } from '../support/service.ts';

let provider: IdentityProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startService({ ...provider.settings, OIDC_NAME: 'Acme & co' });
});
afterAll(async () => {
  await service?.close();
  await provider?.close();
});
beforeEach(() => place({ account: undefined, accountClaim: undefined, accountRules: [] }));

/** The settings that say where new people go. */
function place(settings: Partial<OidcConfig>): void {
  Object.assign(service.services.config.oidc as object, settings);
}

/** What the management app of somebody who signed in would ask. */
async function ask(visitor: Visitor, path: string, options: CallOptions = {}) {
  const cookie = `formstead_session=${visitor.cookies.get('formstead_session')}`;
  return service.call('GET', path, { ...options, headers: { cookie, 'x-formstead-app': 'admin' } });
}

async function signIn(person: IdentityProvider['person'], path = '/auth/provider') {
  provider.person = person;
  const visitor = createVisitor(service);
  return { visitor, visit: await visitor.open(path) };
}

test('[identity.provider.link] a verified email leads to the user who has it; after that the identity counts, whatever the email', async () => {
  const { alice } = service.people;
  const person = { sub: 'alice-1', email: 'ALICE@example.com', email_verified: true, name: 'Somebody else' };
  const { visit, visitor } = await signIn(person, '/auth/provider?to=/admin/sets/');
  expect([visit.status, visit.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(visit.text).toContain('<meta http-equiv="refresh" content="0; url=/admin/sets/">');
  const me = (await ask(visitor, '/me')).body;
  expect(me).toMatchObject({ id: alice.user, email: alice.email, name: 'alice', hasPassword: true });
  const { data: sessions } = (await ask(visitor, '/auth/sessions')).body;
  expect(sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).method).toBe('provider');
  const types = async () =>
    (await ask(visitor, '/log', { query: { limit: 3 } })).body.data.map(({ type }: { type: string }) => type);
  expect((await types()).slice(0, 2)).toEqual(['login', 'providerLink']);

  // Another email at the provider, not even verified; the name of a colleague here.
  const later = await signIn({ sub: 'alice-1', email: 'bob@example.com', email_verified: false });
  expect((await ask(later.visitor, '/me')).body.id).toBe(alice.user);
  expect((await types()).slice(0, 3)).toEqual(['login', 'login', 'providerLink']);
  // The cookie of the way to the provider is gone, the session is good without the provider.
  expect([...later.visitor.cookies.keys()]).toEqual(['formstead_session']);
});

test('[identity.provider.account] [identity.user] somebody new is made in the account of the settings, without a password', async () => {
  const { alice, chelsea } = service.people;
  place({ account: alice.account, accountRules: [{ claim: 'groups', value: 'sales', account: chelsea.account }] });
  const dana = { sub: 'dana', email: 'dana@example.com', email_verified: true, name: ' Dana D ' };
  const { visitor } = await signIn(dana, '/auth/provider?locale=he');
  const me = (await ask(visitor, '/me')).body;
  expect(me).toMatchObject({ account: alice.account, email: dana.email, name: 'Dana D', hasPassword: false });
  expect(me.settings).toEqual({ locale: 'he', theme: 'auto' });
  const added = (await ask(visitor, '/log', { query: { limit: 2 } })).body.data;
  expect(added.map(({ type, about }: { type: string; about?: string }) => [type, about])).toEqual([
    ['login', undefined],
    ['userAdd', dana.email],
  ]);
  // No password, no login token.
  for (const password of ['', 'null', 'undefined', 'dana@example.com password']) {
    const login = await service.call('POST', '/auth/login', { body: { email: dana.email, password: password || ' ' } });
    expect([login.status, login.body.message]).toEqual([401, 'Wrong username/ password']);
  }
  const eve = { sub: 'eve', email: 'eve@example.com', email_verified: true, groups: ['it', 'sales'] };
  const second = await signIn(eve);
  expect((await ask(second.visitor, '/me')).body).toMatchObject({ account: chelsea.account, name: 'eve' });
  // The same person again, in two windows at once: one user.
  const both = { sub: 'fay', email: 'fay@example.com', email_verified: true };
  const [one, two] = await Promise.all([signIn(both), signIn(both)]);
  const ids = [await ask(one.visitor, '/me'), await ask(two.visitor, '/me')].map(({ body }) => body.id);
  expect([ids[0], typeof ids[0]]).toEqual([ids[1], 'string']);
});

test('[identity.provider.refused] whoever cannot be placed hears why, in both languages, and nothing is made', async () => {
  const { alice, bob, chelsea } = service.people;
  const verified = { email_verified: true } as const;
  await signIn({ sub: 'bob-1', email: bob.email, ...verified });
  const gone = await service.person('gone@example.com', alice.account);
  await signIn({ sub: 'gone-1', email: gone.email, ...verified });
  await service.call('DELETE', `/user/${gone.user}`, { token: alice.token });
  const [barred, unseen] = [await service.person('barred@example.com'), await service.person('unseen@example.com')];
  await signIn({ sub: 'barred-1', email: barred.email, ...verified });
  const bar = (ids: string[]) =>
    service.services.db.sql`update users set disabled_at = now() where id = any(${ids}::text[])`;
  await bar([barred.user, unseen.user]);
  const count = async () => {
    const [row] = await service.services.db.sql`select (select count(*) from users) as users,
      (select count(*) from provider_identities) as identities, (select count(*) from sessions) as sessions,
      (select count(*) from activity_log) as log`;
    return { ...row };
  };
  const before = await count();
  const fresh = { sub: 'fresh', email: 'fresh@example.com', ...verified };
  const cases: [person: IdentityProvider['person'], status: number, en: string, he: string, account?: string][] = [
    [undefined, 400, 'was cancelled', 'בוטלה'],
    [{ sub: 'n', ...verified }, 403, 'did not tell us an email', 'לא מסר לנו'],
    [{ sub: 'n', email: 'not an email', ...verified }, 403, 'did not tell us an email', 'לא מסר לנו'],
    [{ sub: 'n', email: chelsea.email }, 403, 'has not confirmed', 'לא אישר'],
    [{ sub: 'n', email: chelsea.email, email_verified: false }, 403, 'has not confirmed', 'לא אישר'],
    [fresh, 403, 'Nobody here has your email', 'אינם מתווספים מעצמם'],
    [fresh, 403, 'Nobody here has your email', 'אינם מתווספים מעצמם', 'f'.repeat(24)],
    [{ sub: 'barred-1', email: 'x@example.com' }, 403, 'is blocked', 'חסומה', alice.account],
    [{ sub: 'unseen-1', email: unseen.email, ...verified }, 403, 'is blocked', 'חסומה', alice.account],
    [{ sub: 'gone-1', email: gone.email, ...verified }, 403, 'You were removed', 'הוסרת', alice.account],
    [{ sub: 'bob-2', email: bob.email, ...verified }, 403, 'another identity', 'בזהות אחרת', alice.account],
  ];
  for (const [person, status, en, he, account] of cases) {
    place({ account });
    for (const [locale, words, button] of [
      ['en', en, 'Try again'],
      ['he', he, 'ניסיון נוסף'],
    ]) {
      const { visit, visitor } = await signIn(person, `/auth/provider?locale=${locale}&to=/docs/`);
      expect([person, visit.status, visit.text]).toEqual([person, status, expect.stringContaining(words as string)]);
      const again = `/auth/provider?to=%2Fdocs%2F&locale=${locale}${status === 403 ? '&again=1' : ''}`;
      expect(visit.text).toContain(`<a class="button" href="${again.replaceAll('&', '&#38;')}">${button}</a>`);
      expect([...visitor.cookies.keys()]).toEqual([]);
    }
  }
  expect(await count()).toEqual(before);

  // Added again by a colleague, they are let in again once the email is proved to be theirs; and "Try again" asks the provider to ask.
  const body = { email: gone.email, password: 'a long phrase of hers' };
  const readded = await service.call('POST', '/user', { token: alice.token, body });
  const early = await signIn({ sub: 'gone-1', email: gone.email, ...verified });
  expect([early.visit.status, early.visitor.cookies.size]).toEqual([403, 0]);
  await verifyUserCommand(gone.email, service.services);
  const back = await signIn({ sub: 'gone-1', email: gone.email, ...verified }, '/auth/provider?again=1');
  expect((await ask(back.visitor, '/me')).body.id).toBe(readded.body.id);
  expect(await unlinkIdentities(service.services.db.sql, bob.user)).toBe(1);
  const other = await signIn({ sub: 'bob-2', email: bob.email, ...verified });
  expect((await ask(other.visitor, '/me')).body.id).toBe(bob.user);
  let prompt: string | null = null;
  await createVisitor(service).open('/auth/provider?again=1', (url) => {
    if (url.pathname === '/auth') prompt = url.searchParams.get('prompt');
    return url.pathname === '/auth' ? undefined : url;
  });
  expect(prompt).toBe('login');
});

test('[identity.provider.state] the way back may end in another process; there is no other way in', async () => {
  const second = await startSecondService(service);
  try {
    provider.person = { sub: 'alice-1' };
    const process = { url: service.url };
    const visitor = createVisitor(process);
    let callback = '';
    let cookie = '';
    const visit = await visitor.open('/auth/provider', (url) => {
      if (url.pathname === '/auth/provider/callback') {
        process.url = second.url;
        callback = url.pathname + url.search;
        cookie = visitor.cookies.get('formstead_provider') ?? '';
      }
      return url;
    });
    expect(visit.status).toBe(200);
    expect((await ask(visitor, '/me')).body.id).toBe(service.people.alice.user);

    const open = async (cookies: Record<string, string>, path = callback) => {
      const other = createVisitor(service);
      for (const [name, value] of Object.entries(cookies)) other.cookies.set(name, value);
      const { status, text } = await other.open(path);
      return [status, /role="alert">([^<]{12})/.exec(text)?.[1], other.cookies.has('formstead_session')];
    };
    const otherState = (start: string) => (start === 'state=-' ? 'state=_' : 'state=-');
    // Opened twice; with the cookie of the first time; with one that is not ours; another sign-in's response; too late.
    expect(await open({})).toEqual([400, 'This sign-in', false]);
    expect(await open({ formstead_provider: cookie })).toEqual([400, 'The response', false]);
    expect(await open({ formstead_provider: `${cookie}x` })).toEqual([400, 'This sign-in', false]);
    expect(await open({ formstead_provider: cookie }, callback.replace(/state=./, otherState))).toEqual([
      400,
      'This sign-in',
      false,
    ]);
    expect(await open({ formstead_provider: cookie }, `${callback}&state=x`)).toEqual([400, 'This sign-in', false]);
    service.advance(10 * 60_000);
    expect(await open({ formstead_provider: cookie })).toEqual([400, 'This sign-in', false]);
    service.advance(-10 * 60_000);
  } finally {
    await second.close();
  }
});

test('[identity.provider.link] an email counts with what is said of it in the same place; Microsoft says it in its own words', async () => {
  const { chelsea } = service.people;
  const status = async (sub: string, inToken: object, inProfile: object) => {
    provider.tamper = (claims) => ({ ...claims, ...inToken });
    const { visit } = await signIn({ ...inProfile, sub });
    provider.tamper = undefined;
    return visit.status;
  };
  const { email } = chelsea;
  expect(await status('c-1', { email_verified: true }, { email })).toBe(403);
  expect(await status('c-1', { email: 'nobody@example.com', email_verified: true }, { email })).toBe(403);
  expect(await status('c-1', { email, email_verified: false, xms_edov: true }, {})).toBe(403);
  expect(await status('c-1', { email, xms_edov: false }, { email })).toBe(403);
  expect(await status('c-1', { email, xms_edov: true }, { email })).toBe(200);
  expect(await status('c-1', {}, {})).toBe(200);
  // Everything is in the ID token: nobody is asked again.
  provider.asked.length = 0;
  place({ account: chelsea.account });
  const whole = { email: 'gil@example.com', email_verified: true, name: 'Gil' };
  expect(await status('g-1', whole, {})).toBe(200);
  expect(provider.asked).not.toContain('/me');
});
