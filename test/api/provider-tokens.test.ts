// Sign-in through an identity provider that is wrong, away, or asked by somebody who means ill.
import { generateKeyPairSync } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { createVisitor } from '../support/provider-visitor.ts';
import { startService, type TestService } from '../support/service.ts';

let provider: IdentityProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startService({ ...provider.settings, OIDC_NAME: 'Acme' });
  Object.assign(service.services.config.oidc as object, { account: service.people.alice.account });
});
afterAll(async () => {
  await service?.close();
  await provider?.close();
});
beforeEach(() => {
  Object.assign(provider, { person: dana, tamper: undefined, instead: undefined });
});

const dana = { sub: 'dana', email: 'dana@example.com', email_verified: true };
const seconds = () => Math.floor(service.services.clock.now() / 1000);

const made = async () => {
  const [row] = await service.services.db.sql`select (select count(*) from users) as users,
    (select count(*) from provider_identities) as identities, (select count(*) from sessions) as sessions`;
  return { ...row };
};

async function signIn(path = '/auth/provider', change?: (url: URL) => URL | undefined) {
  const visitor = createVisitor(service);
  const visit = await visitor.open(path, change);
  return { ...visit, alert: /role="alert">(.*?)<\/p>/.exec(visit.text)?.[1], cookies: [...visitor.cookies.keys()] };
}

test('[identity.provider.token] an ID token that is wrong in one point lets nobody in, and nothing is made', async () => {
  const before = await made();
  const wrong: Record<string, (claims: Record<string, unknown>) => object> = {
    nonce: (claims) => ({ ...claims, nonce: 'another' }),
    'no nonce': ({ nonce: _, ...claims }) => claims,
    issuer: (claims) => ({ ...claims, iss: 'https://accounts.example.com' }),
    audience: (claims) => ({ ...claims, aud: 'another-client' }),
    'several audiences, for another': (claims) => ({ ...claims, aud: ['formstead', 'b'], azp: 'b' }),
    expired: (claims) => ({ ...claims, exp: seconds() - 40 }),
    'no expiry': ({ exp: _, ...claims }) => claims,
    'of the future': (claims) => ({ ...claims, iat: seconds() + 90 }),
    'not yet': (claims) => ({ ...claims, nbf: seconds() + 90 }),
    'no subject': ({ sub: _, ...claims }) => claims,
    'a subject that no database takes': (claims) => ({ ...claims, sub: 'da\0na' }),
    'a subject without end': (claims) => ({ ...claims, sub: 'd'.repeat(300) }),
  };
  for (const [what, tamper] of Object.entries(wrong)) {
    provider.tamper = tamper;
    const { status, alert, cookies } = await signIn();
    expect([what, status, alert, cookies]).toEqual([
      what,
      400,
      expect.stringContaining('The response of <bdi>Acme</bdi> could not be used.'),
      [],
    ]);
  }
  // Somebody between the two: another nonce, another challenge, another code.
  provider.tamper = undefined;
  for (const [path, name] of [
    ['/auth', 'nonce'],
    ['/auth', 'code_challenge'],
    ['/auth/provider/callback', 'code'],
    ['/auth/provider/callback', 'iss'],
  ] as const) {
    const { status } = await signIn('/auth/provider', (url) => {
      if (url.pathname === path) url.searchParams.set(name, 'https://other.example.com/'.padEnd(43, 'x'));
      return url;
    });
    expect([name, status]).toEqual([name, 400]);
  }
  // By the clock of the service, not by that of the machine.
  service.advance(24 * 3_600_000);
  expect((await signIn()).status).toBe(400);
  service.advance(-24 * 3_600_000);
  expect(await made()).toEqual(before);
  const logged = service.log.filter((line) => line.includes('sign-in by the identity provider failed'));
  expect(logged.length).toBe(Object.keys(wrong).length + 5);
  expect(logged.join('')).not.toMatch(/eyJ|a secret of the client/);

  // Clocks that differ by a little are let be.
  provider.tamper = (claims) => ({ ...claims, exp: seconds() - 15, iat: seconds() + 15 });
  expect((await signIn()).cookies).toEqual(['formstead_session']);
});

test('[identity.fresh.proof] a provider that says when somebody proved who they are is believed; a time of the future is now', async () => {
  const makeKey = async (path: string) => {
    const visitor = createVisitor(service);
    await visitor.open(path);
    const headers = { cookie: `formstead_session=${visitor.cookies.get('formstead_session')}`, 'x-formstead-app': '1' };
    const options = await service.call('POST', '/auth/confirm/options', { headers, body: {} });
    expect(options.body).toMatchObject({ hasPassword: false, hasCode: false, hasProvider: true });
    const { status, body } = await service.call('POST', '/api-keys', { headers, body: {} });
    expect(options.body.isFresh).toBe(status === 200);
    return [status, body.id];
  };
  const fresh = [200, undefined];
  const stale = [403, 'fresh_sign_in_needed'];
  for (const [authTime, expected] of [
    [undefined, fresh],
    [seconds() - 60, fresh],
    [seconds() - 16 * 60, stale],
    [1, stale],
    [seconds() + 86_400, fresh],
  ] as const) {
    provider.tamper = ({ auth_time: _, ...claims }) => ({
      ...claims,
      ...(authTime !== undefined && { auth_time: authTime }),
    });
    expect([authTime, ...(await makeKey('/auth/provider'))]).toEqual([authTime, ...expected]);
  }
  // A sign-in that is asked for again must name the time.
  let asked: string | null = null;
  await createVisitor(service).open('/auth/provider?again=1', (url) => {
    if (url.pathname === '/auth') asked = url.searchParams.get('max_age');
    return url.pathname === '/auth' ? undefined : url;
  });
  expect(asked).toBe('0');
});

