// Every transition between statuses, seen by changes() of the client and by `formstead relay`: each is reported once, with the status
// that the entry has then, whether they look after every step or only at the end.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Change, createClient } from '../../packages/client/src/index.ts';
import { relayCommand } from '../../src/cli/relay/relay-command.ts';
import { openCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';
import { openWebhookTarget, type WebhookTarget } from '../support/webhook-target.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: object) =>
  service.call(method, path, { key: service.people.alice.key, body });

/** How an entry begins, and what may be done to it. */
const firsts = ['save', 'submit', 'template', 'generate'] as const;
const steps = ['save', 'submit', 'editToSaved', 'editToSubmitted', 'edit', 'delete'] as const;
type Step = (typeof steps)[number];

interface Walked {
  id: string;
  /** As the API has it now; undefined once it is deleted. */
  entry: { status: string; data: { name?: string } } | undefined;
  wasSubmitted: boolean;
  /** Whether it changed since somebody looked. */
  hasChanged: boolean;
  readonly path: string[];
}

async function begin(form: string, first: (typeof firsts)[number]): Promise<Walked> {
  const body = { form, data: { name: first } };
  const made =
    first === 'generate'
      ? (await call('POST', `/form/${form}/generateEntries`, { num: 1 })).body.createdEntries[0].id
      : (await call('POST', `/entry/${first}`, body)).body.entryId;
  const walked = { id: made, entry: undefined, wasSubmitted: false, hasChanged: true, path: [first] };
  return read(walked);
}

async function read(walked: Walked): Promise<Walked> {
  const { status, body } = await call('GET', `/entry/${walked.id}`);
  expect(status).toBe(200);
  walked.entry = body.status === 'deleted' ? undefined : body;
  walked.wasSubmitted ||= body.status === 'submitted';
  return walked;
}

/** What is not allowed changes nothing. */
async function take(walked: Walked, step: Step): Promise<void> {
  const { id } = walked;
  const data = { name: [...walked.path, step].join(' ') };
  const requests: Record<Step, () => ReturnType<typeof call>> = {
    save: () => call('POST', `/entry/${id}/save`, { data }),
    submit: () => call('POST', `/entry/${id}/submit`, { data }),
    editToSaved: () => call('POST', `/entry/${id}/edit`, { status: 'saved' }),
    editToSubmitted: () => call('POST', `/entry/${id}/edit`, { status: 'submitted' }),
    edit: () => call('POST', `/entry/${id}/edit`, { data }),
    delete: () => call('DELETE', `/entry/${id}`),
  };
  const { status } = await requests[step]();
  expect([200, 403]).toContain(status);
  walked.path.push(step);
  if (status !== 200) return;
  walked.hasChanged = true;
  await read(walked);
}

/** What is reported of an entry that changed: nothing of drafts, templates and empty entries that were never submitted. */
function reportOf({ id, entry, wasSubmitted }: Walked): string[] {
  if (entry === undefined) return [`${id} deleted`];
  return wasSubmitted ? [`${id} ${entry.status} ${entry.data.name}`] : [];
}

async function newForm(): Promise<string> {
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] };
  return (await call('POST', '/form', { name: 'Followed', formSchema: { rootElem } })).body.id;
}

interface Follower {
  look(): Promise<string[]>;
  close(): Promise<void>;
}

function followByClient(form: string, fields?: string[]): Follower {
  const client = createClient({ url: service.url, apiKey: service.people.alice.key });
  let cursor: string | undefined;
  const textOf = (change: Change) =>
    change.kind === 'deleted'
      ? `${change.id} deleted`
      : `${change.id} ${change.entry.status} ${(change.entry.data as { name?: string } | undefined)?.name}`;
  return {
    async look() {
      const found: string[] = [];
      const options = { form, pageSize: 7, ...(cursor && { cursor }), ...(fields && { fields }) };
      for await (const batch of client.entries.changes(options)) {
        found.push(...batch.changes.map(textOf));
        ({ cursor } = batch);
      }
      return found;
    },
    close: async () => {},
  };
}

