// What holds for every request.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('[conventions.request-id] a fresh one on every response; an incoming one is not trusted', async () => {
  const { alice } = service.people;
  const sent = '00000000-0000-4000-8000-000000000000';
  const ids = new Set<string>();
  for (const [path, options] of [
    ['/me', { key: alice.key, headers: { 'x-service-request-id': sent } }],
    ['/me', {}],
    ['/nowhere', {}],
    ['/form/x', { key: alice.key }],
  ] as const) {
    const id = (await service.call('GET', path, options)).headers.get('x-service-request-id') ?? '';
    expect(id).toMatch(uuid);
    ids.add(id);
  }
  expect(ids.size).toBe(4);
  expect(ids.has(sent)).toBe(false);
});

test('[conventions.version] a path without the version segment, an unknown path and a wrong method answer 404', async () => {
  const notFound = { statusCode: 404, error: 'Not Found', message: 'Not Found' };
  for (const [method, path] of [
    ['GET', '/me'],
    ['GET', '/v1.0'],
    ['GET', '/v1.0/nowhere'],
    ['GET', '/v2.0/me'],
    ['PUT', '/v1.0/me'],
    ['DELETE', '/v1.0/form'],
    ['GET', '/v1.0/%zz'],
    ['HEAD', '/v1.0/me'],
  ] as const) {
    const reply = await send(method, service.url + path, {});
    expect([method, path, reply.status]).toEqual([method, path, 404]);
    if (method !== 'HEAD') expect(reply.body).toEqual(notFound);
  }
  const hebrew = await send('GET', `${service.url}/v1.0/nowhere?locale=he`);
  expect([hebrew.body.error, hebrew.body.message]).toEqual(['Not Found', 'לא נמצא']);
});

