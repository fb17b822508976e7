// Every endpoint with a request that works, for the fault runs. test/fault-endpoints.test.ts compares it with the route table.
import { send } from '../support/send.ts';
import {
  all,
  countActions,
  countEntries,
  type Endpoint,
  endpoint,
  expectOk,
  makeDraft,
  makeEntry,
  makePolicy,
  makeTemplate,
  pageRoot,
  plain,
  postFile,
  signedIn,
  uploadPaper,
} from './endpoint.ts';
import './factor-endpoints.ts';
import './note-endpoints.ts';
import './options-endpoints.ts';
import { smallPng } from '../support/small-png.ts';
import { newMark, type World } from './world.ts';

// Identity
plain('POST /auth/login', '/auth/login', { email: 'ann@example.com', password: 'a long password' }, { key: undefined });
plain(
  'POST /auth/session',
  '/auth/session',
  { email: 'ann@example.com', password: 'a long password' },
  { key: undefined },
);
endpoint('DELETE /auth/session', async (world) => {
  const opened = expectOk(await world.call('POST', '/auth/session', world.user, { key: undefined }));
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] as string;
  return {
    send: () =>
      world.call('DELETE', '/auth/session', undefined, { key: undefined, headers: { cookie, 'x-formstead-app': '1' } }),
  };
});
plain('GET /me', '/me');
plain('GET /account/usage', '/account/usage');
plain('GET /account', '/account');
endpoint('PATCH /account', (world) => ({
  send: () => world.call('PATCH', '/account', { name: 'Ann & Co' }, signedIn(world)),
}));
endpoint('GET /auth/sessions', (world) => ({
  send: () => world.call('GET', '/auth/sessions', undefined, signedIn(world)),
}));
for (const path of ['/auth/sessions', '/auth/sessions/:session']) {
  endpoint(`DELETE ${path}`, async (world) => {
    const colleague = newColleague();
    expectOk(await world.call('POST', '/user', colleague, signedIn(world)));
    const logIn = async () =>
      expectOk(await world.call('POST', '/auth/login', colleague, { key: undefined })).body.token;
    const [token, other] = [await logIn(), await logIn()];
    const listed = await world.call('GET', '/auth/sessions', undefined, { key: undefined, token: other });
    const { id } = expectOk(listed).body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    return {
      send: () => world.call('DELETE', path.replace(':session', id), undefined, { key: undefined, token }),
    };
  });
}
plain('PATCH /me', '/me', { name: 'Ann' });
endpoint('POST /me/password', async (world) => {
  // Somebody new each time: after a fault nobody knows which of two passwords counts.
  const colleague = newColleague();
  expectOk(await world.call('POST', '/user', colleague, signedIn(world)));
  const login = expectOk(await world.call('POST', '/auth/login', colleague, { key: undefined }));
  const body = { password: colleague.password, newPassword: 'another good phrase' };
  return {
    send: () => world.call('POST', '/me/password', body, { key: undefined, token: login.body.token }),
    // The password and its line in the log are one commit.
    countDone: async () => {
      const [changes] = await world.sql`select count(*)::int as n from activity_log
        where type = 'passwordChange' and email = ${colleague.email}`;
      return changes?.['n'] as number;
    },
  };
});
endpoint('POST /api-keys', async (world) => {
  const before = await countKeys(world);
  return {
    send: () => world.call('POST', '/api-keys', {}, signedIn(world)),
    countDone: async () => (await countKeys(world)) - before,
  };
});
const countKeys = async ({ sql }: World) => (await sql`select count(*)::int as n from api_keys`)[0]?.['n'] as number;
plain('GET /api-keys', '/api-keys');
endpoint('DELETE /api-keys/:apiKey', async (world) => {
  const made = expectOk(await world.call('POST', '/api-keys', {}, signedIn(world)));
  return { send: () => world.call('DELETE', `/api-keys/${made.body._id}`) };
});
endpoint('PATCH /api-keys/:apiKey', async (world) => {
  const made = expectOk(await world.call('POST', '/api-keys', {}, signedIn(world)));
  return { send: () => world.call('PATCH', `/api-keys/${made.body._id}`, { name: newMark() }, signedIn(world)) };
});
plain('GET /user', '/user');
const newColleague = () => ({
  email: `${newMark().replace(' ', '')}@example.com`,
  password: 'a phrase that is long enough',
});
endpoint('POST /user', (world) => {
  const body = newColleague();
  return {
    send: () => world.call('POST', '/user', body, signedIn(world)),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from users where email = ${body.email}`)[0]?.['n'] as number,
  };
});
endpoint('DELETE /user/:userId', async (world) => {
  const added = await world.call('POST', '/user', newColleague(), signedIn(world));
  const path = `/user/${expectOk(added).body.id ?? added.body._id}`;
  return { send: () => world.call('DELETE', path, undefined, signedIn(world)) };
});
plain('GET /audit', '/audit?limit=5');
plain('GET /audit/export', '/audit/export?format=csv');
endpoint('POST /user/invite', (world) => {
  const { email } = newColleague();
  return {
    send: () => world.call('POST', '/user/invite', { email }, signedIn(world)),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from person_links where email = ${email}`)[0]?.['n'] as number,
  };
});
plain('GET /user/invitations', '/user/invitations');
const invite = async (world: World) =>
  expectOk(await world.call('POST', '/user/invite', { email: newColleague().email }, signedIn(world))).body;
