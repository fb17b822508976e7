// packages/client against the service, with connections that break between.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Change, type ClientOptions, createClient, FormsteadError } from '../../packages/client/src/index.ts';
import { typesCommand } from '../../src/cli/types-command.ts';
import { type BreakingProxy, openBreakingProxy } from '../support/breaking-proxy.ts';
import { openCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let proxy: BreakingProxy;
let form: string;
const pauses: number[] = [];

/** Links name the public address of the service. */
const reach = (request: Request) =>
  fetch(
    request.url.startsWith('http://forms.test')
      ? new Request(request.url.replace('http://forms.test', service.url), request)
      : request,
  );
const sleep = async (milliseconds: number) => void pauses.push(milliseconds);

function open(options: Partial<ClientOptions> = {}) {
  const retry = { sleep, attempts: 8 };
  return createClient({ url: service.url, apiKey: service.people.alice.key, retry, fetch: reach, ...options });
}

const children = [
  { type: 'fInput', name: 'name', reqValidator: true },
  { type: 'fFile', name: 'cv' },
];
const definition = { name: 'Jobs', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };

beforeAll(async () => {
  service = await startService();
  proxy = await openBreakingProxy(service.url, 3);
  form = (await service.call('POST', '/form', { key: service.people.alice.key, body: definition })).body.id;
});

afterAll(async () => {
  await proxy.close();
  await service.close();
});

test('[conventions.client.submit] every submit makes one entry, though every third response is lost', async () => {
  const client = open({ url: proxy.url });
  const names = Array.from({ length: 12 }, (_, at) => `person ${at}`);
  for (const name of names) {
    const { entry } = await client.entries.submit({ form, data: { name } });
    expect(entry.data).toEqual({ name });
  }
  expect(proxy.cut).toBeGreaterThan(3);
  const stored: unknown[] = [];
  for await (const entry of open().entries.list<{ name: string }>({ query: { form, status: 2 }, pageSize: 5 })) {
    stored.push(entry.data.name);
  }
  expect(stored).toEqual(names);
});

test('[conventions.client.retries] a response that breaks off in its middle is asked for again', async () => {
  const key = service.people.alice.key;
  const own = (await service.call('POST', '/form', { key, body: definition })).body.id as string;
  let cut = 0;
  const client = open({
    fetch: async (request) => {
      const response = await reach(request);
      if (cut >= 2) return response;
      cut += 1;
      const half = new Uint8Array((await response.arrayBuffer()).slice(0, 20));
      let isSent = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isSent) return controller.error(new TypeError('terminated'));
          isSent = true;
          controller.enqueue(half);
        },
      });
      return new Response(body, response);
    },
  });
  const { entry } = await client.entries.submit({ form: own, data: { name: 'broken off' } });
  expect([cut, entry.data]).toEqual([2, { name: 'broken off' }]);
  const found: string[] = [];
  for await (const { id, data } of open().entries.list<{ name: string }>({ query: { form: own } }))
    if (data.name === 'broken off') found.push(id);
  expect(found).toEqual([entry.id]);
});

test('[conventions.client.errors] errors say which one it is, and what was at fault', async () => {
  const client = open();
  const failure = async (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as FormsteadError,
    );
  const empty = await failure(client.entries.submit({ form, data: {} }));
  expect(empty).toBeInstanceOf(FormsteadError);
  expect([empty?.status, empty?.code, empty?.messages.map(({ modelPath }) => modelPath)]).toEqual([
    ...[400, 'entryFailedValidation', ["model['name']"]],
  ]);
  const bad = await failure(client.api.GET('/entry/{entryId}', { params: { path: { entryId: 'x' } } }));
  expect([bad?.status, bad?.code, bad?.keys, bad?.requestId]).toEqual([
    400,
    'requestInvalid',
    ['entryId'],
    expect.any(String),
  ]);
  const gone = await failure(open({ url: 'http://127.0.0.1:9', retry: { sleep, attempts: 2 } }).entries.get(form));
  expect([gone?.status, gone?.code]).toEqual([0, undefined]);
});

test('[conventions.client.retries] one request too many waits as long as the service says; what only may be done once is not repeated', async () => {
  const strict = await startService({ RATE_LIMIT: '1' });
  try {
    pauses.length = 0;
    const client = open({ url: strict.url, retry: { sleep, attempts: 2 } });
    const statuses: number[] = [];
    for (let at = 0; at < 2; at += 1) {
      await client.entries.get(form).catch((error: FormsteadError) => statuses.push(error.status));
    }
    expect(statuses).toContain(429);
    expect(Math.max(...pauses)).toBeGreaterThanOrEqual(1000);
  } finally {
    await strict.close();
  }
  const before = proxy.cut;
  const client = open({ url: proxy.url });
  const results: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const made = client.api.POST('/optionsSet', { body: { name: `set ${at}` } });
    results.push(
      await made.then(
        ({ response }) => response.status,
        ({ status }: FormsteadError) => status,
      ),
    );
  }
  expect([results.toSorted((one, other) => one - other), proxy.cut - before]).toEqual([[0, 200, 200], 1]);
});

