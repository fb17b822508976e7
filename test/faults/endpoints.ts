// Every endpoint with a request that works, for the fault runs. test/faults/endpoints.test.ts compares it with the route table.
import { type CallOptions, type Reply, send } from '../support/send.ts';
import { multipartBody, multipartType, partsOf } from '../support/upload.ts';
import { newMark, type World } from './world.ts';

export interface Endpoint {
  /** As in the route table; what follows a `#` tells two requests to one endpoint apart. */
  readonly name: string;
  /** Makes what the request needs, without faults. */
  readonly prepare: (world: World) => Promise<Prepared>;
}

export interface Prepared {
  readonly send: () => Promise<Reply>;
  /** How often the work was done, when that can be counted; it must be once after success, at most once after a failure. */
  readonly countDone?: () => Promise<number>;
}

type Make = (world: World) => Prepared | Promise<Prepared>;
const all: Endpoint[] = [];
function endpoint(name: string, prepare: Make): void {
  all.push({ name, prepare: async (world) => prepare(world) });
}

/** A request that changes nothing that could be counted. */
function plain(name: string, path: string | ((world: World) => string), body?: unknown, options?: CallOptions): void {
  const [method] = name.split(' ');
  endpoint(name, (world) => ({
    send: () => world.call(method as string, typeof path === 'string' ? path : path(world), body, options),
  }));
}

const pageRoot = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] };

const countEntries = async ({ sql }: World, mark: string, status: number | null = null) => {
  const [row] = await sql`
    select count(*)::int as n from entries where data ->> 'name' = ${mark} and (${status}::int is null or status = ${status}::int)`;
  return row?.['n'] as number;
};
const countActions = async ({ sql }: World, entry: string, type: string) => {
  const [row] = await sql`
    select count(*)::int as n from entries, json_array_elements(actions) a
    where id = ${entry} and a ->> 'type' = ${type}`;
  return row?.['n'] as number;
};
const expectOk = (reply: Reply): Reply => {
  if (reply.status >= 300) throw new Error(`Could not prepare: ${reply.status} ${reply.text}`);
  return reply;
};
const makeDraft = async (world: World) => {
  const reply = await world.call('POST', '/entry/save', { form: world.forms.plain, data: { name: 'draft' } });
  return expectOk(reply).body as { entryId: string; bewit: string };
};
const makeEntry = async (world: World, name = 'entry') => {
  const reply = await world.call('POST', '/entry/submit', { form: world.forms.plain, data: { name } });
  return expectOk(reply).body.entryId as string;
};
const makeTemplate = async (world: World) =>
  expectOk(await world.call('POST', '/entry/template', { form: world.forms.plain, data: { name: 'template' } })).body;
const makeSet = async (world: World) => {
  const { id } = expectOk(await world.call('POST', '/optionsSet', { name: newMark() })).body;
  expectOk(await world.call('POST', `/optionsSet/${id}/addOptions`, { options: [{ value: 'one' }] }));
  return id as string;
};
const paper = Buffer.from('paper');
const makePolicy = async (world: World) =>
  expectOk(
    await world.call('POST', `/form/${world.forms.rich}/uploadPolicy`, { name: 'a.txt', size: 5, type: 'text/plain' }),
  ).body;
const postFile = (world: World, policy: never) =>
  send('POST', `${world.server.url}/storage/`, {
    body: multipartBody(partsOf(policy, paper)),
    headers: { 'content-type': multipartType },
  });
const uploadPaper = async (world: World) => {
  const policy = await makePolicy(world);
  expectOk(await postFile(world, policy as never));
  const file = { name: 'a.txt', size: 5, type: 'text/plain', storageKey: policy.key, storageBucket: policy.bucket };
  return { ...file, url: policy.url };
};

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
plain('GET /form/:formId/fileCount', ({ forms }) => `/form/${forms.rich}/fileCount`);
plain('GET /form/:formId/insight', ({ forms }) => `/form/${forms.rich}/insight`);
plain('GET /form/:formId/start', ({ forms }) => `/form/${forms.plain}/start`, undefined, { key: undefined });
plain('POST /form/render', '/form/render', { form: { name: 'Shown' } });
endpoint('POST /form/:formId/generateEntries', async (world) => {
  const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
  return {
    send: () => world.call('POST', `/form/${id}/generateEntries`, { num: 3 }),
    countDone: async () =>
      ((await world.sql`select count(*)::int as n from entries where form = ${id}`)[0]?.['n'] as number) / 3,
  };
});
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

