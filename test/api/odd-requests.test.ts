// Requests that no proper client sends: refused for what is wrong with them, never a 500 and never a stack in the log.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { getPolicy, partsOf, postParts } from '../support/upload.ts';

let service: TestService;
let set: string;
beforeAll(async () => {
  service = await startService();
  const { body } = await service.call('POST', '/optionsSet', {
    key: service.people.alice.key,
    body: { name: 'Cities' },
  });
  set = body.id;
});
afterAll(() => service.close());

/** What the server answers to these very bytes, until the connection closes. */
function exchange(bytes: string, { isCutOff = false } = {}): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes, () => isCutOff && setTimeout(() => socket.resetAndDestroy(), 50));
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    if (!isCutOff) socket.on('error', reject);
  });
}

const stacks = () => service.log.filter((line) => line.includes('"stack"'));

test.each([
  ['/entry?query=', '{"a":', '}'],
  ['/form?query=', '{"a":', '}'],
  ['/entry?fields=', '[', ']'],
  ['/optionsSet?query=', '{"a":', '}'],
  ['/optionsSet/SET/autocomplete?query=', '{"a":', '}'],
  ['/optionsSet/SET/autocomplete?query=', '{"a":[', ']}'],
  ['/optionsSet/SET/validate?value=x&query=', '{"a":', '}'],
])('[limits.depth] JSON of very many levels in %s is a 400 (%s)', async (path, open, close) => {
  const count = Math.floor(15_000 / (open.length + close.length));
  const isFlatObject = open.endsWith('[') && open.startsWith('{');
  const json = isFlatObject
    ? `{"a":${'['.repeat(7000)}${']'.repeat(7000)}}`
    : `${open.repeat(count)}1${close.repeat(count)}`;
  const address = `${path.replace('SET', set)}${json}`;
  const reply = await exchange(
    `GET /v1.0${address} HTTP/1.1\r\nx-api-key: ${service.people.alice.key}\r\nconnection: close\r\n\r\n`,
  );
  expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(reply).toContain('JSON is nested deeper than 100 levels');
  expect(stacks()).toEqual([]);
});

test('[errors.odd-requests] the method QUERY is a wrong method as any other: 404', async () => {
  for (const rest of ['', 'content-length: 2\r\n', 'content-type: application/json\r\ncontent-length: 2\r\n']) {
    const body = rest === '' ? '' : '{}';
    for (const path of ['/v1.0/me', '/v1.0/entry/submit', '/health', '/nowhere']) {
      const reply = await exchange(`QUERY ${path} HTTP/1.1\r\n${rest}connection: close\r\n\r\n${body}`);
      expect([path, reply.split('\r\n', 1)[0]]).toEqual([path, 'HTTP/1.1 404 Not Found']);
    }
  }
  expect(stacks()).toEqual([]);
});

test('[errors.odd-requests] whoever hangs up in the middle of a body leaves no stack in the log', async () => {
  const logged = service.log.length;
  await exchange('POST /v1.0/entry/submit HTTP/1.1\r\ncontent-length: 1000\r\n\r\n{"form":', { isCutOff: true });
  await exchange('POST /v1.0/auth/login HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"ema', { isCutOff: true });
  // Whatever the server had to say of them, it says before it answers what comes after.
  for (let round = 0; round < 5; round++) await exchange('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n');
  expect(stacks()).toEqual([]);
  expect(service.log.slice(logged).join('\n')).not.toContain('"status":500');
});

test('[errors.odd-requests] two Host headers are a 400, one or none is fine', async () => {
  const ask = (hosts: string) => exchange(`GET /health HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
  const twice = await ask('Host: forms.test\r\nhost: evil.test\r\n');
  expect(twice).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(twice).toMatch(/x-service-request-id: [0-9a-f-]{36}/);
  expect(await ask('Host: forms.test\r\nHost: forms.test\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask('Host: forms.test\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('')).toMatch(/^HTTP\/1\.1 200 /);
});

test('[files.policy] a type that no header can hold is refused; one that was taken before can be downloaded', async () => {
  const form = await makeForm(service, { name: 'Files', formSchema: { rootElem: root({ type: 'fFile', name: 'f' }) } });
  const ask = (type: string) =>
    service.call('POST', `/form/${form}/uploadPolicy`, { body: { name: 'a.txt', size: 2, type } });
  const refused = await ask('text/plain; a="ש"');
  expect(refused.status).toBe(400);
  expect(refused.body.validation).toEqual({ source: 'payload', keys: ['type'] });
  for (const type of ['', 'text/plain', 'text/plain; charset="utf-8"', 'text/plain; a="é b"', 'image/svg+xml']) {
    expect([type, (await ask(type)).status]).toEqual([type, 200]);
  }
  const policy = await getPolicy(service, form, { name: 'a.txt', size: 2, type: 'text/plain' });
  expect((await postParts(service, partsOf(policy, Buffer.from('ok')))).status).toBe(201);
  await service.services.db.sql`update files set content_type = 'text/plain; a="ש"' where storage_key = ${policy.key}`;
  const link = new URL(policy.url);
  const file = await send('GET', service.url + link.pathname + link.search);
  expect([file.status, file.text, file.headers.get('content-type')]).toEqual([200, 'ok', 'application/octet-stream']);
});