test('[limits.body] a body over 1 MB is a 413 with its message, declared or chunked; the connection lives on', async () => {
  const { alice } = service.people;
  const big = JSON.stringify({ email: 'x'.repeat(1_048_576), password: 'x' });
  const reply = await service.call('POST', '/auth/login', { body: big });
  expect(reply.status).toBe(413);
  expect(reply.body).toEqual({
    statusCode: 413,
    error: 'Payload Too Large',
    message: 'Payload content length greater than maximum allowed: 1048576',
  });
  const chunked = await fetch(`${service.url}/v1.0/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([big]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect([chunked.status, ((await chunked.json()) as { message: string }).message]).toEqual([413, reply.body.message]);
  const exact = JSON.stringify({ email: '', password: 'x' });
  const padded = exact.replace('""', `"${'x'.repeat(1_048_576 - Buffer.byteLength(exact))}"`);
  expect(Buffer.byteLength(padded)).toBe(1_048_576);
  expect((await service.call('POST', '/auth/login', { body: padded })).status).toBe(400);
  expect((await service.call('GET', '/me', { key: alice.key })).status).toBe(200);
});

test('[limits.body] POST and PATCH /form take 2 MB', async () => {
  const { alice } = service.people;
  const body = JSON.stringify({ name: 'x'.repeat(2_097_152) });
  const reply = await service.call('POST', '/form', { key: alice.key, body });
  expect(reply.body.message).toBe('Payload content length greater than maximum allowed: 2097152');
  const under = JSON.stringify({
    formSchema: { rootElem: { type: 'cSection', name: 'root', label: 'x'.repeat(1_500_000), children: [] } },
  });
  expect((await service.call('POST', '/form', { key: alice.key, body: under })).status).toBe(200);
});

test('[conventions.bodies] [errors.shape] malformed bodies are 400 or 415 in the JSON shape', async () => {
  const cases: [string, string | Buffer, Record<string, string>, number, string][] = [
    ['cut off', '{"email":', {}, 400, 'Invalid request payload JSON format'],
    [
      'invalid UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      {},
      400,
      'Invalid request payload JSON format',
    ],
    ['an array', '[]', {}, 400, '"value" must be of type object'],
    ['a text', '"x"', {}, 400, '"value" must be of type object'],
    ['nothing', '', {}, 400, '"email" is required'],
    [
      'form encoding',
      'email=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'Unsupported Media Type',
    ],
    ['compressed', '{}', { 'content-encoding': 'gzip' }, 415, 'Unsupported Media Type'],
    ['unknown property', '{"email":"a","password":"b","q":1}', {}, 400, '"q" is not allowed'],
    ['wrong type', '{"email":1,"password":"b"}', {}, 400, '"email" must be a string'],
  ];
  for (const [name, body, headers, status, message] of cases) {
    const reply = await service.call('POST', '/auth/login', { body, headers });
    expect([name, reply.status, reply.body.message]).toEqual([name, status, message]);
    expect(reply.body.statusCode).toBe(status);
  }
});

test('[limits.depth] JSON deeper than 100 levels is a 400; 100 levels are read', async () => {
  const { alice } = service.people;
  const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const deep = await service.call('POST', '/form', { key: alice.key, body: nested(101) });
  expect([deep.status, deep.body.message]).toEqual([
    400,
    'Invalid request payload: JSON is nested deeper than 100 levels',
  ]);
  const allowed = await service.call('POST', '/form', { key: alice.key, body: nested(100) });
  expect(allowed.body.message).toBe('"name" must be a string');
  const huge = await service.call('POST', '/form', { key: alice.key, body: '['.repeat(500_000) });
  expect(huge.status).toBe(400);
});

test('[conventions.prototype-keys] __proto__ and duplicate parameters do no harm', async () => {
  const { alice } = service.people;
  const reply = await service.call('POST', '/form', {
    key: alice.key,
    body: '{"name":"safe","__proto__":{"isAdmin":true},"access":{"\\u005f_proto__":{"isDisabled":true}}}',
  });
  expect(reply.status).toBe(200);
  expect(reply.body.access).toEqual({ isDisabled: false });
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  const twice = await service.call('GET', '/form?limit=1&limit=2', { key: alice.key });
  expect([twice.status, twice.body.message]).toEqual([400, '"limit" must be a number']);
});

test('[errors.language] locale and fallbackLocales', async () => {
  const { alice } = service.people;
  const id = 'f'.repeat(24);
  const ask = (search: string) => service.call('GET', `/form/${id}${search}`, { key: alice.key });
  const english = `Could not find a form with ID ${id}.`;
  const hebrew = `לא נמצא טופס עם המזהה ${id}.`;
  for (const [search, message] of [
    ['', english],
    ['?locale=en', english],
    ['?locale=en_GB', english],
    ['?locale=en_IL', english],
    ['?locale=he', hebrew],
    ['?locale=he&fallbackLocales=en', hebrew],
    ['?fallbackLocales=he', english],
    ['?locale=en&fallbackLocales=he&fallbackLocales=en_GB', english],
  ] as const) {
    const reply = await ask(search);
    expect([search, reply.status, reply.body.message, reply.body.error]).toEqual([search, 404, message, 'Not Found']);
  }
  const bad = await ask('?locale=fr');
  expect(bad.status).toBe(400);
  expect(bad.body).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: '"locale" must be one of [en, en_GB, he, en_IL]',
    validation: { source: 'query', keys: ['locale'] },
  });
  expect((await ask('?fallbackLocales=xx')).status).toBe(400);
  expect((await service.call('GET', '/me?locale=he')).body.message).toBe('Missing authentication');
  expect((await service.call('GET', '/form/x?locale=he', { key: alice.key })).body.message).toBe(
    '"formId" with value "x" fails to match the required pattern: /^[0-9a-fA-F]{24}$/',
  );
});

test('[errors.internal] an unknown exception is a 500 with a fixed message; its cause is logged with the request id', async () => {
  const { alice } = service.people;
  const { forms } = service.services;
  const getFresh = forms.getFresh;
  forms.getFresh = async () => {
    throw new Error('the secret cause');
  };
  const reply = await service.call('GET', `/form/${'a'.repeat(24)}/start`, { key: alice.key });
  forms.getFresh = getFresh;
  expect(reply.body).toEqual({
    statusCode: 500,
    error: 'Internal Server Error',
    message: 'An internal server error occurred',
  });
  const line = service.log.find((entry) => entry.includes('the secret cause')) ?? '';
  expect(line).toContain(reply.headers.get('x-service-request-id'));
});

test('[running.log] one line per request, with its id, without secrets', async () => {
  const { alice } = service.people;
  const reply = await service.call('GET', `/form?query=${encodeURIComponent('{"_id":"aaaaaaaaaaaaaaaaaaaaaaaa"}')}`, {
    key: alice.key,
  });
  await service.call('DELETE', `/api-keys/${alice.key}`, { key: alice.key });
  const id = reply.headers.get('x-service-request-id') ?? '';
  const lines = service.log.filter((entry) => entry.includes(id));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    method: 'GET',
    route: '/v1.0/form',
    status: 200,
    user: alice.user,
  });
  const all = service.log.join('\n');
  for (const secret of [alice.key.slice(24), alice.token, alice.password, 'aaaaaaaaaaaaaaaaaaaaaaaa"}']) {
    expect(all).not.toContain(secret);
  }
});

test('[conventions.headers] answers carry security headers; pages and data are not cached', async () => {
  const reply = await service.call('GET', '/me', { key: service.people.alice.key });
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(reply.headers.get('server')).toBeNull();
});

/** What the server answers to these very bytes, until it closes the connection. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

test('[errors.odd-requests] HTTP/1.1 without a Host header is a request as any other', async () => {
  const { alice } = service.people;
  const ask = (path: string, headers = '') => exchange(`GET ${path} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  const me = await ask('/v1.0/me', `x-api-key: ${alice.key}\r\n`);
  expect(me).toMatch(/^HTTP\/1\.1 200 OK\r\n.*x-service-request-id: [0-9a-f-]{36}\r\n/s);
  expect(bodyOf(me)).toEqual((await service.call('GET', '/me', { key: alice.key })).body);
  const refused = await ask('/v1.0/me');
  expect(refused).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n.*x-service-request-id: [0-9a-f-]{36}\r\n/s);
  expect(bodyOf(refused).message).toBe('Missing authentication');
  expect(await ask('/health')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await ask(`/f/${'a'.repeat(24)}/`)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  expect(await ask('/docs/')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('[errors.shape] what is not HTTP gets the JSON shape too', async () => {
  const answer = await exchange('NOT HTTP\r\n\r\n');
  expect(answer).toContain('HTTP/1.1 400 Bad Request');
  expect(answer).toMatch(/x-service-request-id: [0-9a-f-]{36}/);
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: 'Bad Request',
  });
});

test('[limits.rate] over the limit: 429 with Retry-After; /health stays open; a new minute starts over', async () => {
  const limited = await startService({ RATE_LIMIT: '20' });
  try {
    const replies = await Promise.all(Array.from({ length: 30 }, () => limited.call('GET', '/me')));
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ statusCode: 429, error: 'Too Many Requests' });
    for (const path of ['/health', '/health/live']) {
      expect((await send('GET', `${limited.url}${path}`)).body).toEqual({ status: 'ok' });
    }
    limited.advance(60_000);
    expect((await limited.call('GET', '/me')).status).toBe(401);
  } finally {
    await limited.close();
  }
});

