// Requests of the fault runs beside the API: storage, pages, health, OData, tools for agents.
import { send } from '../support/send.ts';
import {
  countEntries,
  endpoint,
  expectOk,
  makeDraft,
  makeEntry,
  makePolicy,
  makeTemplate,
  postFile,
} from './endpoint.ts';
import { newMark, type World } from './world.ts';

const page = (name: string, path: (world: World) => Promise<string> | string) =>
  endpoint(name, async (world) => {
    const address = world.server.url + (await path(world));
    return { send: () => send('GET', address) };
  });
endpoint('POST /storage/', async (world) => {
  const policy = await makePolicy(world);
  return { send: () => postFile(world, policy as never) };
});
page('GET /storage/*', async (world) => {
  const rendered = await world.call('POST', '/entry/render', { form: world.forms.plain, data: {} });
  const { pathname, search } = new URL(expectOk(rendered).body.url);
  return pathname + search;
});
page('GET /f/:id/', ({ forms }) => `/f/${forms.plain}/`);
page('GET /c/:id/', async (world) => `/c/${(await makeTemplate(world)).entryId}/`);
page('GET /e/:id/', async (world) => {
  const { entryId, bewit } = await makeDraft(world);
  return `/e/${entryId}/?b=${bewit}`;
});
page('GET /s/:code', async (world) => new URL((await makeTemplate(world)).shortUrl).pathname);
page('GET /admin/*', () => '/admin/');
page('GET /health', () => '/health');
endpoint('GET /odata/:formId/*', async (world) => {
  await makeEntry(world);
  const query = { $filter: 'idx ge 1', $count: 'true' };
  const address = `${world.server.url}/odata/${world.forms.plain}/Submissions`;
  return { send: () => send('GET', address, { key: world.key, query }) };
});
endpoint('POST /mcp', async (world) => {
  const mark = newMark();
  const given = { formId: world.forms.plain, data: { name: mark }, idempotencyKey: mark.replace(' ', '-') };
  const params = { name: 'submit_entry', arguments: given };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const headers = { accept: 'application/json, text/event-stream' };
  return {
    send: async () => {
      const reply = await send('POST', `${world.server.url}/mcp`, { key: world.key, body, headers });
      // The result of a tool that failed says how.
      const [, status] = /"error":\{"status":(\d+)/.exec(reply.text) ?? [];
      const [, wait = ''] = /"retryAfterSeconds":(\d+)/.exec(reply.text) ?? [];
      return status === undefined
        ? reply
        : { ...reply, status: Number(status), headers: new Headers({ 'retry-after': wait }) };
    },
    countDone: () => countEntries(world, mark),
  };
});
endpoint('POST /f/:id/', async (world) => {
  const mark = newMark();
  const body = new URLSearchParams([
    ['["name"]', mark],
    ['key', mark],
  ]);
  return {
    send: async () => {
      const response = await fetch(`${world.server.url}/f/${world.forms.plain}/`, { method: 'POST', body });
      return { status: response.status, text: await response.text(), headers: response.headers, body: undefined };
    },
    countDone: () => countEntries(world, mark),
  };
});
