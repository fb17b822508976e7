// `formstead relay --once` against a service and a real receiver.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { relayCommand } from '../../src/cli/relay/relay-command.ts';
import type { RelayState } from '../../src/cli/relay/relay-state.ts';
import { lockState } from '../../src/cli/relay/state-lock.ts';
import { openCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';
import { openWebhookTarget, type WebhookTarget } from '../support/webhook-target.ts';

let service: TestService;
let target: WebhookTarget;
let folder: string;
let form: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'relay-'));
  target = await openWebhookTarget();
  writeFileSync(join(folder, 'secret'), `${target.secret}\n`, { mode: 0o600 });
  form = await newForm();
});
afterEach(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

const alice = () => ({ key: service.people.alice.key });

async function newForm(extra: object = {}): Promise<string> {
  const children = [{ type: 'fInput', name: 'name' }];
  const rootElem = { type: 'cSection', name: 'root', children };
  const body = { name: 'Relayed', formSchema: { rootElem }, ...extra };
  return (await service.call('POST', '/form', { ...alice(), body })).body.id;
}

async function submit(name: string, to = form): Promise<string> {
  const body = { form: to, data: { name } };
  return (await service.call('POST', '/entry/submit', { ...alice(), body })).body.entryId;
}

const edit = (id: string, name: string) =>
  service.call('POST', `/entry/${id}/edit`, { ...alice(), body: { data: { name } } });
const remove = (id: string) => service.call('DELETE', `/entry/${id}`, alice());

async function relay(...flags: string[]) {
  const command = openCommand({ env: { url: service.url, key: alice().key }, folder });
  const given = flags.includes('--form') || flags.includes('--all') ? [] : ['--form', form];
  const rest = flags.filter((flag) => flag !== '--all');
  const result = (await relayCommand(
    ['--to', target.url, '--secret-file', 'secret', '--once', ...given, ...rest],
    command.context,
  )) as Record<string, unknown>;
  return { result, stderr: command.stderr(), hasFailed: command.hasFailed() };
}

const readStateFile = () => JSON.parse(readFileSync(join(folder, 'relay-state.json'), 'utf8')) as RelayState;
const shown = () => target.taken.map(({ type, data }) => [type, data.data?.name ?? data.id]);

test('[relay.events] [relay.once-at-least] [running.commands.relay] submitted, changed and deleted, each once', async () => {
  const [ada, bob] = [await submit('Ada'), await submit('Bob')];
  const first = await relay();
  expect(first.result).toMatchObject({ stopped: 'done', delivered: 2, failed: 0, waiting: 0, stuck: [] });
  expect(shown().sort()).toEqual([
    ['entry.submitted', 'Ada'],
    ['entry.submitted', 'Bob'],
  ]);
  const entry = (await service.call('GET', `/entry/${ada}`, alice())).body;
  const sent = target.taken.find(({ data }) => data.id === ada);
  expect(sent?.data).toEqual(entry);
  expect(sent?.timestamp).toBe(entry.changedAt);
  expect((await relay()).result).toMatchObject({ delivered: 0 });

  target.taken.length = 0;
  await edit(ada, 'Ada Lovelace');
  await remove(bob);
  expect((await relay()).result).toMatchObject({ delivered: 2 });
  expect(shown().sort()).toEqual([
    ['entry.changed', 'Ada Lovelace'],
    ['entry.deleted', bob],
  ]);
  expect(target.forged).toEqual([]);
});

test('[relay.events] entries that go with their form are deleted ones; another form and another account are not seen', async () => {
  const other = await newForm();
  const gone = await submit('Ada');
  await submit('Elsewhere', other);
  await relay();
  expect(shown()).toEqual([['entry.submitted', 'Ada']]);
  await service.call('DELETE', `/form/${form}`, alice());
  await relay();
  expect(shown().at(-1)).toEqual(['entry.deleted', gone]);
  const stranger = openCommand({ env: { url: service.url, key: service.people.chelsea.key }, folder });
  const flags = ['--to', target.url, '--secret-file', 'secret', '--once', '--state', 'chelsea.json'];
  expect(await relayCommand(flags, stranger.context)).toMatchObject({ delivered: 0 });
});

test('[relay.events] an email that is recorded after the delivery repeats the event under its id', async () => {
  form = await newForm({ postSubmit: { emails: [{ to: ['ann@example.com'], subject: 'New', text: 'x' }] } });
  const id = await submit('Ada');
  await relay();
  // As when the email went out after the page was read.
  await service.services.db.sql`update entries set changed_at = changed_at + interval '1 second' where id = ${id}`;
  await relay();
  expect(target.taken.map(({ type }) => type)).toEqual(['entry.submitted', 'entry.submitted']);
  expect(new Set(target.taken.map((event) => event.id)).size).toBe(1);
});

test('[relay.stuck] what the target refuses is in the state without answers, in the status and on standard error, and holds up nothing', async () => {
  const ada = await submit('Ada');
  await submit('Bob');
  target.respond = ({ data }) => (data.id === ada ? { status: 422, body: 'no' } : {});
  const { result, stderr, hasFailed } = await relay();
  expect(result).toMatchObject({ delivered: 1, failed: 1, waiting: 1, stuck: [{ entry: ada, error: 'HTTP 422' }] });
  expect(hasFailed).toBe(true);
  expect(stderr).toContain(`{"stuck":"${ada}","attempts":1,"error":"HTTP 422"`);
  const text = readFileSync(join(folder, 'relay-state.json'), 'utf8');
  expect(text).not.toContain('Ada');
  expect(text).not.toContain(target.secret);
  const status = await relayCommand(['status'], openCommand({ folder }).context);
  expect(status).toMatchObject({
    ...{ service: service.url, form, to: target.url, isRunning: false, waiting: 1 },
    stuck: [{ entry: ada, attempts: 1, error: 'HTTP 422' }],
    upTo: expect.stringMatching(/^20/),
  });

  // Meanwhile it changes, and is sent once more as it is then.
  await edit(ada, 'Ada Lovelace');
  target.respond = () => ({});
  const second = await relay();
  expect(second.result).toMatchObject({ waiting: 0 });
  expect(second.hasFailed).toBe(false);
  expect(shown()).toEqual(expect.arrayContaining([['entry.changed', 'Ada Lovelace']]));
  expect(shown()).not.toContainEqual(['entry.submitted', 'Ada']);
});

test('[relay.stuck] a deletion that is stuck stays one, and one that went with its form comes by its marker', async () => {
  const [ada, bob] = [await submit('Ada'), await submit('Bob')];
  await relay();
  target.respond = () => ({ status: 500 });
  await remove(ada);
  await edit(bob, 'Bob 2');
  expect((await relay()).result).toMatchObject({ waiting: 2 });
  expect(
    readStateFile()
      .waiting.map(({ deletedAt }) => deletedAt !== null)
      .sort(),
  ).toEqual([false, true]);
  await service.call('DELETE', `/form/${form}`, alice());
  target.respond = () => ({});
  expect((await relay()).result).toMatchObject({ waiting: 0 });
  const ends = target.taken.filter(({ type }) => type === 'entry.deleted').map(({ data }) => data.id);
  expect(new Set(ends)).toEqual(new Set([ada, bob]));
});

test('[relay.stuck] [relay.state] what is set aside is in every state that is stored from then on: a relay that is killed forgets none', async () => {
  const ada = await submit('Ada');
  const stored: (readonly string[])[] = [];
  let isRefused = false;
  target.respond = ({ type, data }) => {
    if (type === 'relay.cursor' && isRefused) {
      const state = JSON.parse(Buffer.from(data.cursor, 'base64url').toString('utf8')) as RelayState;
      stored.push(state.waiting.map(({ entry }) => entry));
    }
    if (type.startsWith('relay.')) return {};
    isRefused = true;
    return { status: 500 };
  };
  expect((await relay('--state', 'target')).result).toMatchObject({ waiting: 1 });
  // After the page, and at the end.
  expect(stored).toEqual([[ada], [ada]]);
});

test('[relay.once-at-least] what changed behind the place where a run ended is delivered by the next one', async () => {
  // Two pages.
  const ids = await Promise.all(Array.from({ length: 105 }, (_, at) => submit(`person ${at}`)));
  const first = ids.toSorted()[0] as string;
  target.respond = () => (target.taken.length < 100 ? {} : { status: 410 });
  expect((await relay()).result).toMatchObject({ stopped: 'gone', delivered: 100 });
  expect(JSON.parse(readStateFile().cursor as string)).toHaveProperty('after');
  await edit(first, 'behind');
  target.respond = () => ({});
  expect((await relay()).result).toMatchObject({ stopped: 'done', delivered: 6 });
  expect(shown().at(-1)).toEqual(['entry.changed', 'behind']);
  expect(new Set(target.taken.map(({ data }) => data.id))).toEqual(new Set(ids));
  expect((await relay()).result).toMatchObject({ delivered: 0 });
});

test('[relay.stuck] [relay.drop] --once ends when too much is stuck; what is stuck can be dropped, and its next change comes', async () => {
  const ada = await submit('Ada');
  const bob = await submit('Bob');
  target.respond = () => ({ status: 413 });
  await relay();
  const path = join(folder, 'relay-state.json');
  const state = readStateFile();
  const others = Array.from({ length: 998 }, (_, at) => ({
    ...state.waiting[0],
    entry: `f${String(at).padStart(23, '0')}`,
    deletedAt: state.waiting[0]?.since,
  }));
  writeFileSync(path, JSON.stringify({ ...state, waiting: [...state.waiting, ...others] }));
  await submit('Cy');
  const full = await relay();
  expect([full.result['stopped'], full.result['waiting'], full.hasFailed]).toEqual(['held', 1000, true]);
  expect(full.stderr).toContain('nothing more is read');

  const drop = (...rest: string[]) => relayCommand(['drop', ...rest], openCommand({ folder }).context);
  await expect(drop()).rejects.toThrow('Name the entries to drop');
  await expect(drop('--all', ada)).rejects.toThrow('Name the entries to drop');
  await expect(drop('--all', '--state', 'target')).rejects.toThrow('is changed there');
  await expect(drop('--all', '--state', 'none.json')).rejects.toThrow('no relay has delivered anything yet');
  await expect(drop(ada, form)).rejects.toThrow(`Not stuck in ${path}: ${form}. Nothing was dropped.`);
  const lock = await lockState(path);
  await expect(drop(ada)).rejects.toThrow('Another relay works with');
  await lock.release();
  expect(await drop(ada.toUpperCase())).toEqual({
    ...{ state: path, waiting: 999 },
    dropped: [expect.objectContaining({ entry: ada, error: 'HTTP 413' })],
  });
  target.respond = () => ({});
  expect((await relay()).result).toMatchObject({ stopped: 'done', waiting: 0 });
  expect(shown()).toContainEqual(['entry.submitted', 'Cy']);
  expect(target.taken.map(({ data }) => data.id)).toContain(bob);
  expect(target.taken.map(({ data }) => data.id)).not.toContain(ada);
  await edit(ada, 'Ada 2');
  await relay();
  expect(shown().at(-1)).toEqual(['entry.changed', 'Ada 2']);
});

test('[relay.retries] 410 ends it with 1 and words, and nothing counts as delivered', async () => {
  await submit('Ada');
  target.respond = () => ({ status: 410 });
  const { result, stderr, hasFailed } = await relay();
  expect([result['stopped'], result['delivered'], hasFailed]).toEqual(['gone', 0, true]);
  expect(stderr).toContain('The target responded with 410: it wants nothing any more.');
  target.respond = () => ({});
  expect((await relay()).result).toMatchObject({ stopped: 'done', delivered: 1 });
});

test('[relay.retries] a target that does not answer is a failure after the time-out, others go on', async () => {
  const ada = await submit('Ada');
  await submit('Bob');
  target.respond = ({ data }) => (data.id === ada ? { hangs: true } : {});
  const { result } = await relay('--timeout', '1');
  expect(result).toMatchObject({ delivered: 1, stuck: [{ entry: ada, error: 'no response in 1 seconds' }] });
});

test.each(['json', 'header'])(
  '[relay.state.target] the target keeps the state and gives it back (%s)',
  async (kind) => {
    await submit('Ada');
    let cursor = '';
    target.respond = ({ type, data }) => {
      if (type === 'relay.cursor') cursor = data.cursor;
      if (type !== 'relay.started' || cursor === '') return {};
      if (kind === 'header') return { headers: { 'relay-cursor': cursor } };
      return { status: 200, body: JSON.stringify({ cursor }) };
    };
    expect((await relay('--state', 'target')).result).toMatchObject({ delivered: 1, state: 'target' });
    expect((await relay('--state', 'target')).result).toMatchObject({ delivered: 0 });
    await submit('Bob');
    expect((await relay('--state', 'target')).result).toMatchObject({ delivered: 1 });
    expect(target.taken.filter(({ type }) => type === 'relay.started').map(({ data }) => data)).toEqual(
      Array.from({ length: 3 }, () => ({ service: service.url, form })),
    );
    // What it gives back is read with care.
    cursor = 'abc';
    await expect(relay('--state', 'target')).rejects.toThrow('The cursor of the target');
  },
);

test('[relay.state] --since begins there, and stays when nothing was delivered yet', async () => {
  await submit('Ada');
  await service.services.db.sql`update entries set changed_at = changed_at - interval '1 hour' where form = ${form}`;
  expect((await relay('--since', new Date(Date.now() - 600_000).toISOString())).result).toMatchObject({ delivered: 0 });
  await submit('Bob');
  expect((await relay()).result).toMatchObject({ delivered: 1 });
  expect(shown()).toEqual([['entry.submitted', 'Bob']]);
  expect(readStateFile().since).not.toBeNull();
});

test('[relay.state] a file of another form is refused', async () => {
  await relay();
  await expect(relay('--form', await newForm())).rejects.toThrow(`belongs to form ${form} of ${service.url}`);
});

test('[relay.once-at-least] a key that is refused ends it with an error', async () => {
  const command = openCommand({ env: { url: service.url, key: 'a'.repeat(56) }, folder });
  const flags = ['--to', target.url, '--secret-file', 'secret'];
  await expect(relayCommand(flags, command.context)).rejects.toMatchObject({ status: 401 });
});

test.each([
  [['--secret-file', 'secret'], '--to and --secret-file are needed.'],
  [['--to', 'https://x.test'], '--to and --secret-file are needed.'],
  [['--to', 'x', '--secret-file', 'secret'], '--to must be an address'],
  [['--to', 'https://u:p@x.test', '--secret-file', 'secret'], 'without a user and a password'],
  [['--to', 'http://x.test', '--secret-file', 'secret'], '--to must begin with https://'],
  [['--to', 'https://x.test', '--secret-file', 'none'], 'The file of --secret-file cannot be read'],
  [['--to', 'https://x.test', '--secret-file', 'secret', '--every', '0'], '--every must be a number from 1'],
  [['--to', 'https://x.test', '--secret-file', 'secret', '--since', 'soon'], '--since must be a time'],
  [['--to', 'https://x.test', '--secret-file', 'secret', '--form', 'x'], '--form must be the id of a form'],
  [['status', '--state', 'none.json'], 'no relay has delivered anything yet'],
])('[relay.target] [running.commands.relay] %j is refused in words', async (rest, message) => {
  const command = openCommand({ env: { url: service.url, key: alice().key }, folder });
  await expect(relayCommand(rest, command.context)).rejects.toThrow(message);
});