test('[identity.provider.token] a signature of somebody else does not count', async () => {
  const { signingKey } = provider;
  const before = await made();
  provider.tamper = (claims) => claims;
  provider.signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  expect((await signIn()).status).toBe(400);
  expect(await made()).toEqual(before);
  provider.signingKey = signingKey;
  expect((await signIn()).status).toBe(200);
});

test('[identity.provider.away] [identity.provider.bounds] a provider that is away stops neither start nor later sign-ins', async () => {
  provider.instead = (response) => response.writeHead(502).end('Bad gateway');
  const late = await startService(provider.settings);
  try {
    const open = async (locale: string) => {
      const { status, text } = await createVisitor(late).open(`/auth/provider?locale=${locale}&to=/docs/`);
      return [status, /role="alert">(.*?)<\/p>/.exec(text)?.[1]];
    };
    const name = '<bdi>127.0.0.1</bdi>';
    const away = [503, `${name} does not respond at the moment. Please try again in a few minutes.`];
    expect(await open('en')).toEqual(away);
    expect(await open('he')).toEqual([503, `${name} לא מגיב כרגע. אפשר לנסות שוב בעוד כמה דקות.`]);
    // Neither a body without end, nor a connection that breaks, nor another site's metadata.
    provider.instead = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(65_536, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    expect(await open('en')).toEqual(away);
    provider.instead = (response) => response.destroy();
    expect(await open('en')).toEqual(away);
    provider.instead = (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer: 'https://other.example.com', authorization_endpoint: 'https://x.example.com' }));
    expect(await open('en')).toEqual(away);
    provider.instead = undefined;
    expect((await createVisitor(late).open('/auth/provider')).status).toBe(403);
    // Away in the middle of a sign-in.
    const visit = await createVisitor(late).open('/auth/provider', (url) => {
      if (url.pathname.endsWith('/callback')) provider.instead = (response) => response.destroy();
      return url;
    });
    expect(visit.status).toBe(503);
  } finally {
    await late.close();
  }
});

test('[identity.provider.state] the page after it is one of ours, whatever a link asks for', async () => {
  const next = async (to: string) => {
    const { text } = await signIn(`/auth/provider?to=${encodeURIComponent(to)}`);
    return /http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1];
  };
  const asked = {
    '/admin/entries/x/?a=1&b="': '/admin/entries/x/?a=1&#38;b=%22',
    '/e/0123/': '/e/0123/',
    '/c/0123/': '/c/0123/',
    '/docs/': '/docs/',
    '/auth/provider/done': '/auth/provider/done',
    'http://forms.test/admin/': '/admin/',
    'https://evil.example.com/admin/': '/admin/',
    '//evil.example.com/admin/': '/admin/',
    '/\\evil.example.com/admin/': '/admin/',
    '/admin/../\\evil.example.com/': '/admin/',
    'javascript:alert(1)//admin/': '/admin/',
    '/v1.0/me': '/admin/',
    [`/admin/${'x'.repeat(600)}`]: '/admin/',
  };
  for (const [to, expected] of Object.entries(asked)) expect([to, await next(to)]).toEqual([to, expected]);
});

test('[identity.provider.sign-out] signing out leads on to the provider where it has such a page; without a provider there is nothing', async () => {
  let url: URL | undefined;
  await signIn('/auth/provider/sign-out', (at) => {
    url = at;
    return at.origin === provider.issuer ? undefined : at;
  });
  expect([url?.origin, url?.pathname, Object.fromEntries(url?.searchParams ?? [])]).toEqual([
    provider.issuer,
    '/session/end',
    { client_id: 'formstead', post_logout_redirect_uri: 'http://forms.test/admin/' },
  ]);
  const link = '<a class="button" href="/auth/provider?to=/docs/">Continue with Acme</a>';
  expect(await (await fetch(`${service.url}/docs/`)).text()).toContain(link);
  const plain = await startService();
  try {
    expect(await (await fetch(`${plain.url}/docs/`)).text()).not.toContain('/auth/provider');
    for (const path of ['', '/callback', '/sign-out', '/done']) {
      expect((await fetch(`${plain.url}/auth/provider${path}`)).status).toBe(404);
    }
  } finally {
    await plain.close();
  }
});

test('[identity.session.from-elsewhere] a page of users that another site leads to opens itself once more; other pages do not', async () => {
  const open = async (path: string, site: string, cookie = '') => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', cookie };
    return new Promise<string | undefined>((resolve, reject) => {
      const asked = request(service.url + path, { headers }, (response) => {
        text(response).then((page) => resolve(/refresh" content="0; url=([^"]*)"/.exec(page)?.[1]), reject);
      });
      asked.on('error', reject).end();
    });
  };
  expect(await open('/admin/', 'cross-site')).toBe('/admin/');
  expect(await open('/admin/entries/a/b/?x=1&y="', 'cross-site')).toBe('/admin/entries/a/b/?x=1&#38;y=%22');
  for (const site of ['same-origin', 'same-site', 'none']) expect(await open('/admin/', site)).toBeUndefined();
  // Whoever is signed in is there already; the token of an invitation is behind the #, which would be lost.
  expect(await open('/admin/', 'cross-site', `formstead_session=${service.people.alice.token}`)).toBeUndefined();
  for (const path of ['/admin/join', '/admin/reset', '/admin/accountx/', '/admin/form-frame/']) {
    expect([path, await open(path, 'cross-site')]).toEqual([path, undefined]);
  }
});
