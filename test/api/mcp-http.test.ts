// Tools for agents over HTTP, with the official client, and as others may ask for them.
import { connect } from 'node:net';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, openAgent } from '../support/mcp-agent.ts';
import { buildRegistration, section } from '../support/mcp-journey.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: Agent;

beforeAll(async () => {
  service = await startService();
  alice = await openHttp({ 'x-api-key': service.people.alice.key });
});
afterAll(async () => {
  await alice.close();
  await service.close();
});

function openHttp(headers: Record<string, string>, url = service.url): Promise<Agent> {
  return openAgent(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
}

const both = 'application/json, text/event-stream';

/** A request as any program may send it. */
async function post(body: unknown, headers: Record<string, string | undefined> = {}, method = 'POST') {
  const all = {
    ...{
      'content-type': 'application/json',
      accept: both,
      'x-api-key': service.people.alice.key as string | undefined,
    },
    ...headers,
  };
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const response = await fetch(`${service.url}/mcp`, {
    method,
    headers: sent,
    ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text.startsWith('event: message') ? text.slice(text.indexOf('{')) : text;
  return { status: response.status, headers: response.headers, body: json === '' ? undefined : JSON.parse(json) };
}

const call = (name: string, given: object = {}, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } },
});

test('[mcp.http] [mcp.http.calls] an agent builds a registration through failures, submits to it and reads it back', async () => {
  const { formId, entryId } = await buildRegistration(alice, service.services.config.publicUrl);
  // The API has it, as the account's own.
  const { key } = service.people.alice;
  expect((await service.call('GET', `/form/${formId}`, { key })).body.publicName).toBe('Join us');
  expect((await service.call('GET', `/entry/${entryId}`, { key })).body.data.meal).toBe('v');
  // Each request of a tool is one of the caller's in the log, with the user and the address.
  const line = service.log.map((text) => JSON.parse(text)).find(({ route }) => route === '/v1.0/entry/submit');
  expect(line).toMatchObject({ user: service.people.alice.user, ip: '127.0.0.1' });
});