test('[conventions.client.changes] each change comes once, over pages, restarts and broken connections', async () => {
  const client = open({ url: proxy.url });
  const told = new Map<string, string[]>();
  let cursor: string | undefined;
  const note = (change: Change) => {
    const what = change.kind === 'deleted' ? 'deleted' : String(change.entry.data?.['name']);
    told.set(change.id, [...(told.get(change.id) ?? []), what]);
  };
  /** Stops after some batches, as a program that ends, and goes on from the stored cursor. */
  const follow = async (most = Number.POSITIVE_INFINITY) => {
    let batches = 0;
    for await (const batch of client.entries.changes({ form, pageSize: 3, ...(cursor && { cursor }) })) {
      batch.changes.forEach(note);
      cursor = JSON.parse(JSON.stringify(batch.cursor)) as string;
      batches += 1;
      if (batches >= most) return;
    }
  };
  await follow(2);
  const [first] = [...told.keys()];
  // Behind what was read already, in the middle of a round.
  await open().api.POST('/entry/{entryId}/edit', {
    params: { path: { entryId: first ?? '' } },
    body: { data: { name: 'edited' } },
  });
  await follow();
  await follow();
  expect(told.size).toBe(12);
  expect(told.get(first ?? '')).toEqual(['person 0', 'edited']);
  expect([...told.values()].flat()).toHaveLength(13);
  const { entry } = await client.entries.submit({ form, data: { name: 'late' } });
  await service.call('DELETE', `/entry/${first}`, { key: service.people.alice.key });
  await follow();
  await follow();
  expect([told.get(entry.id), told.get(first ?? '')]).toEqual([['late'], ['person 0', 'edited', 'deleted']]);
});

test('[conventions.client.changes] a run that goes on in the middle of a round gives all that changed before it began; a page that is not known any more begins the round again', async () => {
  const client = open();
  const names = async (cursor?: string, most = Number.POSITIVE_INFINITY) => {
    const told: string[] = [];
    let last = cursor;
    let batches = 0;
    for await (const batch of client.entries.changes({ form, pageSize: 3, ...(cursor && { cursor }) })) {
      told.push(...batch.changes.map((one) => (one.kind === 'deleted' ? 'deleted' : String(one.entry.data?.['name']))));
      last = batch.cursor;
      batches += 1;
      if (batches >= most) break;
    }
    return { told, cursor: last as string };
  };
  const all = (await names()).told;
  const cut = await names(undefined, 2);
  const { id } = JSON.parse(JSON.stringify(await client.entries.list({ query: { form, status: 2 } }).next())).value;
  const edit = { params: { path: { entryId: id } }, body: { data: { name: 'behind' } } };
  await client.api.POST('/entry/{entryId}/edit', edit);
  const rest = await names(cut.cursor);
  expect([...cut.told, ...rest.told].toSorted()).toEqual([...all, 'behind'].toSorted());
  expect((await names(rest.cursor)).told).toEqual([]);

  // As after a move to a service with another secret: at most what was given comes again.
  const stored = JSON.parse(cut.cursor) as { after: string };
  expect(stored.after).toEqual(expect.any(String));
  const lost = JSON.stringify({ ...stored, after: `A${stored.after.slice(1)}B` });
  const again = await names(lost);
  expect([...cut.told, ...again.told].toSorted()).toEqual([...all, 'behind'].toSorted());
  const unknown = { form, cursor: JSON.stringify({ ...stored, from: 'x' }) };
  await expect(client.entries.changes(unknown).next()).rejects.toThrow();
});