// Options sets
const signedIn = ({ token }: World) => ({ key: undefined, token });
plain('GET /optionsSet', '/optionsSet?limit=5');
for (const [name, tail, method] of [
  ['GET /optionsSet/:setId', '', 'GET'],
  ['GET /optionsSet/:setId/summary', '/summary', 'GET'],
  ['GET /optionsSet/:setId/autocomplete', '/autocomplete?term=o', 'GET'],
  ['GET /optionsSet/:setId/validate', '/validate?value=one', 'GET'],
  ['POST /optionsSet/:setId/deleteOptions', '/deleteOptions', 'POST'],
  ['POST /optionsSet/:setId/uploads', '/uploads', 'POST'],
] as const) {
  endpoint(name, async (world) => {
    const id = await makeSet(world);
    return { send: () => world.call(method, `/optionsSet/${id}${tail}`, method === 'POST' ? {} : undefined) };
  });
}
for (const [name, tail] of [
  ['GET /optionsSet/:setId/browse', '/browse'],
  ['GET /optionsSet/:setId/download', '/download?format=csv'],
  ['GET /optionsSet/:setId/forms', '/forms'],
] as const) {
  endpoint(name, async (world) => {
    const id = await makeSet(world);
    return { send: () => world.call('GET', `/optionsSet/${id}${tail}`, undefined, signedIn(world)) };
  });
}
endpoint('POST /optionsSet', (world) => {
  const name = newMark();
  return {
    send: () => world.call('POST', '/optionsSet', { name }),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from options_sets where name = ${name}`)[0]?.['n'] as number,
  };
});
endpoint('POST /optionsSet/:setId/addOptions', async (world) => {
  const id = await makeSet(world);
  return {
    send: () => world.call('POST', `/optionsSet/${id}/addOptions`, { options: [{ value: 'two' }] }),
    countDone: async () => (await world.call('GET', `/optionsSet/${id}/summary`)).body.count - 1,
  };
});

endpoint('PUT /optionsSet/:setId/options', async (world) => {
  const id = await makeSet(world);
  return {
    send: () => world.call('PUT', `/optionsSet/${id}/options`, { options: [{ value: 'two' }, { value: 'three' }] }),
    countDone: async () => (await world.call('GET', `/optionsSet/${id}/summary`)).body.count - 1,
  };
});
endpoint('PATCH /optionsSet/:setId/options', async (world) => {
  const id = await makeSet(world);
  const change = { place: '1.0', insert: { value: 'two' } };
  return {
    send: () => world.call('PATCH', `/optionsSet/${id}/options`, { changes: [change] }, signedIn(world)),
    countDone: async () => (await world.call('GET', `/optionsSet/${id}/summary`)).body.count - 1,
  };
});
const makeUpload = async (world: World) => {
  const set = await makeSet(world);
  const { id } = expectOk(await world.call('POST', `/optionsSet/${set}/uploads`, {})).body;
  const path = `/optionsSet/${set}/uploads/${id}`;
  const part = (number: number) => world.call('PUT', `${path}/parts/${number}`, { options: [{ value: 'new' }] });
  expectOk(await part(1));
  return { set, path, part };
};
endpoint('PUT /optionsSet/:setId/uploads/:uploadId/parts/:part', async (world) => {
  const { part } = await makeUpload(world);
  return { send: () => part(2) };
});
endpoint('POST /optionsSet/:setId/uploads/:uploadId/finish', async (world) => {
  const { path } = await makeUpload(world);
  return { send: () => world.call('POST', `${path}/finish`, { parts: 1 }) };
});
endpoint('DELETE /optionsSet/:setId/uploads/:uploadId', async (world) => {
  const { path } = await makeUpload(world);
  return { send: () => world.call('DELETE', path) };
});
endpoint('POST /optionsSet/:setId/duplicate', async (world) => {
  const id = await makeSet(world);
  const name = newMark();
  return {
    send: () => world.call('POST', `/optionsSet/${id}/duplicate`, { name }, signedIn(world)),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from options_sets where name = ${name}`)[0]?.['n'] as number,
  };
});
endpoint('PATCH /optionsSet/:setId', async (world) => {
  const id = await makeSet(world);
  return { send: () => world.call('PATCH', `/optionsSet/${id}`, { name: 'Other' }, signedIn(world)) };
});
endpoint('DELETE /optionsSet/:setId', async (world) => {
  const id = await makeSet(world);
  return { send: () => world.call('DELETE', `/optionsSet/${id}`, undefined, signedIn(world)) };
});
// Lists of maintained sets: the countries of the first start, and a copy of them under another number.
const countries = '5e7500000000000000000008';
const copyList = async ({ sql }: World, isRefused: boolean) => {
  const [row] = await sql`update options_sets set last_generation = greatest(last_generation, generation) + 1
    where id = ${countries} returning last_generation as number`;
  const number = row?.['number'] as number;
  await sql`insert into options_pieces select p.set_id, ${number}, p.position, p.option_count, p.options
    from options_pieces p join options_sets s on s.id = p.set_id and s.generation = p.generation
    where s.id = ${countries}`;
  await sql`insert into set_lists (set_id, number, landing, kind, is_refused, fingerprint, last_position, option_count,
      option_bytes, data_keys, facts, time)
    select id, ${number}, ${number}, 'refresh', ${isRefused}, ${newMark()}, last_position, option_count, option_bytes,
      data_keys, '{"source":"","warnings":[]}', now() from options_sets where id = ${countries}`;
  return number;
};
endpoint('GET /optionsSet/:setId/lists', (world) => ({
  send: () => world.call('GET', `/optionsSet/${countries}/lists`, undefined, signedIn(world)),
}));
endpoint('GET /optionsSet/:setId/lists/:number/diff', async (world) => {
  const path = `/optionsSet/${countries}/lists/${await copyList(world, false)}/diff`;
  return { send: () => world.call('GET', path, undefined, signedIn(world)) };
});
for (const [name, tail, isRefused] of [
  ['POST /optionsSet/:setId/lists/:number/restore', 'restore', false],
  ['POST /optionsSet/:setId/lists/:number/accept', 'accept', true],
] as const) {
  endpoint(name, async (world) => {
    const number = await copyList(world, isRefused);
    const path = `/optionsSet/${countries}/lists/${number}/${tail}`;
    return {
      send: () => world.call('POST', path, {}, signedIn(world)),
      countDone: async () =>
        (
          await world.sql`select count(*)::int as n from options_sets where id = ${countries} and generation = ${number}`
        )[0]?.['n'] as number,
    };
  });
}

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

export const endpoints: readonly Endpoint[] = all;