test('[mcp.http.access] keys come as x-api-key or as Bearer; another account sees nothing; a deleted key gets 401', async () => {
  const { key, token } = service.people.alice;
  const { id: formId } = (await alice.call('create_form', { form: { name: 'Private', formSchema: section() } }))
    .content;
  const chelsea = await openHttp({ authorization: `Bearer ${service.people.chelsea.key}` });
  expect((await chelsea.call('list_forms')).content.forms).toEqual([]);
  for (const name of ['get_form', 'preview_form', 'list_entries', 'count_entries', 'insight'])
    expect((await chelsea.call(name, { formId })).content.error).toMatchObject({ status: 403 });
  await chelsea.close();

  const made = await service.call('POST', '/api-keys', { token });
  const brief = await openHttp({ authorization: `bearer ${made.body.token}` });
  expect((await brief.call('get_form', { formId })).isError).toBe(false);
  await service.call('DELETE', `/api-keys/${made.body.token.slice(0, 24)}`, { token });
  await expect(brief.call('get_form', { formId })).rejects.toThrow();
  await brief.close();

  const without = { 'x-api-key': undefined };
  const refused: [Record<string, string | undefined>, string][] = [
    [without, 'missingAuthentication'],
    [{ 'x-api-key': 'x' }, 'invalidApiKey'],
    [{ 'x-api-key': 'a'.repeat(56) }, 'invalidApiKey'],
    [{ 'x-api-key': made.body.token }, 'invalidApiKey'],
    [{ ...without, authorization: `Bearer ${made.body.token}` }, 'invalidApiKey'],
    // Neither tokens of people nor their sessions: a page could send those.
    [{ ...without, authorization: token }, 'invalidApiKey'],
    [{ ...without, authorization: `Bearer ${token}` }, 'invalidApiKey'],
    [{ ...without, cookie: `formstead=${token}`, 'x-formstead-app': '1' }, 'missingAuthentication'],
    [{ authorization: `Bearer ${service.people.chelsea.key}` }, 'invalidApiKey'],
    [{ ...without, authorization: 'Bearer ' }, 'invalidApiKey'],
  ];
  for (const [headers, code] of refused) {
    const { status, headers: own, body } = await post(call('list_forms'), headers);
    expect([headers, status, body.error?.data]).toEqual([headers, 401, { status: 401, code }]);
    expect([own.get('www-authenticate'), own.get('x-service-error')]).toEqual(['Bearer realm="Formstead"', code]);
    expect(own.get('x-service-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect((await post(call('list_forms'), { authorization: `Bearer ${key}` })).status).toBe(200);
});

test('[mcp.http.origin] pages of other sites are refused, whatever they send', async () => {
  for (const origin of ['https://evil.example', 'null', service.url, 'http://forms.test.evil.example', '']) {
    const { status, body } = await post(call('list_forms'), { origin });
    expect([origin, status, body.error.data.code]).toEqual([origin, 403, 'mcpOriginRefused']);
  }
  expect((await post(call('list_forms'), { origin: 'http://forms.test' })).status).toBe(200);
  expect((await post(call('list_forms'), {})).status).toBe(200);
});

test('[mcp.http.messages] what is not a message of the protocol is refused as the protocol says', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const { status, headers, body } = await post({}, {}, method);
    expect([method, status, headers.get('allow'), body.error.data.code]).toEqual([method, 405, 'POST', 'mcpPostOnly']);
  }
  expect((await post({}, {}, 'HEAD')).status).toBe(405);
  expect((await post(call('list_forms'), { accept: 'application/json' })).status).toBe(406);
  expect((await post(call('list_forms'), { accept: 'text/html' })).status).toBe(406);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await post(call('list_forms'), { 'content-type': type })).status).toBe(415);
  const broken = await post('{"jsonrpc":');
  expect([broken.status, broken.body.error.code]).toEqual([400, -32_700]);
  const levels = 200;
  const deep = await post(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
  expect([deep.status, deep.body.error.data.code]).toEqual([400, 'jsonTooDeep']);
  for (const body of [
    {},
    [],
    'null',
    '5',
    '"x"',
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: {} },
  ])
    expect([body, (await post(body)).status]).toEqual([body, 400]);
  // One request cannot carry ten thousand calls.
  const batch = await post(Array.from({ length: 10_000 }, (_, at) => call('count_entries', {}, at)));
  expect([batch.status, batch.body.error.data.code]).toEqual([400, 'mcpBatch']);
  expect((await post(call('list_forms'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  const capabilities = { experimental: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, {}])) };
  const many = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities } };
  const unknown = call('list_forms', capabilities.experimental);
  for (const body of [many, unknown]) expect((await post(body)).body.error.code).toBe(-32_600);
  // Notifications, and answers to questions that nobody asked, are taken and forgotten.
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 7, result: {} },
  ])
    expect((await post(message)).status).toBe(202);
  // No stream is kept open.
  const listen = await post({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } });
  expect(listen.body.error).toBeDefined();
});

