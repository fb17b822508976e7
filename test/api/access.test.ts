// Walks the route table: what every endpoint does without a credential, with a bad one, and with another account's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import type { Route } from '../../src/server/http/route.ts';
import { notify } from '../../src/server/quotas/notices/notices.ts';
import { makeForm, memberForm } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
/** Alice's objects by parameter name, as a path takes them. */
let owned: Record<string, string>;
let bewit: string;

beforeAll(async () => {
  service = await startService();
  const { alice } = service.people;
  const formId = await makeForm(service, memberForm);
  const saved = await service.call('POST', '/entry/save', { key: alice.key, body: { form: formId } });
  const set = await service.call('POST', '/optionsSet', { key: alice.key, body: { name: 'Mine' } });
  owned = { formId, entryId: saved.body.entryId, apiKey: alice.key.slice(0, 24), setId: set.body?.id ?? '' };
  owned['userId'] = alice.user;
  const invited = await service.call('POST', '/user/invite', { token: alice.token, body: { email: 'i@example.com' } });
  owned['invitation'] = invited.body.id;
  const view = await service.call('POST', `/form/${formId}/views`, { key: alice.key, body: { name: 'x', state: {} } });
  owned['viewId'] = view.body.id;
  owned['progressId'] = 'e'.repeat(24);
  owned['uploadId'] = 'e'.repeat(24);
  owned['factor'] = 'e'.repeat(24);
  owned['noteId'] = 'e'.repeat(24);
  const detail = { form: formId, formName: 'x', rules: 'postSubmit', rule: 1, limit: 'emails', most: 1 } as const;
  notify(service.services, { to: alice.account, kind: 'emailBound', detail });
  await service.services.background.finished();
  owned['noticeId'] = (await service.call('GET', '/account/notices', { key: alice.key })).body.data[0].id;
  owned['n'] = '0';
  owned['part'] = '1';
  owned['number'] = '1';
  bewit = saved.body.bewit;
});
afterAll(() => service.close());