test('[conventions.request-id] is there on long, malformed and hostless requests too', async () => {
  const { alice } = service.people;
  const long = await service.call('GET', `/entry/${'a'.repeat(9000)}`, { key: alice.key });
  expect([long.status, long.body.validation?.keys]).toEqual([400, ['entryId']]);
  for (const path of ['/v1.0/form/%', '/v1.0/%zz', '/%', '/s/%F0', '/s/%00', '/v1.0/form/', '/v1.0/form//start']) {
    const reply = await send('GET', service.url + path, { key: alice.key });
    expect([path, reply.status, reply.body]).toEqual([
      path,
      404,
      { statusCode: 404, error: 'Not Found', message: 'Not Found' },
    ]);
    expect(reply.headers.get('x-service-request-id')).toMatch(uuid);
  }
});

const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const corsOfResponses = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Link, ETag, x-service-request-id, x-service-error, Idempotent-Replayed, Retry-After, x-service-form-version, x-service-time',
};

test('[conventions.cors] OPTIONS answers 200, preflight or not; it names no x-api-key', async () => {
  const preflight = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
  for (const headers of [{}, preflight, { 'x-api-key': 'bad' }] as Record<string, string>[]) {
    for (const path of ['/v1.0/entry', '/nowhere']) {
      const response = await fetch(service.url + path, { method: 'OPTIONS', headers });
      expect([path, response.status, await response.text()]).toEqual([path, 200, '']);
      expect(response.headers.get('x-service-request-id')).toMatch(uuid);
      expect(corsHeaders(response.headers)).toEqual({
        ...corsOfResponses,
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers': 'Content-Type, Authorization, Idempotency-Key, If-Match',
        'access-control-max-age': '600',
      });
    }
  }
  const forPut = { ...preflight, 'access-control-request-method': 'PUT' };
  const response = await fetch(`${service.url}/v1.0/entry`, { method: 'OPTIONS', headers: forPut });
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
});