test('[conventions.client.changes] [lists.time] what changes behind a long round is in the next one, whatever a proxy says the time is', async () => {
  const { key } = service.people.alice;
  const listed = await service.call('GET', `/entry?query=${JSON.stringify({ form })}`, { key });
  expect(listed.headers.get('x-service-time')).toBe(
    new Date(Date.parse(listed.headers.get('x-service-time') ?? '')).toISOString(),
  );
  const hour = 3_600_000;
  const proxies = [
    (headers: Headers) => headers.set('date', new Date(service.services.clock.now() + hour).toUTCString()),
    // A service of before.
    (headers: Headers) => {
      headers.delete('x-service-time');
      headers.set('date', new Date(service.services.clock.now()).toUTCString());
    },
  ];
  for (const [at, change] of proxies.entries()) {
    const own = (await service.call('POST', '/form', { key, body: definition })).body.id as string;
    const throughProxy = async (request: Request) => {
      const response = await reach(request);
      const headers = new Headers(response.headers);
      change(headers);
      return new Response(response.body, { status: response.status, headers });
    };
    const client = open({ fetch: throughProxy });
    const told: string[] = [];
    const follow = async (cursor: string | undefined, during = async () => {}) => {
      let last = cursor;
      for await (const batch of client.entries.changes({ form: own, pageSize: 1, ...(cursor && { cursor }) })) {
        for (const one of batch.changes) if (one.kind === 'changed') told.push(String(one.entry.data?.['name']));
        if (last === cursor) await during();
        last = batch.cursor;
      }
      return last;
    };
    const { entry } = await client.entries.submit({ form: own, data: { name: 'first' } });
    await client.entries.submit({ form: own, data: { name: 'second' } });
    const cursor = await follow(undefined, async () => {
      service.advance(10_000);
      const params = { path: { entryId: entry.id } };
      await client.api.POST('/entry/{entryId}/edit', { params, body: { data: { name: 'behind' } } });
      service.advance(300_000);
      await client.entries.submit({ form: own, data: { name: 'third' } });
    });
    await follow(cursor);
    expect([at, ...told]).toEqual([at, 'first', 'second', 'third', 'behind']);
  }
});

test('[conventions.client.changes] two changes at the same time, as after a clock was set back, are two; what did not change comes once', async () => {
  const client = open();
  const cv = await client.files.upload(form, new File(['x'], 'cv.txt', { type: 'text/plain' }));
  const { entry } = await client.entries.submit({ form, data: { name: 'first', cv: [cv] } });
  // A change that is shown as later than now: those that follow get its time.
  await service.services.db
    .sql`update entries set changed_at = changed_at + interval '8 seconds' where id = ${entry.id}`;
  const told: string[] = [];
  let cursor: string | undefined;
  const statuses = [0, 1, 2, 3] as const;
  const follow = async () => {
    for await (const batch of client.entries.changes({ form, statuses, ...(cursor && { cursor }) })) {
      cursor = batch.cursor;
      for (const change of batch.changes)
        if (change.id === entry.id && change.kind === 'changed') told.push(String(change.entry.data?.['name']));
    }
  };
  for (const name of ['second', 'third']) {
    await follow();
    await follow();
    await client.api.POST('/entry/{entryId}/edit', {
      params: { path: { entryId: entry.id } },
      body: { data: { name, cv: [cv] }, status: 'saved' },
    });
  }
  await follow();
  await follow();
  expect(told).toEqual(['first', 'second', 'third']);
});

test('[conventions.client.files] a file is stored and told how far it is, and an entry with it is submitted', async () => {
  const client = open();
  const parts: number[] = [];
  const file = new File([new Uint8Array(3_000_000).fill(7)], 'cv.pdf', { type: 'application/pdf' });
  const stored = await client.files.upload(form, file, { onProgress: (part) => parts.push(part) });
  expect(stored).toMatchObject({ name: 'cv.pdf', size: 3_000_000, type: 'application/pdf' });
  expect([parts[0], parts.at(-1), parts.length > 3]).toEqual([0, 1, true]);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  const { entry } = await client.entries.submit({ form, data: { name: 'Ada', cv: [stored] } });
  expect(entry.data).toEqual({ name: 'Ada', cv: [stored] });
});

test('[conventions.client.exports] a table comes as a stream, with progress', async () => {
  const told: { rowsDone: number; rowsTotal: number }[] = [];
  const stream = await open().exports.run({ form, format: 'csv' }, { onProgress: (progress) => told.push(progress) });
  const text = await new Response(stream).text();
  expect(text.split('\r\n').filter((line) => line.includes('submitted'))).toHaveLength(13);
  expect(told.at(-1)).toEqual({ rowsDone: 14, rowsTotal: 14 });
});

test('[running.commands.types] types of a form, from its schema', async () => {
  const { alice, chelsea } = service.people;
  const { context, stdout } = openCommand();
  const result = await typesCommand([form, '--url', service.url, '--key', alice.key], context);
  expect(result.form).toBe(form);
  expect(stdout()).toMatch(/^\/\*\* Jobs\. .*\nexport interface JobsData \{\n {2}name: string;\n {2}cv\?: Array<\{\n/);
  await expect(typesCommand([form, '--url', service.url, '--key', chelsea.key], context)).rejects.toThrow(
    /insufficient/,
  );
  await expect(typesCommand(['--url', service.url, '--key', alice.key], context)).rejects.toThrow(
    /argument is missing.\nUsage: formstead types FORM/,
  );
});