endpoint('DELETE /user/invitations/:invitation', async (world) => {
  const { id } = await invite(world);
  return { send: () => world.call('DELETE', `/user/invitations/${id}`, undefined, signedIn(world)) };
});
endpoint('POST /auth/forgot', async (world) => {
  // More than an address may ask for: the bound is not what is looked at here.
  await world.sql`delete from login_failures where name like 'forgot:%'`;
  return { send: () => world.call('POST', '/auth/forgot', { email: 'ann@example.com' }, { key: undefined }) };
});
for (const path of ['/auth/link', '/auth/accept']) {
  endpoint(`POST ${path}`, async (world) => {
    const { email, link } = await invite(world);
    const token = link.split('#token=')[1];
    const body = path === '/auth/link' ? { token } : { token, password: 'a phrase that is long enough' };
    return {
      send: () => world.call('POST', path, body, { key: undefined }),
      ...(path === '/auth/accept' && {
        countDone: async () =>
          (await world.sql`select count(*)::int as n from users where email = ${email}`)[0]?.['n'] as number,
      }),
    };
  });
}
plain('GET /log', '/log?limit=5');

// Forms
plain('GET /form', '/form?limit=5');
plain('GET /form/:formId', ({ forms }) => `/form/${forms.plain}`);
endpoint('POST /form', (world) => {
  const name = newMark();
  return {
    send: () => world.call('POST', '/form', { name }),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from forms where definition ->> 'name' = ${name}`)[0]?.['n'] as number,
  };
});
plain('PATCH /form/:formId', ({ forms }) => `/form/${forms.rich}`, { publicName: 'Rich form' });
endpoint('DELETE /form/:formId', async (world) => {
  const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
  expectOk(await world.call('POST', '/entry/save', { form: id, data: {} }));
  return { send: () => world.call('DELETE', `/form/${id}`) };
});
plain('GET /form/:formId/entries', ({ forms }) => `/form/${forms.plain}/entries?limit=5`);
plain('GET /form/:formId/entries/count', ({ forms }) => `/form/${forms.plain}/entries/count?search=a`);
plain('GET /form/:formId/fileCount', ({ forms }) => `/form/${forms.rich}/fileCount`);
plain('GET /form/:formId/schema', ({ forms }) => `/form/${forms.rich}/schema`);
plain('GET /form/:formId/views', ({ forms }) => `/form/${forms.rich}/views`);
const newView = () => ({ name: newMark(), state: { status: 'all', where: { path: 'name', op: 'eq', value: 'x' } } });
const countViews = async ({ sql }: World, name: string) => {
  const [row] = await sql`select count(*)::int as n from entry_views where name = ${name}`;
  return row?.['n'] as number;
};
/** A form of its own: there is an end to the views of one form. */
const makeView = async (world: World) => {
  const form = expectOk(await world.call('POST', '/form', { name: newMark() })).body.id as string;
  const view = expectOk(await world.call('POST', `/form/${form}/views`, newView())).body;
  return `/form/${form}/views/${view.id}`;
};
endpoint('POST /form/:formId/views', async (world) => {
  const view = newView();
  const form = expectOk(await world.call('POST', '/form', { name: newMark() })).body.id as string;
  return {
    send: () => world.call('POST', `/form/${form}/views`, view),
    countDone: () => countViews(world, view.name),
  };
});
endpoint('PATCH /form/:formId/views/:viewId', async (world) => {
  const [path, name] = [await makeView(world), newMark()];
  return { send: () => world.call('PATCH', path, { name }), countDone: () => countViews(world, name) };
});
endpoint('DELETE /form/:formId/views/:viewId', async (world) => {
  const path = await makeView(world);
  return { send: () => world.call('DELETE', path) };
});
plain('GET /form/:formId/insight', ({ forms }) => `/form/${forms.rich}/insight`);
plain('GET /form/:formId/dropOff', ({ forms }) => `/form/${forms.rich}/dropOff`);
plain('POST /form/:formId/started', ({ forms }) => `/form/${forms.rich}/started`, undefined, { key: undefined });
plain('GET /form/:formId/start', ({ forms }) => `/form/${forms.plain}/start`, undefined, { key: undefined });
plain('POST /form/check', '/form/check', { name: 'Checked' });
plain('POST /form/render', '/form/render', { form: { name: 'Shown' } });
endpoint('POST /form/:formId/generateEntries', async (world) => {
  const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
  return {
    send: () => world.call('POST', `/form/${id}/generateEntries`, { num: 3 }),
    countDone: async () =>
      ((await world.sql`select count(*)::int as n from entries where form = ${id}`)[0]?.['n'] as number) / 3,
  };
});
endpoint('POST /form/:formId/pictures', (world) => ({
  send: () =>
    world.call('POST', `/form/${world.forms.rich}/pictures`, smallPng(), { headers: { 'content-type': 'image/png' } }),
}));
plain('POST /form/:formId/uploadPolicy', ({ forms }) => `/form/${forms.rich}/uploadPolicy`, {
  name: 'a.txt',
  size: 5,
  type: 'text/plain',
});

// Entries
plain('GET /entry', ({ forms }) => `/entry?limit=5&query=${JSON.stringify({ form: forms.plain })}`);
plain('GET /entry/count', ({ forms }) => `/entry/count?query=${JSON.stringify({ form: forms.plain })}`);
endpoint('GET /entry/:entryId', async (world) => {
  const id = await makeEntry(world);
  return { send: () => world.call('GET', `/entry/${id}`) };
});
for (const verb of ['save', 'submit']) {
  endpoint(`POST /entry/${verb}`, (world) => {
    const name = newMark();
    const body = { form: world.forms.plain, data: { name } };
    return {
      send: () => world.call('POST', `/entry/${verb}`, body, { key: undefined }),
      countDone: () => countEntries(world, name),
    };
  });
  endpoint(`POST /entry/${verb}#with an idempotency key`, (world) => {
    const name = newMark();
    const body = { form: world.forms.plain, data: { name } };
    const headers = { 'idempotency-key': name };
    return {
      send: () => world.call('POST', `/entry/${verb}`, body, { headers }),
      countDone: () => countEntries(world, name),
    };
  });
  endpoint(`POST /entry/:entryId/${verb}`, async (world) => {
    const { entryId } = await makeDraft(world);
    const before = await countActions(world, entryId, verb);
    return {
      send: () => world.call('POST', `/entry/${entryId}/${verb}`, { data: { name: 'again' } }),
      countDone: async () => (await countActions(world, entryId, verb)) - before,
    };
  });
  endpoint(`POST /entry/:entryId/${verb}#by its link`, async (world) => {
    const { entryId, bewit } = await makeDraft(world);
    const before = await countActions(world, entryId, verb);
    const path = `/entry/${entryId}/${verb}?bewit=${bewit}`;
    return {
      send: () => world.call('POST', path, { data: { name: 'again' } }, { key: undefined }),
      countDone: async () => (await countActions(world, entryId, verb)) - before,
    };
  });
}
endpoint('POST /entry/submit#with a file, a PDF and an email', async (world) => {
  const name = newMark();
  const body = { form: world.forms.rich, data: { name, paper: [await uploadPaper(world)] } };
  return { send: () => world.call('POST', '/entry/submit', body), countDone: () => countEntries(world, name) };
});
endpoint('POST /entry/:entryId/edit', async (world) => {
  const id = await makeEntry(world);
  const body = { data: { name: newMark() }, updateMode: 'merge' };
  return {
    send: () => world.call('POST', `/entry/${id}/edit`, body),
    countDone: () => countActions(world, id, 'edit'),
  };
});
endpoint('POST /entry/template', (world) => {
  const name = newMark();
  return {
    send: () => world.call('POST', '/entry/template', { form: world.forms.plain, data: { name } }),
    countDone: () => countEntries(world, name),
  };
});
endpoint('PATCH /entry/:entryId', async (world) => {
  const { entryId } = await makeTemplate(world);
  return { send: () => world.call('PATCH', `/entry/${entryId}`, { name: 'named' }) };
});
endpoint('DELETE /entry/:entryId', async (world) => {
  const id = await makeEntry(world);
  return {
    send: () => world.call('DELETE', `/entry/${id}`),
    countDone: () => countActions(world, id, 'delete'),
  };
});
endpoint('POST /entry/delete', async (world) => {
  const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
  for (let made = 0; made < 2; made += 1) {
    expectOk(await world.call('POST', '/entry/save', { form: id, data: {} }));
  }
  return { send: () => world.call('POST', '/entry/delete', { query: { form: id } }) };
});
endpoint('POST /entry/:entryId/render', async (world) => {
  const id = await makeEntry(world);
  return { send: () => world.call('POST', `/entry/${id}/render`, {}) };
});
endpoint('POST /entry/render', (world) => ({
  send: () => world.call('POST', '/entry/render', { form: world.forms.plain, data: { name: 'shown' } }),
}));
for (const format of ['csv', 'xlsx', 'pdf']) {
  endpoint(`POST /entry/export#${format}`, async (world) => {
    const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
    expectOk(await world.call('POST', '/entry/submit', { form: id, data: {} }));
    return { send: () => world.call('POST', `/entry/export?format=${format}`, { query: { form: id } }) };
  });
}
endpoint('GET /entry/:entryId/history', async (world) => {
  const id = await makeEntry(world);
  expectOk(await world.call('POST', `/entry/${id}/edit`, { data: { name: newMark() } }));
  return { send: () => world.call('GET', `/entry/${id}/history`) };
});
endpoint('GET /entry/export/:progressId/progress', async (world) => {
  const progressId = 'a'.repeat(24);
  const query = { form: world.forms.rich };
  expectOk(await world.call('POST', `/entry/export?format=csv&progressId=${progressId}`, { query }));
  return { send: () => world.call('GET', `/entry/export/${progressId}/progress`) };
});
endpoint('POST /entry/:entryId/copy', async (world) => {
  const form = await world.call('POST', '/form', { formSchema: { rootElem: pageRoot }, page: { copy: 'pdf' } });
  const { entryId } = expectOk(await world.call('POST', '/entry/submit', { form: expectOk(form).body.id })).body;
  return { send: () => world.call('POST', `/entry/${entryId}/copy`) };
});
endpoint('POST /entry/:entryId/sendLink', async (world) => {
  const form = await world.call('POST', '/form', { formSchema: { rootElem: pageRoot }, page: { emailLink: true } });
  const { entryId } = expectOk(await world.call('POST', '/entry/save', { form: expectOk(form).body.id })).body;
  // One caller gets few links a day.
  await world.sql`delete from email_counts`;
  return { send: () => world.call('POST', `/entry/${entryId}/sendLink`, { email: 'ann@example.com' }) };
});
endpoint('GET /entry/:entryId/resume', async (world) => {
  const { entryId, bewit } = await makeDraft(world);
  return {
    send: () => world.call('GET', `/entry/${entryId}/resume?bewit=${bewit}`, undefined, { key: undefined }),
  };
});
endpoint('GET /entry/:entryId/clone', async (world) => {
  const { entryId } = await makeTemplate(world);
  return { send: () => world.call('GET', `/entry/${entryId}/clone`, undefined, { key: undefined }) };
});

// Beside the API: storage, pages, health
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

export const endpoints: readonly Endpoint[] = all;