async function followByRelay(form: string): Promise<Follower & { readonly target: WebhookTarget }> {
  const folder = mkdtempSync(join(tmpdir(), 'follow-'));
  const target = await openWebhookTarget();
  writeFileSync(join(folder, 'secret'), `${target.secret}\n`, { mode: 0o600 });
  return {
    target,
    async look() {
      const command = openCommand({ env: { url: service.url, key: service.people.alice.key }, folder });
      const flags = ['--to', target.url, '--secret-file', 'secret', '--form', form, '--once'];
      await relayCommand(flags, command.context);
      return target.taken.splice(0).map(({ type, data }) => {
        if (type === 'entry.deleted') return `${data.id} deleted`;
        const { status, data: answers } = data as unknown as { status: string; data: { name?: string } };
        expect(['entry.submitted', 'entry.changed']).toContain(type);
        if (type === 'entry.submitted') expect(status).toBe('submitted');
        expect(data).not.toHaveProperty('bewit');
        return `${data.id} ${status} ${answers.name}`;
      });
    },
    async close() {
      await target.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const looksAfter = {
  'after every step': [true, true, true],
  'at the end': [false, false, true],
  'before and after two steps': [true, false, true],
} as const;

test.each(Object.entries(looksAfter))(
  '[conventions.client.changes] [relay.events] [lists.reopened] all ways of two steps between statuses; they look %s',
  { timeout: 300_000 },
  async (_, looks) => {
    const form = await newForm();
    const relay = await followByRelay(form);
    const followers = [followByClient(form), followByClient(form, ['data']), relay];
    try {
      const paths = firsts.flatMap((first) => steps.flatMap((one) => steps.map((two) => ({ first, one, two }))));
      const walked: Walked[] = [];
      const look = async () => {
        const expected = walked.filter(({ hasChanged }) => hasChanged).flatMap(reportOf);
        for (const follower of followers) expect((await follower.look()).sort()).toEqual(expected.toSorted());
        for (const one of walked) one.hasChanged = false;
      };
      for (const { first } of paths) walked.push(await begin(form, first));
      if (looks[0]) await look();
      for (const [at, { one }] of paths.entries()) await take(walked[at]!, one);
      if (looks[1]) await look();
      for (const [at, { two }] of paths.entries()) await take(walked[at]!, two);
      await look();
      // The walk has met what it is about.
      const reopened = walked.filter(({ entry, wasSubmitted }) => wasSubmitted && entry?.status === 'saved');
      expect(new Set(reopened.map(({ path }) => path[0])).size).toBeGreaterThanOrEqual(3);
      // With the form all of them go, drafts too.
      const left = walked.filter(({ entry }) => entry !== undefined);
      expect((await call('DELETE', `/form/${form}`)).status).toBe(200);
      for (const follower of followers) {
        expect((await follower.look()).sort()).toEqual(left.map(({ id }) => `${id} deleted`).sort());
      }
    } finally {
      await relay.close();
    }
  },
);

test('[relay.stuck] an entry that is stuck and goes back to saved is delivered with its status', async () => {
  const form = await newForm();
  const relay = await followByRelay(form);
  try {
    const { id } = await begin(form, 'submit');
    relay.target.respond = () => ({ status: 500 });
    expect(await relay.look()).toEqual([]);
    await call('POST', `/entry/${id}/edit`, { status: 'saved' });
    relay.target.respond = () => ({ status: 204 });
    expect(new Set(await relay.look())).toEqual(new Set([`${id} saved submit`]));
  } finally {
    await relay.close();
  }
});

test('[lists.reopened] only with the parameter, only where submitted entries are asked for', async () => {
  const form = await newForm();
  const { id } = await begin(form, 'submit');
  await call('POST', `/entry/${id}/edit`, { status: 'saved' });
  const draft = (await begin(form, 'save')).id;
  const list = async (filter: object, more = '') => {
    const query = encodeURIComponent(JSON.stringify({ form, ...filter }));
    const { body } = await call('GET', `/entry?query=${query}&fields=["id"]${more}`);
    return body.data.map((one: { id: string }) => one.id);
  };
  expect(await list({ status: { $in: [2, 3] } })).toEqual([]);
  expect(await list({ status: { $in: [2, 3] } }, '&reopened=true')).toEqual([id]);
  expect(await list({ status: 2 }, '&reopened=true&limit=1')).toEqual([id]);
  expect(await list({ status: 4 }, '&reopened=true')).toEqual([]);
  expect(await list({ status: 1 }, '&reopened=true')).toEqual([id, draft]);
  expect(await list({}, '&reopened=true')).toEqual([id, draft]);
});

test('[conventions.client.changes] statuses that are named are all that comes; a service that does not know the parameter is asked without it', async () => {
  const form = await newForm();
  const { id } = await begin(form, 'submit');
  await call('POST', `/entry/${id}/edit`, { status: 'saved' });
  const asked: string[] = [];
  const older: typeof fetch = async (input, init) => {
    const { url } = new Request(input as Request, init);
    asked.push(url);
    if (!url.includes('reopened')) return fetch(input as Request, init);
    const validation = { source: 'query', keys: ['reopened'] };
    return Response.json({ statusCode: 400, error: 'Bad Request', message: 'no', validation }, { status: 400 });
  };
  const read = async (options: object, more: object = {}) => {
    const client = createClient({ url: service.url, apiKey: service.people.alice.key, ...more });
    const found: Change[] = [];
    for await (const { changes } of client.entries.changes({ form, ...options })) found.push(...changes);
    return found;
  };
  expect(await read({})).toMatchObject([{ kind: 'changed', id, entry: { status: 'saved' } }]);
  expect(await read({ statuses: [2, 3] })).toEqual([]);
  expect(await read({ fields: ['data'] })).toEqual([
    { kind: 'changed', id, entry: { id, status: 'saved', changedAt: expect.any(String), data: { name: 'submit' } } },
  ]);
  expect(await read({}, { fetch: older })).toEqual([]);
  expect(asked.map((url) => url.includes('reopened'))).toEqual([true, false]);
});