test('[mcp.http.stateless] any process answers: nothing is needed but the request itself', async () => {
  const first = await post({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  expect(first.body.result).toMatchObject({ serverInfo: { name: 'formstead' }, protocolVersion: '2025-06-18' });
  expect(first.headers.get('mcp-session-id')).toBe(null);
  // A session of somebody else's, an old one, none at all.
  for (const headers of [{ 'mcp-session-id': 'made-up' }, { 'mcp-protocol-version': '2025-03-26' }, {}]) {
    const { status, body } = await post({ jsonrpc: '2.0', id: 'a', method: 'tools/list' }, headers);
    expect([status, body.id, body.result.tools.length]).toEqual([200, 'a', 12]);
  }
});

test('[mcp.http.calls] hostile names, ids and arguments are refused like any other', async () => {
  for (const name of ['constructor', '__proto__', 'toString', '', 'x'.repeat(10_000), '../form', 'delete_form'])
    expect([name.slice(0, 20), (await post(call(name))).body.error?.code]).toEqual([name.slice(0, 20), -32_602]);
  for (const id of ['__proto__', 'i'.repeat(10_000), -1, 0])
    expect((await post(call('list_forms', {}, id))).body.id).toBe(id);
  for (const given of [{ formId: '../../me' }, { formId: '%2e%2e' }, { formId: 'x?status=1' }, { formId: { $gt: '' } }])
    expect((await post(call('get_form', given))).body.result.isError).toBe(true);
  const polluted = await post(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_forms","arguments":{"__proto__":{"limit":5}}}}',
  );
  expect(polluted.body.result.isError).not.toBe(true);
  expect(({} as { limit?: number }).limit).toBe(undefined);
});

test('[mcp.delete] deleting is there only when the setting allows it', async () => {
  const { formId } = {
    formId: (await alice.call('create_form', { form: { name: 'Kept', formSchema: section() } })).content.id,
  };
  await expect(alice.call('delete_form', { formId, name: 'Kept' })).rejects.toThrow(/not found/);
  const bold = await startService({ MCP_ALLOW_DELETE: '1' });
  const agent = await openHttp({ 'x-api-key': bold.people.alice.key }, bold.url);
  try {
    const { id } = (await agent.call('create_form', { form: { name: 'Doomed', formSchema: section() } })).content;
    expect((await agent.call('delete_form', { formId: id, name: 'Doomed' })).content.deleted).toBe(id);
  } finally {
    await agent.close();
    await bold.close();
  }
});

/** What the log calls a failure, but for being busy. */
const faults = () =>
  service.log
    .map((line) => JSON.parse(line) as { stack?: string; message?: string })
    .filter(({ stack, message }) => stack !== undefined && !message?.startsWith('The service is busy.'));

test('[mcp.http.bounds] large bodies, slow ones and ones that are cut off hold up nobody', async () => {
  const long = (bytes: number) => ({
    name: 'B',
    formSchema: section({ type: 'fLngTxt', name: 'b', help: 'x'.repeat(bytes) }),
  });
  const over = await post(call('create_form', { form: long(2_200_000) }));
  expect([over.status, over.body.error.data.code]).toEqual([413, 'payloadTooLarge']);
  // The form alone is larger than the API takes.
  const inner = await post(call('create_form', { form: long(2_100_000) }));
  expect(inner.body.result.structuredContent.error.status).toBe(413);

  const { port } = new URL(service.url);
  const head = `POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\naccept: ${both}\r\nx-api-key: ${service.people.alice.key}\r\n`;
  const stuck = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of stuck) socket.on('error', () => {}).write(`${head}content-length: 2000000\r\n\r\n{"jsonrpc"`);
  // More of them than memory for bodies allows, of two accounts: each waits for a request of its own with a body as large.
  const keys = [service.people.alice.key, service.people.chelsea.key];
  const message = JSON.stringify(call('validate_form', { form: long(1_900_000) }));
  // On a machine that is busy with something else one may wait too long: then it says so, and is sent again.
  const send = async (key: string): ReturnType<typeof post> => {
    const reply = await post(message, { 'x-api-key': key });
    return reply.status === 503 ? send(key) : reply;
  };
  const replies = await Promise.all(Array.from({ length: 24 }, (_, at) => send(keys[at % 2] as string)));
  expect(replies.map(({ status, body }) => [status, body.result?.structuredContent.isValid])).toEqual(
    replies.map(() => [200, true]),
  );
  for (const socket of stuck) socket.destroy();

  // Calls that nobody waits for any longer leave their places: more of them than there are.
  const text = JSON.stringify(call('list_forms', { search: 'nothing has this name' }));
  for (let at = 0; at < 40; at += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.end(`${head}content-length: ${text.length}\r\n\r\n${text}`, () => socket.destroy());
  }
  expect((await post(call('list_forms'))).status).toBe(200);
  expect(faults()).toEqual([]);
});

test('[mcp.bounds] [mcp.http.bounds] a page of large entries is read as far as it is used', async () => {
  const { key } = service.people.alice;
  const { id: formId } = (
    await alice.call('create_form', { form: { formSchema: section({ type: 'fLngTxt', name: 'a' }) } })
  ).content;
  for (let at = 0; at < 6; at += 1)
    await service.call('POST', '/entry/submit', {
      key,
      body: { form: formId, data: { a: `${at}${'y'.repeat(500_000)}` } },
    });
  expect((await alice.call('list_entries', { formId })).content.error.keys).toEqual(['fields']);
  expect((await alice.call('list_entries', { formId, fields: ['id'] })).content.entries).toHaveLength(6);
  // Whoever reads no further is no failure of the service.
  expect(faults()).toEqual([]);
});

test('[mcp.http.calls] requests of tools count towards the rate limit, by the address of the caller', async () => {
  const strict = await startService({ RATE_LIMIT: '1', TRUST_PROXY: '1' });
  try {
    const response = await fetch(`${strict.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: both, 'x-api-key': strict.people.alice.key },
        'x-forwarded-for': '192.0.2.1',
      },
      body: JSON.stringify(call('list_forms')),
    });
    // The call itself was the one request that this address has.
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"error":{"status":429,"code":"tooManyRequests"');
  } finally {
    await strict.close();
  }
});
