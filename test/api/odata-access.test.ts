// /odata/{formId}: who may ask, and how they say who they are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, error, type ODataTest, startODataTest } from '../support/odata.ts';
import { type Reply, send, startService } from '../support/service.ts';

let entry: ODataTest['entry'];
let form: ODataTest['form'];
let get: ODataTest['get'];
let service: ODataTest['service'];
let close: ODataTest['close'];

beforeAll(async () => {
  ({ entry, form, get, service, close } = await startODataTest());
});
afterAll(() => close());

const ask = (target: string, headers: Record<string, string>) =>
  send('GET', `${service.url}/odata/${target}/Submissions`, { headers });

test('[odata.access] Basic with any user name, x-api-key, login token', async () => {
  const { alice: person } = service.people;
  const good = [
    { authorization: basic(person.key) },
    { authorization: basic(person.key, '') },
    { authorization: basic(person.key, 'user@exämple.com') },
    { authorization: basic(person.key).replace('Basic', 'basic') },
    { 'x-api-key': person.key },
    { authorization: person.token },
  ];
  for (const headers of good) expect((await ask(form, headers as never)).status).toBe(200);
  expect((await ask(form, { authorization: basic(service.people.bob.key) })).status).toBe(200);
});

test('[odata.access] nobody, a wrong key, a revoked key: 401 that asks for Basic', async () => {
  const made = await service.call('POST', '/api-keys', { token: service.people.alice.token });
  const revoked = made.body.token as string;
  expect((await ask(form, { authorization: basic(revoked) })).status).toBe(200);
  const { token } = service.people.alice;
  expect((await service.call('DELETE', `/api-keys/${made.body._id}`, { token })).status).toBe(200);
  const { key } = service.people.alice;
  const bad: [Record<string, string>, string][] = [
    [{}, 'missingAuthentication'],
    [{ authorization: basic(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`) }, 'invalidApiKey'],
    [{ authorization: basic('') }, 'invalidApiKey'],
    [{ authorization: 'Basic ' }, 'invalidApiKey'],
    [{ authorization: 'Basic !!!' }, 'invalidApiKey'],
    [{ authorization: basic(revoked) }, 'invalidApiKey'],
    [{ authorization: `Bearer ${key}` }, 'invalidToken'],
    [{ 'x-api-key': 'x' }, 'invalidApiKey'],
  ];
  for (const [headers, code] of bad) {
    const reply = await ask(form, headers);
    expect([headers, reply.status, reply.body]).toEqual([
      headers,
      401,
      { error: { code, message: expect.any(String) } },
    ]);
    expect(reply.headers.get('www-authenticate')).toBe('Basic realm="Formstead", charset="UTF-8"');
    expect(reply.headers.get('odata-version')).toBe('4.0');
    expect(reply.headers.get('x-service-error')).toBe(code);
  }
  expect((await send('GET', `${service.url}/odata/${form}?x-api-key=${key}`)).status).toBe(401);
});

test('[odata.access] another account gets 403, a form that is not there 404', async () => {
  const chelsea = { authorization: basic(service.people.chelsea.key) };
  expect(error(await ask(form, chelsea))).toEqual([403, 'insufficientPermissions']);
  for (const path of ['', '/$metadata', '/Submissions/$count', `/Submissions('${entry}')`]) {
    expect((await send('GET', `${service.url}/odata/${form}${path}`, { headers: chelsea })).status).toBe(403);
  }
  expect(error(await get('0123456789abcdef01234567'))).toEqual([404, 'formNotFound']);
  expect(error(await get('nothing'))).toEqual([404, 'formNotFound']);
  expect(error(await get("x'%20or%20'1'='1"))).toEqual([404, 'formNotFound']);
});

test('[odata.errors] [limits.rate] throttled as everything else, in the same shape', async () => {
  const slow = await startService({ RATE_LIMIT: '3' });
  const replies: Reply[] = [];
  for (let count = 0; count < 4; count += 1) replies.push(await send('GET', `${slow.url}/odata/${form}`));
  await slow.close();
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  expect(error(replies[3]!)).toEqual([429, 'tooManyRequests']);
  expect(Number(replies[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('[odata.access] hostile credentials are a 401, and none of them is shown', async () => {
  const { key } = service.people.alice;
  const texts = [
    '',
    ':',
    '::',
    `:${key}x`,
    `${key}:`,
    `:${key}\u0000`,
    `:${key}\n`,
    `: ${key}`,
    `a:${'k'.repeat(8_000)}`,
    '\ufffd:\u05d0',
  ];
  const headers = [
    ...texts.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
    'Basic',
    'Basic ',
    'Basic %%%',
    `Basic ${'='.repeat(5_000)}`,
  ];
  for (const authorization of headers) {
    const reply = await get(`${form}/Submissions`, {}, { authorization });
    expect([authorization.slice(0, 60), reply.status, reply.headers.get('www-authenticate')]).toEqual([
      ...[authorization.slice(0, 60), 401, expect.stringMatching(/^Basic /)],
    ]);
    expect(reply.text).not.toContain(key);
  }
});

test('[odata.origin] [mcp.http.origin] [conventions.cors] addresses that take a key in Authorization refuse pages of other sites and send no CORS headers', async () => {
  const { key, token } = service.people.alice;
  const paths = [
    `/odata/${form}`,
    `/odata/${form}/Submissions`,
    `/odata/${form}/$metadata`,
    '/odata/x',
    '/odata',
    '/mcp',
  ];
  const credentials: Record<string, string>[] = [
    {},
    { authorization: basic(key) },
    { authorization: basic('x'.repeat(56)) },
    { authorization: token },
    { authorization: `Bearer ${key}` },
    { 'x-api-key': key },
  ];
  const corsOf = ({ headers }: Reply) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  for (const path of paths) {
    for (const origin of ['https://evil.example', 'null', `${service.services.config.publicUrl}.evil.example`]) {
      const preflight = {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      };
      const asked = await send('OPTIONS', service.url + path, { headers: preflight });
      expect([path, asked.status, corsOf(asked)]).toEqual([path, 200, []]);
      for (const headers of credentials) {
        for (const method of ['GET', 'POST']) {
          const reply = await send(method, service.url + path, { headers: { ...headers, origin } });
          // The bare /odata is no address of ours.
          expect([path, reply.status, corsOf(reply)]).toEqual([path, path === '/odata' ? 404 : 403, []]);
        }
      }
    }
  }
  const own = new URL(service.services.config.publicUrl).origin;
  expect((await ask(form, { authorization: basic(key), origin: own })).status).toBe(200);
});
