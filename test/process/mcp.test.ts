// Tools over HTTP while the service is stopped or killed: calls that were taken are finished, and what is sent again is done once.
import { Agent, request } from 'node:http';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll, type ServerProcess, startProcess } from '../support/server-process.ts';

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const settings = { ...admin, RATE_LIMIT: '0', WORKERS: '2' };
const connections = 12;

beforeAll(buildServer);
afterEach(() => endAll());

interface Sent {
  /** The text of the response; undefined when the connection ended without one. */
  readonly text: string | undefined;
  readonly error: string | undefined;
}

function submit(server: ServerProcess, agent: Agent, call: { key: string; form: string; mark: string }): Promise<Sent> {
  const { key, form, mark } = call;
  const given = { formId: form, data: { name: mark }, idempotencyKey: `submit-of-an-agent-${mark}` };
  const params = { name: 'submit_entry', arguments: given };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': key,
  };
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve({ text: undefined, error: error.code ?? error.message });
    const asked = request(`${server.url}/mcp`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.once('error', failed).once('end', () => resolve({ text, error: undefined }));
    });
    asked.once('error', failed).end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  });
}

test('[mcp.http.stop] a stop finishes the calls in progress; after kill -9 a submit that is sent again makes one entry', {
  timeout: 300_000,
}, async () => {
  const dataDir = copyServedFolder();
  let server = await startProcess(dataDir, settings);
  const login = await server.call('POST', '/auth/login', {
    body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
  });
  const { token: key } = (await server.call('POST', '/api-keys', { token: login.body.token })).body;
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] };
  const form = (await server.call('POST', '/form', { key, body: { formSchema: { rootElem } } })).body.id as string;
  const all: string[] = [];

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const agent = new Agent();
    const sent = new Map<string, Sent>();
    let isOver = false;
    const drive = async (_: unknown, connection: number) => {
      for (let at = 0; !isOver; at += 1) {
        const mark = `${signal}-${connection}-${at}`;
        all.push(mark);
        const result = await submit(server, agent, { key, form, mark });
        sent.set(mark, result);
        if (result.error !== undefined) return;
      }
    };
    const drives = Array.from({ length: connections }, drive);
    await expect.poll(() => sent.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(2 * connections);
    await server.end(signal);
    isOver = true;
    await Promise.all(drives);
    agent.destroy();
    const answered = [...sent.values()].flatMap(({ text }) => text ?? []);
    expect(answered.filter((text) => !text.includes('"entryId"'))).toEqual([]);
    const errors = [...sent.values()].flatMap(({ error }) => error ?? []);
    // Only whoever came when nobody listened any longer was left without a response.
    if (signal === 'SIGTERM') expect(errors.filter((code) => code !== 'ECONNREFUSED')).toEqual([]);
    server = await startProcess(dataDir, settings);
  }

  // Everything once more, whatever became of it.
  const agent = new Agent();
  for (const mark of all) expect((await submit(server, agent, { key, form, mark })).text).toContain('"entryId"');
  agent.destroy();
  const query = { query: { form, status: 2 }, fields: ['data'], limit: 2_000 };
  const { data } = (await server.call('GET', '/entry', { key, query })).body;
  expect(data.map((entry: { data: { name: string } }) => entry.data.name).sort()).toEqual([...all].sort());
});