const credential = (response: object) => ({
  ...{ id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x', ...response } },
});

/** A body that passes the route's checks, so that the response is about access and nothing else. */
const payloads: Record<string, () => object> = {
  'POST /auth/login': () => ({ email: 'x@example.com', password: 'x' }),
  'POST /auth/session': () => ({ email: 'x@example.com', password: 'x' }),
  'POST /auth/forgot': () => ({ email: 'x@example.com' }),
  'POST /auth/link': () => ({ token: 'x' }),
  'POST /auth/accept': () => ({ token: 'x', password: 'long enough' }),
  'POST /user/invite': () => ({ email: 'new@example.com' }),
  'POST /user': () => ({ email: 'new@example.com', password: 'long enough' }),
  'POST /me/password': () => ({ password: 'x', newPassword: 'long enough' }),
  'POST /me/factors/totp/confirm': () => ({ setUp: 'x', code: '000000' }),
  'POST /me/factors/passkey': () => ({ credential: credential({ attestationObject: 'x' }) }),
  'POST /auth/passkey': () => ({ credential: credential({ authenticatorData: 'x', signature: 'x' }) }),
  'POST /form/render': () => ({ form: {} }),
  'POST /form/:formId/generateEntries': () => ({ num: 1 }),
  'POST /form/:formId/emails/test': () => ({ email: { to: [], text: 'x' } }),
  'POST /form/:formId/views': () => ({ name: 'x', state: {} }),
  'POST /form/:formId/uploadPolicy': () => ({ name: 'a.txt', size: 1, type: 'text/plain' }),
  'POST /entry/save': () => ({ form: owned['formId'] }),
  'POST /entry/submit': () => ({ form: owned['formId'], data: { name: 'x' } }),
  'POST /entry/template': () => ({ form: owned['formId'] }),
  'POST /entry/render': () => ({ form: owned['formId'], data: {} }),
  'POST /entry/export': () => ({ query: { form: owned['formId'] } }),
  'POST /entry/:entryId/sendLink': () => ({ email: 'x@example.com' }),
  'PATCH /entry/:entryId': () => ({ name: 'x' }),
  'POST /entry/:entryId/notes': () => ({ text: 'x' }),
  'POST /entry/delete': () => ({ query: { form: 'f'.repeat(24) } }),
  'POST /optionsSet': () => ({ name: 'x' }),
  'POST /optionsSet/:setId/addOptions': () => ({ options: [{ value: 'x' }] }),
  'PUT /optionsSet/:setId/options': () => ({ options: [{ value: 'x' }] }),
  'PATCH /optionsSet/:setId/options': () => ({ changes: [{ place: '1.0', insert: { value: 'x' } }] }),
  'PUT /optionsSet/:setId/uploads/:uploadId/parts/:part': () => ({ options: [{ value: 'x' }] }),
  'POST /optionsSet/:setId/uploads/:uploadId/finish': () => ({ parts: 1 }),
  'PATCH /optionsSet/:setId': () => ({ name: 'x' }),
};
const queries: Record<string, string> = {
  'POST /entry/export': '?format=csv',
  'GET /optionsSet/:setId/validate': '?value=x',
  'GET /optionsSet/:setId/autocomplete': '?term=x',
  'GET /optionsSet/:setId/download': '?format=csv',
};

const insufficient = 'You have insufficient permissions to perform the action.';

const nameOf = (route: Route) => `${route.method} ${route.path}`;

function call(route: Route, options: { key?: string; token?: string; search?: string }) {
  const name = nameOf(route);
  const path = route.path.replace(/:(\w+)/g, (_, parameter: string) => owned[parameter] ?? `no ${parameter}`);
  const body = route.payload === undefined ? undefined : (payloads[name]?.() ?? {});
  const { search = queries[name] ?? '', ...credential } = options;
  return service.call(route.method, path + search, { ...credential, body });
}

const guarded = apiRoutes.filter((route) => route.access !== 'public');

test('[identity.public] without a credential: 401 Missing authentication on everything that is not public', async () => {
  for (const route of guarded) {
    const reply = await call(route, {});
    expect([nameOf(route), reply.status, reply.body.message]).toEqual([nameOf(route), 401, 'Missing authentication']);
  }
});

/** Requests that decide who can sign in, and those of operators. */
const loginTokenOnly = [
  'POST /me/password',
  'POST /api-keys',
  'PATCH /api-keys/:apiKey',
  'POST /user',
  'DELETE /user/:userId',
  'POST /user/invite',
  'DELETE /user/invitations/:invitation',
  'PATCH /account',
  'GET /auth/sessions',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:session',
  'POST /auth/confirm/options',
  'POST /auth/confirm',
  'POST /me/email/verify',
  'POST /me/email/confirm',
  'GET /me/factors',
  'POST /me/factors/totp',
  'POST /me/factors/totp/confirm',
  'POST /me/factors/passkey/options',
  'POST /me/factors/passkey',
  'POST /me/factors/recovery-codes',
  'DELETE /me/factors/:factor',
  'DELETE /user/:userId/factors',
  'GET /optionsSet/:setId/lists/:number/diff',
  'POST /optionsSet/:setId/lists/:number/restore',
  'POST /optionsSet/:setId/lists/:number/accept',
];

test('[identity.permissions] a key gets the response that the login token of its user gets, except on the routes named here', async () => {
  const { alice } = service.people;
  const mine = owned;
  // Objects that do not exist: nothing changes between the two requests.
  owned = Object.fromEntries(Object.keys(owned).map((name) => [name, 'e'.repeat(24)]));
  owned['n'] = owned['part'] = owned['number'] = '1';
  try {
    for (const route of apiRoutes) {
      const byKey = await call(route, { key: alice.key });
      const isForPeople = loginTokenOnly.includes(nameOf(route));
      const byToken = isForPeople ? undefined : await call(route, { token: alice.token });
      const expected = byToken ? [byToken.status, byToken.body?.message] : [403, insufficient];
      expect([nameOf(route), byKey.status, byKey.body?.message]).toEqual([nameOf(route), ...expected]);
    }
  } finally {
    owned = mine;
  }
  expect(
    apiRoutes
      .filter(({ access }) => access === 'loginToken')
      .map(nameOf)
      .sort(),
  ).toEqual(loginTokenOnly.sort());
});

test('[options-sets.read] a key manages options sets: renames, lists, changes and downloads options, copies and deletes', async () => {
  const { key } = service.people.alice;
  const ask = (method: string, path: string, body?: object) =>
    service.call(method, `/optionsSet${path}`, { key, body });
  const { id } = (await ask('POST', '', { name: 'Teams' })).body;
  await ask('POST', `/${id}/addOptions`, { options: [{ value: 'Lod' }] });
  const [option] = (await ask('GET', `/${id}/browse`)).body.data;
  const change = { place: option.place, was: { value: 'Lod' }, option: { value: 'Ramla' } };
  const replies = [
    await ask('PATCH', `/${id}/options`, { changes: [change] }),
    await ask('PATCH', `/${id}`, { name: 'Cities' }),
    await ask('GET', `/${id}/forms`),
    await ask('GET', `/${id}/lists`),
    await ask('POST', `/${id}/duplicate`, {}),
  ];
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect((await ask('GET', `/${id}/download?format=json`)).body).toEqual({ options: [{ value: 'Ramla' }] });
  expect((await ask('DELETE', `/${id}`)).status).toBe(200);
  expect((await ask('GET', `/${id}`)).status).toBe(404);
});

test('[identity.public] what is public, by name', () => {
  const open = apiRoutes.filter((route) => route.access === 'public').map(nameOf);
  const named = [
    'POST /auth/login',
    'POST /auth/session',
    'DELETE /auth/session',
    'POST /auth/passkey',
    'POST /auth/passkey/options',
    'POST /auth/forgot',
    'POST /auth/link',
    'POST /auth/accept',
    'POST /auth/claim',
    'GET /form/:formId/start',
    'POST /form/:formId/started',
    'POST /form/:formId/uploadPolicy',
    'POST /entry/save',
    'POST /entry/submit',
    'GET /entry/:entryId/clone',
    'GET /optionsSet/:setId/autocomplete',
    'GET /optionsSet/:setId/validate',
  ];
  expect(open.filter((name) => !named.includes(name))).toEqual([]);
});

test('[identity.bad-credential] a bad, revoked or expired credential: 401 on every route, public ones too', async () => {
  const kim = await service.person('kim@example.com');
  await service.call('DELETE', `/api-keys/${kim.key.slice(0, 24)}`, { token: kim.token });
  for (const route of apiRoutes) {
    const replies = [
      await call(route, { key: kim.key }),
      await call(route, { key: 'x' }),
      await call(route, { token: 'x' }),
    ];
    expect([nameOf(route), ...replies.map((reply) => [reply.status, reply.body.message])]).toEqual([
      nameOf(route),
      [401, 'Invalid API key'],
      [401, 'Invalid API key'],
      [401, 'Invalid token'],
    ]);
  }
  service.advance(4 * 24 * 60 * 60 * 1000);
  for (const route of apiRoutes) {
    const reply = await call(route, { token: kim.token });
    expect([nameOf(route), reply.status, reply.body.message]).toEqual([nameOf(route), 401, 'Expired token']);
  }
  service.advance(-4 * 24 * 60 * 60 * 1000);
});

test('[identity.bewit] a bewit opens only the routes that take one', async () => {
  for (const route of guarded.filter((one) => one.access !== 'bewit')) {
    const reply = await call(route, { search: `?bewit=${bewit}` });
    expect([nameOf(route), reply.status]).toEqual([nameOf(route), 401]);
  }
  const takers = apiRoutes.filter((route) => route.access === 'bewit').map(nameOf);
  expect(takers.sort()).toEqual([
    'GET /entry/:entryId/resume',
    'POST /entry/:entryId/copy',
    'POST /entry/:entryId/save',
    'POST /entry/:entryId/sendLink',
    'POST /entry/:entryId/submit',
  ]);
});

test("[conventions.accounts] [identity.permissions] another account's object: 403, never its data", async () => {
  const { chelsea } = service.people;
  const touching = apiRoutes.filter((route) => route.path.includes(':') || nameOf(route) in payloads);
  const exempt = [
    'POST /auth/login',
    'POST /auth/session',
    'POST /me/password',
    'POST /user',
    // About the caller alone: whatever is another's is not there.
    'POST /auth/passkey',
    'POST /me/factors/totp/confirm',
    'POST /me/factors/passkey',
    'DELETE /me/factors/:factor',
    'DELETE /auth/sessions/:session',
    'POST /user/invite',
    'POST /auth/forgot',
    'POST /auth/link',
    'POST /auth/accept',
    // Public, whoever asks.
    'GET /optionsSet/:setId/autocomplete',
    'GET /optionsSet/:setId/validate',
    // Whatever is not an export of the own account is unknown: the caller chooses the id.
    'GET /entry/export/:progressId/progress',
    'DELETE /auth/sessions/:session',
    // Not about an object that exists.
    'POST /form/check',
    'POST /form/render',
    'POST /entry/delete',
    'POST /optionsSet',
  ];
  for (const route of touching.filter((one) => !exempt.includes(nameOf(one)))) {
    const credentials =
      route.access === 'loginToken' ? [{ token: chelsea.token }] : [{ token: chelsea.token }, { key: chelsea.key }];
    for (const credential of credentials) {
      const reply = await call(route, credential);
      expect([nameOf(route), reply.status, reply.body.message]).toEqual([nameOf(route), 403, insufficient]);
    }
  }
  // A template is open to callers without a credential, and only to them.
  const { alice } = service.people;
  const template = await service.call('POST', '/entry/template', { key: alice.key, body: { form: owned['formId'] } });
  const clone = (options: object) => service.call('GET', `/entry/${template.body.entryId}/clone`, options);
  expect([(await clone({})).status, (await clone({ key: alice.key })).status]).toEqual([200, 200]);
  for (const credential of [{ token: chelsea.token }, { key: chelsea.key }]) {
    const reply = await clone(credential);
    expect([reply.status, reply.body.message]).toEqual([403, insufficient]);
  }
});
