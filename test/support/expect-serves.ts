// Does an installed package serve? Pages, the reference, options sets, a submit with its PDF, tools for agents, and a clean stop.
import { expect } from 'vitest';
import { send } from './send.ts';
import { startProgram } from './server-process.ts';

/** `node` is a Node.js of another version than ours. */
export async function expectServes(program: string, dataDir: string, node?: string): Promise<void> {
  const person = { email: 'dana@example.com', password: 'a calm and long one' };
  const env = { ADMIN_EMAIL: person.email, ADMIN_PASSWORD: person.password };
  const server = await startProgram(program, dataDir, env, node);
  for (const path of [
    '/health',
    '/docs/',
    '/docs/reference.css',
    '/docs/reference.js',
    '/docs/guides/integrate.md',
    '/embed.js',
  ]) {
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  }
  const login = await server.call('POST', '/auth/login', { body: person });
  const { token } = login.body;
  const definition = {
    name: 'שלום',
    formSchema: { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'a', label: 'A' }] } },
    postSubmit: { renders: [{ if: 'true' }] },
  };
  const form = (await server.call('POST', '/form', { token, body: definition })).body.id;
  const page = await fetch(`${server.url}/f/${form}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('שלום')]);
  const submitted = await server.call('POST', '/entry/submit', { body: { form, data: { a: 'x' } } });
  const [pdf] = submitted.body.entry.archivedRenders;
  const file = await fetch(pdf.file.url);
  expect([
    file.status,
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ]).toEqual([200, '%PDF-']);
  const sets = await send('GET', `${server.url}/v1.0/optionsSet`, { token });
  expect(sets.body.data.length).toBeGreaterThan(0);
  const { token: key } = (await server.call('POST', '/api-keys', { token })).body;
  const tools = await send('POST', `${server.url}/mcp`, {
    key,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_forms', arguments: {} } },
  });
  expect([tools.status, tools.text]).toEqual([200, expect.stringContaining(form)]);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
}