test('[conventions.headers] responses, errors, empty ones and pages may be read by any page, once each', async () => {
  const { bob } = service.people;
  const form = (await service.call('POST', '/form', { key: bob.key, body: {} })).body.id;
  const replies = [
    await service.call('GET', '/me', { key: bob.key }),
    await service.call('GET', '/entry', { key: bob.key }),
    await service.call('GET', '/me'),
    await service.call('GET', '/nowhere'),
    await service.call('GET', '/%zz'),
    await service.call('DELETE', `/form/${form}`, { key: bob.key }),
    await send('GET', `${service.url}/docs/`),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 401, 404, 404, 200, 200]);
  for (const { headers } of replies) {
    expect(corsHeaders(headers)).toEqual(corsOfResponses);
    expect(headers.get('x-service-request-id')).toMatch(uuid);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  // A page that sets its own policy is not given another.
  expect(replies.at(-1)?.headers.get('content-security-policy')).not.toContain(',');
});

test('[conventions.prototype-keys] a __proto__ key is refused, never dropped: dropping it would match everything', async () => {
  const { chelsea } = service.people;
  const form = (await service.call('POST', '/form', { key: chelsea.key, body: {} })).body.id;
  const entry = (await service.call('POST', '/entry/save', { key: chelsea.key, body: { form } })).body.entryId;
  const body = '{"query":{"__proto__":{"form":"0123456789abcdef01234567"}}}';
  const reply = await service.call('POST', '/entry/delete', { key: chelsea.key, body });
  expect([reply.status, reply.body.message]).toEqual([400, '"query.__proto__" is not allowed']);
  expect(reply.body.validation).toEqual({ source: 'payload', keys: ['query.__proto__'] });
  for (const path of ['/entry', '/form', '/optionsSet']) {
    const list = await service.call('GET', `${path}?query={"__proto__":{"status":1}}`, { key: chelsea.key });
    expect([path, list.status, list.body.message]).toEqual([path, 400, '"query.__proto__" is not allowed']);
  }
  expect((await service.call('GET', `/entry/${entry}`, { key: chelsea.key })).body.status).toBe('saved');
});

test('[forms.write] null elements and odd property names are a 400', async () => {
  const { alice } = service.people;
  const root = (...children: unknown[]) => ({ formSchema: { rootElem: { type: 'cSection', name: 'root', children } } });
  for (const body of [
    root(null),
    root({ constructor: {} }),
    root({ type: 'cTabs', name: 't', tabs: [null], children: [[null]] }),
    root({ type: 'cRow', name: 'r', children: [[null], null] }),
    root({ type: 'fInput', name: 'a', toString: 1 }),
    { formSchema: { rootElem: null } },
  ]) {
    const reply = await service.call('POST', '/form', { key: alice.key, body });
    expect([JSON.stringify(body), reply.status >= 500]).toEqual([JSON.stringify(body), false]);
  }
  expect((await service.call('POST', '/form', { key: alice.key, body: root(null) })).body.validation.keys).toEqual([
    'formSchema.rootElem.children.0',
  ]);
});
